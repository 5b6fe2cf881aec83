import { createHmac, timingSafeEqual } from "node:crypto";
import { isObject } from "../../base/guards.ts";
import { HttpError } from "../call/call.ts";
import type { QuestionReading } from "./question-reading.ts";

/** State of a conversation between two questions. */
interface Conversation {
  readonly question: string;
  /** Undefined where the question was not understood. */
  readonly reading: QuestionReading | undefined;
  /** Meanings that were chosen among several. */
  readonly choices: readonly string[];
  /** Questions that were offered in place of the last one. */
  readonly offers?: readonly string[];
  /** Interpretation of the question before that one, which an offered question continues. */
  readonly earlier?: QuestionReading | undefined;
  /** Whether the last question was not understood, so that `reading` is of one before. */
  readonly isUnread?: boolean;
}

/** User and tenant of a conversation. The state of another user is refused. */
interface ConversationOwner {
  readonly tenant: string;
  readonly userId: string;
}

/** Longest state that is looked at; our choice, several times as long as any that is made. */
const maxLength = 64_000;

/** Signs and reads conversation states: JSON with an HMAC-SHA256, so that a conversation goes on after a restart. */
export class ConversationStates {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Returns the `questionState` of a conversation. */
  write(conversation: Conversation, owner: ConversationOwner): readonly string[] {
    const content = Buffer.from(JSON.stringify(conversation)).toString("base64url");
    return [`${content}.${this.#sign(content, owner)}`];
  }

  /** Reads a `questionState`; undefined for an empty one. Throws a 400 for one that was changed, or is of another user or tenant. */
  read(state: readonly string[] | undefined, owner: ConversationOwner): Conversation | undefined {
    if (state === undefined || state.length === 0) {
      return undefined;
    }
    const [content = "", signature = "", ...rest] = (state.at(-1) ?? "").slice(0, maxLength).split(".");
    const expected = Buffer.from(this.#sign(content, owner));
    const actual = Buffer.from(signature);
    const isSigned = rest.length === 0 && expected.length === actual.length && timingSafeEqual(expected, actual);
    const conversation: unknown = isSigned ? JSON.parse(Buffer.from(content, "base64url").toString("utf8")) : undefined;
    if (!isObject(conversation)) {
      throw new HttpError(
        400,
        "CONVERSATION_STATE_INVALID",
        "The conversation state is not one that this service gave to this user in this tenant; leave it out to start a new conversation.",
      );
    }
    return conversation as unknown as Conversation;
  }

  #sign(content: string, { tenant, userId }: ConversationOwner): string {
    return createHmac("sha256", this.#key)
      .update(JSON.stringify([tenant, userId, content]))
      .digest("base64url");
  }
}

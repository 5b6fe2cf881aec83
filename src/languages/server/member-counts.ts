import { setTimeout as sleep } from "node:timers/promises";
import { type CancellationToken, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import {
  type MemberCount,
  type MemberCountParams,
  memberCountRequest,
} from "../core/requests/member-count-requests.ts";
import { type CountingQuery, countingQuery, type OfferedMember } from "../sql-like/completion/member-count.ts";
import { CompletionNames } from "../sql-like/completion/model-names.ts";
import { lowerText } from "./lowered.ts";
import type { ServerParts } from "./server-parts.ts";

/** Who moves through a list asks for none of what lies on the way. */
const pauseMs = 150;

/** What is said of a member: in its line of the list, and beside it. Plain text. */
interface CountedMember {
  readonly detail: string;
  readonly documentation: string;
}

/** Says how much stands behind the members of a list, each when it is looked at. */
export class MemberCounts {
  readonly #parts: Pick<ServerParts, "connection" | "model" | "options" | "now">;
  #hasHost = true;

  constructor(parts: Pick<ServerParts, "connection" | "model" | "options" | "now">) {
    this.#parts = parts;
  }

  /** `undefined` when nothing can be said, or nobody waits for it any more. Never rejects. */
  async describe(member: OfferedMember, token: CancellationToken): Promise<CountedMember | undefined> {
    const { model, options, now } = this.#parts;
    const { timeColumn, memberCounts = true } = options();
    if (!memberCounts || !this.#hasHost) {
      return undefined;
    }
    await sleep(pauseMs);
    const names = new CompletionNames({ model: model.source, search: model.search.bind(model), prefix: "" });
    const query = token.isCancellationRequested
      ? undefined
      : await countingQuery(member, names, { timeColumn, now: now() });
    const lowered = query && (await lowerText(query.text, model, timeColumn));
    const [request] = lowered?.kind === "aggregate" ? lowered.requests : [];
    return query && request && !token.isCancellationRequested
      ? describe(await this.#ask({ request }, token), query)
      : undefined;
  }

  async #ask(params: MemberCountParams, token: CancellationToken): Promise<MemberCount> {
    try {
      return await this.#parts.connection.sendRequest<MemberCount>(memberCountRequest, params, token);
    } catch (error) {
      // An editor that is not ours has nobody to ask.
      this.#hasHost = !(error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound);
      return { kind: "unknown" };
    }
  }
}

function describe(count: MemberCount, { metric, from, until }: CountingQuery): CountedMember | undefined {
  const span = `${from} to ${until}, which is not included`;
  switch (count.kind) {
    case "counted": {
      const detail = `${grouped(count.value)}${count.isSmallGroup ? " (a small group)" : ""}`;
      return { detail, documentation: `${metric}: ${detail}\n\n${span}` };
    }
    case "hidden":
      return {
        detail: `fewer than ${count.threshold}`,
        documentation: `${metric}: hidden, as fewer than ${count.threshold} people stand behind it\n\n${span}`,
      };
    default:
      return undefined;
  }
}

function grouped(value: string): string {
  return /^\d+$/.test(value) ? BigInt(value).toLocaleString("en") : value;
}

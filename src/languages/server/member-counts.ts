import { setTimeout as sleep } from "node:timers/promises";
import { type CancellationToken, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import {
  type MemberCountParams,
  type MemberCountResponse,
  memberCountRequest,
} from "../core/requests/editor-requests.ts";
import { type CountingQuery, countingQuery, type OfferedMember } from "../sql-like/completion/member-count.ts";
import { CompletionNames } from "../sql-like/completion/model-names.ts";
import { lowerText } from "./query-requests.ts";
import type { ServerParts } from "./server-parts.ts";

/** Delay before a member is counted, in milliseconds, so that moving through a list counts nothing on the way. */
const pauseMs = 150;

/** Plain text about a member, for its line in the list and for its details. */
interface CountedMember {
  readonly detail: string;
  readonly documentation: string;
}

/** Counts the records of members in a completion list, each when it gets selected. */
export class MemberCounts {
  readonly #parts: Pick<ServerParts, "connection" | "model" | "options" | "now">;
  #hasHost = true;

  constructor(parts: Pick<ServerParts, "connection" | "model" | "options" | "now">) {
    this.#parts = parts;
  }

  /** `undefined` when the count is not available or the request was cancelled. Never rejects. */
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

  async #ask(params: MemberCountParams, token: CancellationToken): Promise<MemberCountResponse> {
    try {
      return await this.#parts.connection.sendRequest<MemberCountResponse>(memberCountRequest, params, token);
    } catch (error) {
      // Editors other than ours do not know the request.
      this.#hasHost = !(error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound);
      return { kind: "unknown" };
    }
  }
}

function describe(count: MemberCountResponse, { metric, from, until }: CountingQuery): CountedMember | undefined {
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

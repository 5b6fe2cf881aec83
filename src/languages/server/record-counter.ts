import { setTimeout as sleep } from "node:timers/promises";
import { type CancellationToken, ErrorCodes, ResponseError } from "vscode-languageserver/node";
import {
  type RecordCountParams,
  type RecordCountResponse,
  recordCountRequest,
} from "../core/requests/editor-requests.ts";
import { ModelNameFinder } from "../sql-like/completion/model-names.ts";
import {
  createRecordCountQuery,
  type RecordCountQuery,
  type SuggestedMember,
} from "../sql-like/completion/record-count.ts";
import { lowerSingleStatement } from "./query-requests.ts";
import type { ServerContext } from "./server-parts.ts";

/**
 * Delay in milliseconds before the records of a selected completion item are counted. Prevents queries while the user
 * scrolls through the list.
 */
const pauseMs = 150;

/**
 * Number of records of a dimension member as plain text: a short form for the completion list, and a longer one for the
 * details.
 */
interface CountedMember {
  readonly detail: string;
  readonly documentation: string;
}

/** Counts the records of a dimension member when its completion item is selected. */
export class RecordCounter {
  readonly #parts: Pick<ServerContext, "connection" | "model" | "options" | "now">;
  #hasHost = true;

  constructor(parts: Pick<ServerContext, "connection" | "model" | "options" | "now">) {
    this.#parts = parts;
  }

  /**
   * Returns the texts that show the number of records of a dimension member. Undefined if no number is available or the
   * request was cancelled. Never rejects.
   */
  async describe(member: SuggestedMember, token: CancellationToken): Promise<CountedMember | undefined> {
    const { model, options, now } = this.#parts;
    const { timeColumn, memberCounts = true } = options();
    if (!memberCounts || !this.#hasHost) {
      return undefined;
    }
    await sleep(pauseMs);
    const names = new ModelNameFinder({ model: model.source, search: model.search.bind(model), prefix: "" });
    const query = token.isCancellationRequested
      ? undefined
      : await createRecordCountQuery(member, names, { timeColumn, now: now() });
    const lowered = query && (await lowerSingleStatement(query.text, model, timeColumn));
    const [request] = lowered?.kind === "aggregate" ? lowered.requests : [];
    return query && request && !token.isCancellationRequested
      ? describe(await this.#ask({ request }, token), query)
      : undefined;
  }

  async #ask(params: RecordCountParams, token: CancellationToken): Promise<RecordCountResponse> {
    try {
      return await this.#parts.connection.sendRequest<RecordCountResponse>(recordCountRequest, params, token);
    } catch (error) {
      // Editors other than ours do not know the request.
      this.#hasHost = !(error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound);
      return { kind: "unknown" };
    }
  }
}

function describe(count: RecordCountResponse, { metric, from, until }: RecordCountQuery): CountedMember | undefined {
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

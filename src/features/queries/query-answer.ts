import type { Clock } from "../../base/clock.ts";
import type { Session } from "../../client/session.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import { limitRows } from "./limited-body.ts";
import type { Statement } from "./query-text-model.ts";
import type { ResultAnswer } from "./result-sink.ts";

/** What the columns of an answer hold, by their names. */
export type AnswerKinds = ResultAnswer["kinds"];

export interface QueryOptions {
  /** Rows that are taken of an answer; 0 means all. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/** How long an answer that has come waits for what its columns hold. Without it the worker looks at the values. */
const kindsWaitMs = 150;

/** Sends a statement; resolves when its answer begins. The body throws `RowLimitError` when it has more rows than wanted. */
export async function askQuery(
  statement: Statement,
  { client }: Session,
  { rowLimit, timeoutMs }: QueryOptions,
  kinds: Promise<AnswerKinds>,
  clock: Clock,
  signal: AbortSignal,
): Promise<ResultAnswer> {
  const body = {
    query: statement.sent,
    aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
    // One more than is shown tells whether there are more.
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...(rowLimit > 0 && { limit: rowLimit + 1 }) },
  };
  const answer = await client.querySqlLike({ body }, { accept: "application/jsonlines", signal, timeoutMs });
  const format = formatOf(answer.contentType);
  return {
    format,
    body: rowLimit > 0 ? limitRows(answer.body, format, rowLimit) : answer.body,
    kinds: await unlessLate(kinds, clock),
  };
}

/** JSON Lines was asked for; a service may answer with its table. */
function formatOf(contentType: string): BodyFormat {
  return contentType.startsWith("application/json") && !contentType.includes("lines") ? "jsonTable" : "jsonLines";
}

/** Types of columns are a help: without them, or with a failure in their place, the answer is as good. */
async function unlessLate(kinds: Promise<AnswerKinds>, clock: Clock): Promise<AnswerKinds> {
  const waiting = new AbortController();
  try {
    return await Promise.race([kinds, clock.sleep(kindsWaitMs, waiting.signal).then(() => ({}))]);
  } catch {
    return {};
  } finally {
    waiting.abort();
  }
}

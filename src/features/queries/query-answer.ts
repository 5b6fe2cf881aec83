import type { Clock } from "../../base/clock.ts";
import type { Session } from "../../client/call/session.ts";
import { limitRows } from "../../host/limited-rows.ts";
import { createRowCounter } from "../../host/row-counter.ts";
import type { ResultAnswer } from "../../protocol/result-sink.ts";
import type { Statement } from "./query-text-model.ts";
import { requestOptions } from "./request-options-model.ts";

/** Kinds of the columns of an answer, by column name. */
export type AnswerKinds = ResultAnswer["kinds"];

export interface QueryOptions {
  /** Maximum number of rows to read; 0 means all. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/**
 * Time in milliseconds that an answer waits for the kinds of its columns; without them the data worker infers kinds
 * from the values.
 */
export const kindsWaitMs = 150;

/** An answer that has begun to arrive. */
export interface QueryAnswer {
  /** The answer; its body throws RowLimitError if it has more rows than the limit. */
  readonly answer: ResultAnswer;
  /** Number of rows that have arrived. */
  countRows(): number;
}

/** Sends a statement; resolves when its answer begins. */
export async function askQuery(
  statement: Statement,
  { client }: Session,
  { rowLimit, timeoutMs }: QueryOptions,
  kinds: Promise<AnswerKinds>,
  clock: Clock,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const body = { query: statement.sent, ...requestOptions(statement.options, rowLimit) };
  const answer = await client.querySqlLike({ body }, { accept: "application/jsonlines", signal, timeoutMs });
  const format = formatOf(answer.contentType);
  const counter = createRowCounter(format);
  const rows = limitRows(answer.body, counter, rowLimit > 0 ? rowLimit : Number.POSITIVE_INFINITY);
  return {
    answer: { format, body: rows, kinds: await unlessLate(kinds, {}, kindsWaitMs, clock) },
    countRows: () => counter.rows,
  };
}

/** Format of an answer; a service may answer with a JSON table although JSON Lines were requested. */
function formatOf(contentType: string): "jsonLines" | "jsonTable" {
  return contentType.startsWith("application/json") && !contentType.includes("lines") ? "jsonTable" : "jsonLines";
}

/** Resolves to the value of `work`, or to `otherwise` if it rejects or takes longer than `waitMs`. */
export async function unlessLate<Value>(
  work: Promise<Value>,
  otherwise: Value,
  waitMs: number,
  clock: Clock,
): Promise<Value> {
  const waiting = new AbortController();
  try {
    return await Promise.race([work, clock.sleep(waitMs, waiting.signal).then(() => otherwise)]);
  } catch {
    return otherwise;
  } finally {
    waiting.abort();
  }
}

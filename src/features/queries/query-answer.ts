import type { Clock } from "../../base/clock.ts";
import type { Session } from "../../client/call/session.ts";
import type { ResultAnswer } from "../../protocol/result-sink.ts";
import { limitRows } from "./limited-body.ts";
import type { Statement } from "./query-text-model.ts";
import { requestOptions } from "./request-options-model.ts";
import { createRowCounter, type QueryFormat } from "./row-counter.ts";

/** What the columns of an answer hold, by their names. */
export type AnswerKinds = ResultAnswer["kinds"];

export interface QueryOptions {
  /** Rows that are taken of an answer; 0 means all. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/** How long an answer that has come waits for what its columns hold. Without it the worker looks at the values. */
export const kindsWaitMs = 150;

/** An answer that begins to come. */
export interface QueryAnswer {
  /** Its body throws `RowLimitError` when it has more rows than wanted. */
  readonly answer: ResultAnswer;
  /** Rows that have come by now. */
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

/** JSON Lines was asked for; a service may answer with its table. */
function formatOf(contentType: string): QueryFormat {
  return contentType.startsWith("application/json") && !contentType.includes("lines") ? "jsonTable" : "jsonLines";
}

/** What is known of columns is a help: `otherwise` stands for it when it is late or fails. */
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

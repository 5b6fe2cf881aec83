import type { Clock } from "../../base/clock.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { StreamResponse } from "../../client/interface/method.ts";
import { dataVersionHeader } from "../../contract/operation.ts";
import type { AggregateQueryRequest, SqlLikeQueryRequest } from "../../contract/queries.ts";
import { createRowCounter, limitRows } from "../../host/row-counter.ts";
import type { LowerStatementResult } from "../../languages/core/requests/server-requests.ts";
import { partSeparator } from "../../protocol/body-frames.ts";
import type { CellSetLayout } from "../../protocol/cell-set-layout.ts";
import type { ResultAnswer } from "../../protocol/result-sink.ts";
import type { Statement } from "./query-text-model.ts";
import { createRequestOptions } from "./request-options-model.ts";

/** Types of the columns of a response, by column name. */
export type AnswerColumnKinds = ResultAnswer["kinds"];

export interface QueryOptions {
  /** Maximum number of rows to read from a response; 0 means all. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/**
 * Maximum time in milliseconds to wait for the column types from the model. Without them the data worker infers the
 * types from the values.
 */
export const columnKindsWaitMs = 150;

/** Response to a query whose body has begun to arrive. */
export interface QueryAnswer {
  /** Body and metadata of the response. Reading the body throws RowLimitError if it has more rows than the limit. */
  readonly answer: ResultAnswer;
  /** Returns the number of rows that have arrived so far. */
  countRows(): number;
}

/** Sends a query to the service. Resolves as soon as the response begins. */
export async function askQuery(
  statement: Statement,
  { client }: Session,
  { rowLimit, timeoutMs }: QueryOptions,
  kinds: Promise<AnswerColumnKinds>,
  clock: Clock,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const body = { query: statement.sent, ...createRequestOptions(statement.options, rowLimit) };
  const answer = await client.querySqlLike({ body }, { accept: "application/jsonlines", signal, timeoutMs });
  const format = formatOf(answer.contentType);
  const counter = createRowCounter(format);
  const rows = limitRows(answer.body, counter, rowLimit > 0 ? rowLimit : Number.POSITIVE_INFINITY);
  return {
    answer: {
      format,
      body: rows,
      dataVersion: dataVersionOf(answer),
      kinds: await valueOrFallback(kinds, {}, columnKindsWaitMs, clock),
    },
    countRows: () => counter.rows,
  };
}

/** Returns the data versions of a response as text, such as `5000132, 5000118`. */
function dataVersionOf({ headers }: StreamResponse): string | undefined {
  return headers[dataVersionHeader]?.split(",").join(", ");
}

/**
 * Returns the body format for a content type. A service may respond with a JSON table although JSON Lines were
 * requested.
 */
function formatOf(contentType: string): "jsonLines" | "jsonTable" {
  return contentType.startsWith("application/json") && !contentType.includes("lines") ? "jsonTable" : "jsonLines";
}

/**
 * Resolves to the value of the promise `work`, or to `otherwise` if the promise rejects or takes longer than `waitMs`.
 */
export async function valueOrFallback<Value>(
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

/**
 * Sends an aggregate query so that the response contains the number of people behind each value. Resolves when the
 * response begins. Throws an error for a query without metrics. Reading the body throws an error if data versions were
 * published or disabled between its requests, so that not all of them read the same.
 */
export async function askWithSmallGroupGuard(
  lowered: Extract<LowerStatementResult, { kind: "aggregate" }>,
  statement: Statement,
  { client }: Session,
  guard: SmallGroupGuard,
  { timeoutMs }: QueryOptions,
  kinds: AnswerColumnKinds,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const { aggregateQueryOptions = {} } = createRequestOptions(statement.options, 0);
  const { requests, layout } = guardedRequests(lowered, aggregateQueryOptions, guard);
  const answers = requests.map((body) => async (): Promise<StreamResponse> => {
    const options = { accept: "application/json", isStreamed: true, signal, timeoutMs } as const;
    return checkCells(await client.queryAggregate({ body }, options));
  });
  const [first, ...others] = answers;
  if (!first) {
    throw new Error("The query has no metric, so nothing says how many people stand behind it.");
  }
  const begun = await first();
  let rows = 0;
  return {
    answer: {
      format: "json",
      body: concatenated(begun, others),
      dataVersion: dataVersionOf(begun),
      kinds,
      smallGroups: guard,
      cellSets: layout,
      onStored: (rowCount) => {
        rows = rowCount;
      },
    },
    countRows: () => rows,
  };
}

/**
 * Returns a response. Throws an error if its content type is not the requested one, because other types do not contain the
 * group sizes.
 */
function checkCells(response: StreamResponse): StreamResponse {
  const { contentType } = response;
  if (contentType !== "application/json") {
    throw new Error(
      `Small groups are guarded on this connection, but the service answered "${contentType}", which does not say how many people stand behind a value.`,
    );
  }
  return response;
}

async function* concatenated(
  first: StreamResponse,
  others: readonly (() => Promise<StreamResponse>)[],
): AsyncGenerator<Uint8Array> {
  yield* first.body;
  for (const request of others) {
    const other = await request();
    const [before, now] = [dataVersionOf(first), dataVersionOf(other)];
    yield partSeparator;
    for await (const piece of other.body) {
      // Within the iteration, whose end closes the response.
      if (before !== now) {
        throw new Error(`The data changed from version ${before} to ${now} while the query ran. Run it again.`);
      }
      yield piece;
    }
  }
}

type Lowered = Extract<LowerStatementResult, { kind: "aggregate" }>;
type Options = NonNullable<SqlLikeQueryRequest["aggregateQueryOptions"]>;

interface GuardedRequests {
  /** Service requests of an aggregate query, one for each metric. */
  readonly requests: readonly AggregateQueryRequest[];
  /** Layout of the table into which the cell sets of the responses are combined. */
  readonly layout: CellSetLayout;
}

/**
 * Returns requests for an aggregate query whose responses contain the number of people behind each value. Throws an
 * error for query options that would reveal hidden small groups.
 */
function guardedRequests(lowered: Lowered, options: Options, { mode }: SmallGroupGuard): GuardedRequests {
  if (mode === "hide" && (options.axesOverallValueMode ?? "NONE") !== "NONE") {
    throw new Error(
      "Small groups are hidden on this connection, and the option axesOverallValueMode adds totals from which they could be computed. Leave it out.",
    );
  }
  const isSingle = lowered.requests.length === 1;
  const layout = {
    columns: lowered.columns,
    memberDisplayMode: options.memberDisplayMode?.replace("UNCHANGED", "DEFAULT") || "DEFAULT",
    dropsZero: !isSingle && isHidden(options.zeroVisibility, options),
    dropsMissing: !isSingle && isHidden(options.nullVisibility, options),
  };
  // Whether a row is left out depends on all of its metrics, so no request for a single metric can decide it.
  const sent: Options = isSingle
    ? options
    : {
        ...options,
        zeroVisibility: "SHOW",
        nullVisibility: "SHOW",
        enableSparseResults: false,
        ...(options.internal && { internal: { ...options.internal, sparseHandlingMode: "ALLOW" } }),
      };
  return { requests: lowered.requests.map((request) => ({ ...request, options: sent })), layout };
}

/**
 * Whether a response omits cells, because of their visibility or because all results are sparse (semantics.md,
 * "Aggregates").
 */
function isHidden(visibility: string | undefined, { enableSparseResults, internal }: Options): boolean {
  const mode = internal?.sparseHandlingMode;
  const isSparse = mode === "FORCE" || (mode !== "DISALLOW" && enableSparseResults === true);
  return visibility === "HIDE" || visibility === "ELIMINATE" || isSparse;
}

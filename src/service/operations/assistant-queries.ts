import { QueryRefusedError, type QueryRunner, type RowOrder } from "../assistant/answer-question.ts";
import type { NamedTables, QuestionTable } from "../assistant/answer-table.ts";
import { type CallTenant, HttpError } from "../call/call.ts";
import { prepareAggregateQuery, prepareListQuery, QueryError, type TableColumn } from "../engine/query-engine.ts";
import { readSqlLike } from "./sql-like-query.ts";

interface QuestionContext {
  readonly tenant: CallTenant;
  readonly timeColumn: string;
  /** Most rows that are read. */
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

/** Runs the queries of questions with the data and the model that the caller sees. */
export class QuestionQueries implements QueryRunner {
  readonly #context: QuestionContext;

  constructor(context: QuestionContext) {
    this.#context = context;
  }

  async run(query: string, order?: RowOrder): Promise<NamedTables> {
    const { tenant, timeColumn, maxRows } = this.#context;
    try {
      const options = { listQueryOptions: { dateTimeDisplayMode: "DATETIME" } };
      const lowered = readSqlLike({ query, ...options }, tenant.model, timeColumn);
      if (lowered.kind === "list") {
        const { count = maxRows, column = 0, end = "lowest" } = order ?? {};
        const sortDirection = end === "highest" ? "SORT_DESCENDING" : "SORT_ASCENDING";
        const request = {
          ...lowered.request,
          ...(order && { sortOptions: [{ columnIndex: column, sortDirection }] }),
          options: { ...lowered.request.options, limit: Math.min(count, maxRows) + 1 },
        };
        const table = await readRows(
          prepareListQuery(request, this.#context).table("jsonlines"),
          Math.min(count, maxRows),
        );
        const limited = { ...table, isCut: table.isCut && count > maxRows };
        return { table: limited, shown: limited };
      }
      const { request, columns } = lowered;
      const [first, ...others] = request.query.axes ?? [];
      const ranked =
        order && first
          ? {
              ...request,
              query: { ...request.query, axes: [{ ...first, sortAndLimitOptions: arrangementOf(order) }, ...others] },
            }
          : request;
      const result = await prepareAggregateQuery(ranked, this.#context);
      const named = [...inMode(columns, "COMPACT"), ...inMode(columns, "DISPLAY")];
      const both = await readRows(result.table("jsonlines", named), maxRows);
      const half = (start: number): QuestionTable => ({
        names: both.names.slice(start, start + columns.length),
        rows: both.rows.map((row) => row.slice(start, start + columns.length)),
        isCut: both.isCut,
      });
      return { table: half(0), shown: half(columns.length) };
    } catch (error) {
      const isRefused = error instanceof QueryError || (error instanceof HttpError && error.code === "QUERY_INVALID");
      throw isRefused ? new QueryRefusedError(error.message, { cause: error }) : error;
    }
  }
}

function inMode(columns: readonly TableColumn[], memberDisplayMode: "COMPACT" | "DISPLAY"): readonly TableColumn[] {
  return columns.map((column) => (column.kind === "metric" ? column : { ...column, memberDisplayMode }));
}

function arrangementOf({ end, count }: RowOrder) {
  return {
    sort: { sortType: "METRIC_VALUE", sortDirection: end === "highest" ? "SORT_DESCENDING" : "SORT_ASCENDING" },
    ...(count !== undefined && { limit: { limitType: "FIRST_N", n: count } }),
  };
}

/** Reads the first rows of a table in JSON Lines. The query ends when there are enough. */
async function readRows(body: AsyncIterable<Uint8Array>, maxRows: number): Promise<QuestionTable> {
  const lines: string[] = [];
  let rest = "";
  const decoder = new TextDecoder();
  for await (const piece of body) {
    const complete = `${rest}${decoder.decode(piece, { stream: true })}`.split("\n");
    rest = complete.pop() ?? "";
    lines.push(...complete);
    if (lines.length > maxRows + 1) {
      break;
    }
  }
  const [names = [], ...rows] = lines.filter((line) => line !== "").map((line): (string | null)[] => JSON.parse(line));
  return { names: names.map(String), rows: rows.slice(0, maxRows), isCut: rows.length > maxRows };
}

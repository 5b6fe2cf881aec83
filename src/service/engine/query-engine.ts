import type {
  AggregateQueryRequest,
  CellSet,
  ListQueryRequest,
  SnapshotQueryRequest,
} from "../../contract/query-schemas.ts";
import type { Database } from "../../duckdb/database.ts";
import type { Tenant } from "../call/call.ts";
import { planAggregate } from "./aggregate-plan.ts";
import { aggregateTable, type TableColumn } from "./aggregate-table.ts";
import { aggregateCellSet } from "./cell-set.ts";
import { type ListPlan, planList, planSnapshot } from "./list-plan.ts";
import { listStatements } from "./list-sql.ts";
import { StoredModel } from "./stored-model.ts";
import { type TableFormat, tableHead, tableTail, writeTable } from "./table-text.ts";

export type { TableColumn } from "./aggregate-table.ts";
export { QueryError } from "./query-error.ts";
export type { TableFormat } from "./table-text.ts";

/** An aggregate query that is ready to be read, in one of its shapes (sql-like-language 11.1). */
export interface AggregateResult {
  /** In memory; a `QueryError` when there are several metrics or too many cells. */
  cellSet(): Promise<CellSet>;
  /** Streamed; without columns: axes, metrics, time. */
  table(format: TableFormat, columns?: readonly TableColumn[]): AsyncIterable<Uint8Array>;
}

/** The rows of a list or snapshot query, streamed. */
export interface ListResult {
  table(format: TableFormat): AsyncIterable<Uint8Array>;
}

/** Looks up everything an aggregate query names; a `QueryError` says what cannot be answered. */
export async function aggregate(request: AggregateQueryRequest, context: QueryContext): Promise<AggregateResult> {
  const { tenant, signal } = context;
  const { database } = tenant;
  const model = new StoredModel(tenant.model);
  const plan = await planAggregate(request, model, database, signal);
  return {
    cellSet: () => aggregateCellSet(plan, model, database, signal),
    table: (format, columns) => writeTable(aggregateTable(plan, columns, model, database, signal), format),
  };
}

/** Looks up everything a list query names; a `QueryError` says what cannot be answered. */
export function list(request: ListQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planList(request, context.timeColumn, model), model, context);
}

/** A snapshot query is its lists one after the other, oldest first. */
export function snapshot(request: SnapshotQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planSnapshot(request, context.timeColumn, model), model, context);
}

function listResult(plan: ListPlan, model: StoredModel, { tenant, signal }: QueryContext): ListResult {
  return { table: (format) => listBody(plan, format, model, tenant.database, signal) };
}

/** A list's table as bytes; DuckDB writes the rows (see `Connection.lines`), so that a million of them take no memory here. */
async function* listBody(
  plan: ListPlan,
  format: TableFormat,
  model: StoredModel,
  database: Database,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const names = plan.settings.omitsHeader ? [] : plan.columns.map(({ name }) => name);
  const connection = await database.connect();
  let hasRows = false;
  let hasHead = false;
  try {
    for (const { sql, values } of listStatements(plan, format, model)) {
      for await (const piece of connection.lines(sql, values, signal)) {
        // The head waits for the first rows, so that what fails before them can still be answered as an error.
        if (!hasHead) {
          hasHead = true;
          yield Buffer.from(tableHead(names, format));
        }
        // The comma before the first row of all parts it from nothing.
        yield format === "json" && !hasRows ? piece.subarray(1) : piece;
        hasRows = true;
      }
    }
  } finally {
    connection.close();
  }
  yield Buffer.from((hasHead ? "" : tableHead(names, format)) + tableTail(format));
}

/** What a query runs in. */
interface QueryContext {
  readonly tenant: Pick<Tenant, "model" | "database">;
  /** Name of the time column in the tenant's deployment, `Service_Time` unless the profile says otherwise. */
  readonly timeColumn: string;
  readonly signal: AbortSignal;
}

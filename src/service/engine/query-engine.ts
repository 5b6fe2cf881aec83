import type { AggregateQueryRequest, CellSet, ListQueryRequest, SnapshotQueryRequest } from "../../contract/queries.ts";
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

/** Prepared aggregate query, whose answer can be read in one of its formats (sql-like-language 11.1). */
export interface AggregateResult {
  /** Built in memory. Throws QueryError for several metrics or too many cells. */
  cellSet(): Promise<CellSet>;
  /** Streamed; the default columns are axes, metrics, time. */
  table(format: TableFormat, columns?: readonly TableColumn[]): AsyncIterable<Uint8Array>;
}

/** Streamed rows of a list or snapshot query. */
export interface ListResult {
  table(format: TableFormat): AsyncIterable<Uint8Array>;
}

/** Prepares an aggregate query. Throws QueryError when it cannot be answered. */
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

/** Prepares a list query. Throws QueryError when it cannot be answered. */
export function list(request: ListQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planList(request, context.timeColumn, model), model, context);
}

/**
 * Prepares a snapshot query, which is a list for each date, oldest first. Throws QueryError when it cannot be answered.
 */
export function snapshot(request: SnapshotQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planSnapshot(request, context.timeColumn, model), model, context);
}

function listResult(plan: ListPlan, model: StoredModel, { tenant, signal }: QueryContext): ListResult {
  return { table: (format) => listBody(plan, format, model, tenant.database, signal) };
}

/**
 * Table of a list as bytes; DuckDB writes the rows (see `Connection.lines`), so that a million of them take no memory
 * here.
 */
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
        // The head is sent with the first rows, so that earlier failures can still be answered as errors.
        if (!hasHead) {
          hasHead = true;
          yield Buffer.from(tableHead(names, format));
        }
        // Drops the comma before the first row.
        yield format === "json" && !hasRows ? piece.subarray(1) : piece;
        hasRows = true;
      }
    }
  } finally {
    connection.close();
  }
  yield Buffer.from((hasHead ? "" : tableHead(names, format)) + tableTail(format));
}

/** Context of a query. */
interface QueryContext {
  readonly tenant: Pick<Tenant, "model" | "database">;
  /** Name of the time column in the tenant's deployment; `Service_Time` unless the profile sets another. */
  readonly timeColumn: string;
  readonly signal: AbortSignal;
}

import type { AggregateQueryRequest, CellSet, ListQueryRequest, SnapshotQueryRequest } from "../../contract/queries.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { CallTenant } from "../call/call.ts";
import { planAggregateQuery } from "./aggregate-plan.ts";
import { buildAggregateTable, type TableColumn } from "./aggregate-table.ts";
import { buildCellSet } from "./cell-set.ts";
import { type ValueType, valueTypeOf } from "./list-columns.ts";
import { type ListPlan, planListQuery, planSnapshotQuery } from "./list-plan.ts";
import { buildListStatements } from "./list-sql.ts";
import { StoredModel } from "./stored-model.ts";
import { formatTableHead, formatTableTail, type RowFormat, type TableFormat, writeTextTable } from "./table-text.ts";

export type { TableColumn } from "./aggregate-table.ts";
export type { ValueType } from "./list-columns.ts";
export { QueryError } from "./query-error.ts";
export type { TableFormat } from "./table-text.ts";

/** Prepared aggregate query, whose result can be read as a cell set or a table (sql-like-language 11.1). */
export interface AggregateResult {
  /** Builds the result as a cell set in memory. Throws QueryError for several metrics or too many cells. */
  cellSet(): Promise<CellSet>;
  /** Streams the result as a table. By default the columns are the axes, the metrics and the time. */
  table(format: TableFormat, columns?: readonly TableColumn[]): AsyncIterable<Uint8Array>;
}

/** Streamed rows of a list or snapshot query. */
export interface ListResult {
  table(format: TableFormat): AsyncIterable<Uint8Array>;
}

/** Rows for another database: CSV in the format `copy`, in which instants and numbers have all of their digits. */
export interface CopiedRows {
  readonly columns: readonly { readonly name: string; readonly type: ValueType }[];
  readonly lines: AsyncIterable<Uint8Array>;
}

/** Prepares an aggregate query. Throws QueryError for an invalid query. */
export async function prepareAggregateQuery(
  request: AggregateQueryRequest,
  context: QueryContext,
): Promise<AggregateResult> {
  const { tenant, signal } = context;
  const { database } = tenant;
  const model = new StoredModel(tenant.model);
  const plan = await planAggregateQuery(request, model, database, signal);
  return {
    cellSet: () => buildCellSet(plan, model, database, signal),
    table: (format, columns) => writeTextTable(buildAggregateTable(plan, columns, model, database, signal), format),
  };
}

/** Prepares the rows of an aggregate query for another database. Throws QueryError for an invalid query. */
export async function copyAggregateQuery(request: AggregateQueryRequest, context: QueryContext): Promise<CopiedRows> {
  const { tenant, signal } = context;
  const model = new StoredModel(tenant.model);
  const planned = await planAggregateQuery(request, model, tenant.database, signal);
  const plan: typeof planned = { ...planned, settings: { ...planned.settings, memberDisplayMode: "COMPACT" } };
  const table = buildAggregateTable(plan, undefined, model, tenant.database, signal);
  const [axes, metrics] = [plan.axes.length, plan.metrics.length];
  const typeAt = (index: number) => (index < axes ? "text" : index < axes + metrics ? "double" : "instant");
  return {
    columns: table.names.map((name, index) => ({ name, type: typeAt(index) })),
    lines: writeTextTable(table, "copy"),
  };
}

/** Prepares the rows of a list query for another database. Throws QueryError for an invalid query. */
export function copyListQuery(request: ListQueryRequest, { tenant, timeColumn, signal }: QueryContext): CopiedRows {
  const model = new StoredModel(tenant.model);
  const planned = planListQuery(request, timeColumn, model);
  const plan: ListPlan = { ...planned, settings: { ...planned.settings, dateTimeDisplayMode: "EXACT" } };
  return {
    columns: plan.columns.map(({ name, column }) => ({ name, type: valueTypeOf(column, model) })),
    lines: streamListTable(plan, "copy", model, tenant.database, signal),
  };
}

/** Prepares a list query. Throws QueryError for an invalid query. */
export function prepareListQuery(request: ListQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planListQuery(request, context.timeColumn, model), model, context);
}

/**
 * Prepares a snapshot query, which lists the rows of each date, oldest first. Throws QueryError for an invalid query.
 */
export function prepareSnapshotQuery(request: SnapshotQueryRequest, context: QueryContext): ListResult {
  const model = new StoredModel(context.tenant.model);
  return listResult(planSnapshotQuery(request, context.timeColumn, model), model, context);
}

function listResult(plan: ListPlan, model: StoredModel, { tenant, signal }: QueryContext): ListResult {
  return { table: (format) => streamListTable(plan, format, model, tenant.database, signal) };
}

/**
 * Yields the table of a list query as bytes. DuckDB writes the rows (see `Connection.lines`), so they take no memory
 * here.
 */
async function* streamListTable(
  plan: ListPlan,
  format: RowFormat,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const names = plan.settings.omitsHeader ? [] : plan.columns.map(({ name }) => name);
  const connection = await database.connect();
  let hasRows = false;
  let hasHead = false;
  try {
    for (const { sql, values } of buildListStatements(plan, format, model)) {
      for await (const piece of connection.lines(sql, values, signal)) {
        // The head is sent with the first rows, so that earlier failures can still be answered as errors.
        if (!hasHead) {
          hasHead = true;
          yield Buffer.from(formatTableHead(names, format));
        }
        // Drops the comma before the first row.
        yield format === "json" && !hasRows ? piece.subarray(1) : piece;
        hasRows = true;
      }
    }
  } finally {
    connection.close();
  }
  yield Buffer.from((hasHead ? "" : formatTableHead(names, format)) + formatTableTail(format));
}

/** Context of a query. */
interface QueryContext {
  readonly tenant: Pick<CallTenant, "model" | "database">;
  /** Name of the time column in the tenant's deployment. By default `Service_Time`. */
  readonly timeColumn: string;
  readonly signal: AbortSignal;
}

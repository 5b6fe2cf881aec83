import type { TableColumn } from "../../core/model/table-model.ts";
import { quoteNameIfNeeded } from "../syntax/lexer.ts";
import type { NameUseScope } from "../syntax/scopes.ts";
import { type NameResolver, sourceNameOf, visibleSourcesOf } from "./name-resolver.ts";

/** Primary timestamp column of a table in FROM. */
interface PrimaryTimestamp {
  /** SQL expression of the timestamp column, such as `t.event_time`. */
  readonly path: string;
  readonly type: string;
}

/**
 * A time range with exclusive end. Its bounds are days such as `2024-01-01` or instants such as `2024-01-01 12:00:00`.
 */
export interface OpenTimeRange {
  readonly from: string;
  readonly to: string;
}

/** Returns the primary timestamp columns of the visible tables, in the order of the tables in FROM. */
export function findPrimaryTimestamps(scope: NameUseScope | undefined, resolver: NameResolver): PrimaryTimestamp[] {
  const sources = scope ? visibleSourcesOf(scope) : [];
  return sources.flatMap((source) => {
    const column = resolver.columnsOf(source)?.find(({ isPrimaryTimestamp }) => isPrimaryTimestamp);
    const owner = sourceNameOf(source);
    return column ? [{ path: columnPath(owner, column.name), type: column.type ?? "DATE_TIME" }] : [];
  });
}

function columnPath(owner: string | undefined, column: string): string {
  return owner === undefined ? quoteNameIfNeeded(column) : `${quoteNameIfNeeded(owner)}.${quoteNameIfNeeded(column)}`;
}

/** Returns a Spark SQL condition that restricts a timestamp column to a time range. */
export function formatTimePredicate({ path, type }: PrimaryTimestamp, { from, to }: OpenTimeRange): string {
  return `${path} >= ${formatTimeLiteral(type, from)} AND ${path} < ${formatTimeLiteral(type, to)}`;
}

/**
 * Returns a SQL literal for a day or instant: `DATE '2024-01-01'` for a column of type DATE, otherwise
 * `TIMESTAMP '2024-01-01 00:00:00'`.
 */
export function formatTimeLiteral(type: TableColumn["type"], time: string): string {
  const [day = "", clock = "00:00:00"] = time.split(" ");
  return type === "DATE" ? `DATE '${day}'` : `TIMESTAMP '${day} ${clock}'`;
}

/** Returns the time range of the previous calendar year in UTC. `now` is in epoch milliseconds. */
export function previousYearOf(now: number): OpenTimeRange {
  const year = new Date(now).getUTCFullYear();
  return { from: `${year - 1}-01-01`, to: `${year}-01-01` };
}

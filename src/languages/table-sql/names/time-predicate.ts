import type { TableColumn } from "../../core/model/table-model.ts";
import { writeName } from "../syntax/lexer.ts";
import type { Scope } from "../syntax/scopes.ts";
import { type Names, sourceName, visibleSources } from "./names.ts";

/** The primary timestamp of a source of a query, as the query has to write it. */
interface PrimaryTimestamp {
  /** `t.event_time`. */
  readonly path: string;
  readonly type: string;
}

/** A range of time: days as `2024-01-01`, or instants as `2024-01-01 12:00:00`; the end is not included. */
export interface TimeRange {
  readonly from: string;
  readonly to: string;
}

/** The primary timestamps in sight, in the order of the sources. */
export function primaryTimestamps(scope: Scope | undefined, names: Names): PrimaryTimestamp[] {
  const sources = scope ? visibleSources(scope) : [];
  return sources.flatMap((source) => {
    const column = names.columnsOf(source)?.find(({ isPrimaryTimestamp }) => isPrimaryTimestamp);
    const owner = sourceName(source);
    return column ? [{ path: pathOf(owner, column.name), type: column.type ?? "DATE_TIME" }] : [];
  });
}

function pathOf(owner: string | undefined, column: string): string {
  return owner === undefined ? writeName(column) : `${writeName(owner)}.${writeName(column)}`;
}

/** The range as Spark takes it, for the type of the column. */
export function timePredicate({ path, type }: PrimaryTimestamp, { from, to }: TimeRange): string {
  return `${path} >= ${timeLiteral(type, from)} AND ${path} < ${timeLiteral(type, to)}`;
}

/** `DATE '2024-01-01'` for a column of type DATE, otherwise `TIMESTAMP '2024-01-01 00:00:00'`. */
export function timeLiteral(type: TableColumn["type"], time: string): string {
  const [day = "", clock = "00:00:00"] = time.split(" ");
  return type === "DATE" ? `DATE '${day}'` : `TIMESTAMP '${day} ${clock}'`;
}

/** The year before the one of an instant in epoch milliseconds, in UTC. */
export function lastYear(now: number): TimeRange {
  const year = new Date(now).getUTCFullYear();
  return { from: `${year - 1}-01-01`, to: `${year}-01-01` };
}

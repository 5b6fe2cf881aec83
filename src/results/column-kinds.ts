import { type Connection, quoteName } from "../duckdb/database.ts";
import type { ColumnKind } from "../protocol/data-worker.ts";
import { valueColumn } from "./column-storage.ts";
import type { OpenResult } from "./result-store.ts";

const sampleRows = 2000;

/**
 * Looks at every value of the columns the model does not know: numbers sort as numbers where all of them are. Codes with
 * leading zeros stay text. A time member counts as a date, in every form that starts with an ISO instant (sql-like-language, 11.3).
 */
export async function sniffColumnKinds(connection: Connection, result: OpenResult, signal: AbortSignal): Promise<void> {
  const { facts } = result;
  if (result.isSniffed || facts.rowCount === 0) {
    return;
  }
  const unknown = facts.columns.flatMap(({ name, kind, storage }, position) =>
    storage === "VARCHAR" && kind === "text" && !Object.hasOwn(facts.kinds, name) ? [position] : [],
  );
  const rowCount = facts.rowCount;
  const sampled = await kindsOf(connection, facts.table, unknown, sampleRows, signal);
  // A value that fits no kind is costly to try, and most columns show one at once: only the others are read whole.
  const hopeful = unknown.filter((position) => sampled.get(position) !== "text");
  const found = rowCount > sampleRows ? await kindsOf(connection, facts.table, hopeful, rowCount, signal) : sampled;
  facts.columns = facts.columns.map((column, position) => ({ ...column, kind: found.get(position) ?? column.kind }));
  result.isSniffed = facts.state !== "loading" && facts.rowCount === rowCount;
}

/** What every value of the first rows is; a column of nothing but missing values is left out. */
async function kindsOf(
  connection: Connection,
  table: string,
  positions: readonly number[],
  rowCount: number,
  signal: AbortSignal,
): Promise<Map<number, ColumnKind>> {
  if (positions.length === 0) {
    return new Map();
  }
  const checks = positions.flatMap((position) => {
    const value = valueColumn(position);
    const given = `${value} IS NOT NULL AND ${value} <> ''`;
    return [
      `count(*) FILTER (${given}) AS given${position}`,
      `count(*) FILTER (${given} AND (coalesce(NOT isfinite(try_cast(${value} AS DOUBLE)), true) OR (${value} >= '0' AND ${value} < '1' AND length(${value}) > 1 AND ${value}[2] <> '.'))) AS other${position}`,
      `count(*) FILTER (${given} AND try_cast(ltrim(${value}, '[')[1:10] AS DATE) IS NULL) AS undated${position}`,
    ];
  });
  const [row] = await connection.rows(
    `SELECT ${checks.join(", ")} FROM ${quoteName(table)} WHERE rowid < ${rowCount}`,
    [],
    signal,
  );
  return new Map(
    positions.flatMap((position) =>
      row?.[`given${position}`] === 0n
        ? []
        : [[position, kindOf(row?.[`other${position}`], row?.[`undated${position}`])] as const],
    ),
  );
}

function kindOf(others: unknown, undated: unknown): ColumnKind {
  if (others === 0n) {
    return "number";
  }
  return undated === 0n ? "date" : "text";
}

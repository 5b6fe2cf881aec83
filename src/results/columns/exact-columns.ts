import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ColumnKind } from "../../protocol/data-worker.ts";
import {
  buildShownTextSql,
  type StoredColumn,
  sourceTextColumnOf,
  valueColumnNameOf,
} from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";

/** A column with a SQL type that can represent each of its values exactly. */
export interface ExactColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly position: number;
  /** DuckDB type of the values. `VARCHAR` if no other type is exact. */
  readonly type: string;
  /** Returns the SQL of the typed value, given the alias of the table. */
  value(table: string): string;
}

/** Digits of the DECIMAL types to choose from. DuckDB parses text into the narrow one a hundred times faster. */
const decimalWidths = [18, 38];
const plainDecimal = "-?[0-9]+([.][0-9]+)?";

/**
 * Finds an exact SQL type for each column by reading all values. A column with texts that are not numbers or dates has
 * the type text.
 */
export async function findExactColumns(
  connection: Connection,
  result: OpenResult,
  positions: readonly number[],
  signal: AbortSignal,
): Promise<ExactColumn[]> {
  await result.kinds.find(connection, signal, positions);
  const { columns, table, rowCount } = result.metadata;
  const chosen = positions.flatMap((position) => {
    const column = columns[position];
    return column ? [{ column, position }] : [];
  });
  const checks = rowCount === 0 ? [] : chosen.flatMap(({ column, position }) => typeChecks(column, position));
  const [row = {}] =
    checks.length === 0
      ? []
      : await connection.rows(`SELECT ${checks.join(", ")} FROM ${quoteName(table)} AS t`, [], signal);
  const number = (name: string): number => Number(row[name] ?? 0);
  return chosen.map(({ column, position }) => {
    const type = chooseType(column, (check) => number(`${check}${position}`));
    return {
      name: column.name,
      kind: column.kind,
      position,
      type,
      value: (alias: string) => valueSql(column, position, type, alias),
    };
  });
}

function typeChecks(column: StoredColumn, position: number): string[] {
  const shown = buildShownTextSql(column, position, "t");
  const text = `t.${sourceTextColumnOf(position)}`;
  const check = (condition: string, name: string) => `count(*) FILTER (${condition}) AS ${name}${position}`;
  switch (column.kind) {
    case "number": {
      const texts = column.storage === "VARCHAR" ? [] : [check(`${text} IS NOT NULL`, "kept")];
      const isDecimal = `regexp_full_match(${shown}, '${plainDecimal}')`;
      const point = `strpos(${shown}, '.')`;
      return [
        ...texts,
        check(`${shown} IS NOT NULL AND NOT ${isDecimal}`, "odd"),
        check(`${shown} IS NOT NULL AND coalesce(NOT isfinite(try_cast(${shown} AS DOUBLE)), true)`, "none"),
        check(`${isDecimal} AND try_cast(${shown} AS BIGINT)::VARCHAR IS DISTINCT FROM ${shown}`, "wide"),
        `coalesce(max(CASE WHEN ${isDecimal} AND ${point} > 0 THEN length(${shown}) - ${point} END), 0) AS scale${position}`,
        `coalesce(max(CASE WHEN ${isDecimal} THEN length(ltrim(CASE WHEN ${point} > 0 THEN left(${shown}, ${point} - 1) ELSE ${shown} END, '-0')) END), 0) AS whole${position}`,
      ];
    }
    case "date": {
      const date = dateSql(column, position, "t");
      return [
        check(`${shown} IS NOT NULL AND ${date} IS NULL`, "odd"),
        check(`${date}::DATE::TIMESTAMP <> ${date}`, "timed"),
        check(`regexp_matches(${shown}, '[.][0-9]{7}')`, "fine"),
      ];
    }
    case "boolean":
      return [check(`${shown} IS NOT NULL AND ${shown} NOT IN ('true', 'false')`, "odd")];
    case "text":
      return [];
  }
}

function chooseType({ kind, storage }: StoredColumn, count: (check: string) => number): string {
  switch (kind) {
    case "number": {
      if (count("none") > 0) {
        return "VARCHAR";
      }
      if (storage === "BIGINT" && count("kept") === 0) {
        return "BIGINT";
      }
      if (count("odd") === 0 && count("wide") === 0) {
        return "BIGINT";
      }
      const scale = count("scale");
      const width = decimalWidths.find((most) => count("whole") + scale <= most);
      if (count("odd") === 0 && width !== undefined) {
        return `DECIMAL(${width}, ${scale})`;
      }
      // A source text is stored where the double would be formatted differently.
      return storage === "DOUBLE" && count("kept") === 0 ? "DOUBLE" : "VARCHAR";
    }
    case "date":
      return count("odd") > 0 || count("fine") > 0 ? "VARCHAR" : count("timed") > 0 ? "TIMESTAMP" : "DATE";
    case "boolean":
      return count("odd") > 0 ? "VARCHAR" : "BOOLEAN";
    case "text":
      return "VARCHAR";
  }
}

function valueSql(column: StoredColumn, position: number, type: string, table: string): string {
  const value = `${table}.${valueColumnNameOf(position)}`;
  const shown = buildShownTextSql(column, position, table);
  if (type === "VARCHAR") {
    return shown;
  }
  if (type === "DATE" || type === "TIMESTAMP") {
    return `${dateSql(column, position, table)}::${type}`;
  }
  return (type === "BIGINT" || type === "DOUBLE") && column.storage === type ? value : `${shown}::${type}`;
}

function dateSql(column: StoredColumn, position: number, table: string): string {
  return column.storage === "TIMESTAMP"
    ? `${table}.${valueColumnNameOf(position)}`
    : `try_cast(${buildShownTextSql(column, position, table)} AS TIMESTAMP)`;
}

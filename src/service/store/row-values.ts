import type { SqlValue } from "../../duckdb/database.ts";

/** Converts an instant in epoch milliseconds to a value of a BIGINT column. */
export function instant(value: number | undefined): bigint | null {
  return value === undefined ? null : BigInt(value);
}

/** Reads a number, or undefined for NULL. */
export function numberOf(value: SqlValue | undefined): number | undefined {
  return value === null || value === undefined ? undefined : Number(value);
}

/** Reads a text, or undefined for NULL. */
export function textOf(value: SqlValue | undefined): string | undefined {
  return value === null || value === undefined ? undefined : String(value);
}

/** What a column of a table source is in DuckDB (sql-like-language 13.1 and 14). */
const storage = {
  STRING: "VARCHAR",
  TENANT_ID: "VARCHAR",
  CUSTOMER_ID: "VARCHAR",
  INTEGER: "INTEGER",
  LONG: "BIGINT",
  DOUBLE: "DOUBLE",
  DECIMAL: "DECIMAL(38,18)",
  BOOLEAN: "BOOLEAN",
  DATE_TIME: "TIMESTAMP",
  DATE: "DATE",
  JSON: "JSON",
  BINARY: "BLOB",
  UNSPECIFIED: "VARCHAR",
} as const;

/** Type of a table source's column (sql-like-language 13.1). */
export type ColumnType = keyof typeof storage;

export const columnTypes = Object.keys(storage) as readonly ColumnType[];

/** `INTEGER` gives `INTEGER`, `LONG` gives `BIGINT`. */
export function storageOf(type: ColumnType): string {
  return storage[type];
}

/** Storage that takes every value of another one unchanged. */
const wider: Readonly<Record<string, readonly string[]>> = {
  INTEGER: [storage.LONG, storage.DOUBLE, storage.DECIMAL, storage.STRING],
  BIGINT: [storage.DECIMAL, storage.STRING],
  DOUBLE: [storage.STRING],
  "DECIMAL(38,18)": [storage.STRING],
  BOOLEAN: [storage.STRING],
  DATE: [storage.DATE_TIME, storage.STRING],
  TIMESTAMP: [storage.STRING],
  JSON: [storage.STRING],
};

/** Whether values stored as `from` can be stored as `to` without a loss. */
export function keepsValues(from: string, to: string): boolean {
  return from === to || (wider[from]?.includes(to) ?? false);
}

/** DuckDB type of each column type of table sources (sql-like-language 13.1 and 14). */
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

/** Type of a column in a table source (sql-like-language 13.1). */
export type ColumnType = keyof typeof storage;

/** Type of a column's values: those of tenants' codes, and of columns without a type, are texts. */
export type ValueType = Exclude<ColumnType, "TENANT_ID" | "CUSTOMER_ID" | "UNSPECIFIED">;

/** Types that a column of a table source can have. */
export const tableSourceColumnTypes = Object.keys(storage) as readonly ColumnType[];

/** Returns the DuckDB type that stores a column type, such as `BIGINT` for `LONG`. */
export function storageTypeOf(type: ColumnType): string {
  return storage[type];
}

/** Returns the type of the values of a column. */
export function valueTypeOf(type: ColumnType): ValueType {
  return type === "TENANT_ID" || type === "CUSTOMER_ID" || type === "UNSPECIFIED" ? "STRING" : type;
}

/** Returns the type of the values that a DuckDB type of `storageTypeOf` stores. */
export function valueTypeOfStorage(type: string): ValueType {
  return valueTypeOf(tableSourceColumnTypes.find((known) => storage[known] === type) ?? "UNSPECIFIED");
}

/** DuckDB types that can represent every value of another one. */
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

/** Whether all values of the type `from` can be converted to the type `to` without loss. */
export function isLossless(from: string, to: string): boolean {
  return from === to || (wider[from]?.includes(to) ?? false);
}

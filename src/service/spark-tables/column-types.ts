import { splitOutsideBrackets } from "../../base/split-outside-brackets.ts";
import { quoteName } from "../../duckdb/database.ts";
import type { ValueType } from "../store/column-storage.ts";
import { TableDataError } from "../table-data/table-data-error.ts";

/** Types of Iceberg and of Spark for the values of columns. */
const types: Readonly<Record<ValueType, { readonly iceberg: string; readonly spark: string }>> = {
  STRING: { iceberg: "string", spark: "string" },
  JSON: { iceberg: "string", spark: "string" },
  INTEGER: { iceberg: "int", spark: "int" },
  LONG: { iceberg: "long", spark: "bigint" },
  DOUBLE: { iceberg: "double", spark: "double" },
  DECIMAL: { iceberg: "decimal(38, 18)", spark: "decimal(38,18)" },
  BOOLEAN: { iceberg: "boolean", spark: "boolean" },
  DATE_TIME: { iceberg: "timestamptz", spark: "timestamp" },
  DATE: { iceberg: "date", spark: "date" },
  BINARY: { iceberg: "binary", spark: "binary" },
};

export function icebergTypeOf(type: ValueType): string {
  return types[type].iceberg;
}

/** Returns the type of a column in statements of Spark. */
export function sparkColumnTypeOf(type: ValueType): string {
  return types[type].spark;
}

/** Whether Iceberg changes the type of a column and keeps its values. */
export function isPromotable(from: string, to: string): boolean {
  return from === to || (from === "int" && to === "long");
}

const duckdbTypes: Readonly<Record<string, string>> = {
  tinyint: "TINYINT",
  smallint: "SMALLINT",
  int: "INTEGER",
  bigint: "BIGINT",
  float: "FLOAT",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  timestamp: "TIMESTAMP",
  timestamp_ntz: "TIMESTAMP",
  date: "DATE",
  binary: "BLOB",
};

const nestedType = /^(array|map|struct)<(.*)>$/s;

/** Returns DuckDB's type for a type of Spark, such as `STRUCT("a" INTEGER)[]` for `array<struct<a:int>>`. */
export function duckdbTypeOf(type: string): string {
  const parts = innerTypesOf(type);
  switch (nestedType.exec(type)?.[1]) {
    case "array":
      return `${duckdbTypeOf(parts[0] ?? "")}[]`;
    case "map":
      return `MAP(${parts.map(duckdbTypeOf).join(", ")})`;
    case "struct":
      return `STRUCT(${parts.map(fieldOf).join(", ")})`;
    default:
      return type.startsWith("decimal(") ? type.toUpperCase() : (duckdbTypes[type] ?? "VARCHAR");
  }
}

function fieldOf(part: string): string {
  const colon = part.indexOf(":");
  return `${quoteName(part.slice(0, colon))} ${duckdbTypeOf(part.slice(colon + 1))}`;
}

/** Returns what a nested type of Spark holds: `["string", "array<int>"]` for `map<string,array<int>>`. */
export function innerTypesOf(type: string): readonly string[] {
  return splitOutsideBrackets(nestedType.exec(type)?.[2] ?? "");
}

/** Throws a TableDataError if a column of an input file is of a nested type; `storage` is its type in DuckDB. */
export function checkIsFlat(input: string, column: string, storage: string): void {
  if (/[[(]/.test(storage.replace(/^DECIMAL\(\d+,\d+\)$/, ""))) {
    throw new TableDataError(
      `The input ${input} has a column "${column}" of a nested type, which Spark does not get from files. Leave it out of the file, or write it as text.`,
    );
  }
}

/** Quotes a text as a string literal of Spark SQL. */
export function quoteSparkText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

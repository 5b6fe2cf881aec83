import type { SparkType } from "../engine/spark/types/translated-statement.ts";

const types: Readonly<Record<string, SparkType>> = {
  VARCHAR: "string",
  TINYINT: "tinyint",
  SMALLINT: "smallint",
  INTEGER: "int",
  BIGINT: "bigint",
  UTINYINT: "smallint",
  USMALLINT: "int",
  UINTEGER: "bigint",
  UBIGINT: "decimal(20,0)",
  HUGEINT: "decimal(38,0)",
  FLOAT: "float",
  DOUBLE: "double",
  BOOLEAN: "boolean",
  TIMESTAMP: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_NS: "timestamp",
  TIMESTAMP_S: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
  DATE: "date",
  JSON: "json",
  BLOB: "binary",
};

/** Returns the Spark type of a DuckDB type: `array<bigint>` for `BIGINT[]`. Types unknown to Spark become `string`. */
export function sparkTypeOf(storage: string): SparkType {
  const known = types[storage];
  if (known) {
    return known;
  }
  if (storage.endsWith("[]")) {
    return `array<${sparkTypeOf(storage.slice(0, -2))}>`;
  }
  const decimal = /^DECIMAL\((\d+),(\d+)\)$/.exec(storage);
  return decimal ? `decimal(${decimal[1]},${decimal[2]})` : "string";
}

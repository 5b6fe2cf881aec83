import type { ValueType } from "./model-source.ts";

const words: Readonly<Record<ValueType, readonly string[]>> = {
  text: ["text", "string", "varchar", "char", "character", "uuid"],
  number: [
    "number",
    "numeric",
    "decimal",
    "integer",
    "int",
    "smallint",
    "bigint",
    "short",
    "long",
    "float",
    "double",
    "real",
  ],
  date: ["date", "datetime", "timestamp", "instant"],
  boolean: ["boolean", "bool"],
};

const types = new Map(
  Object.entries(words).flatMap(([type, names]) => names.map((name) => [name, type as ValueType] as const)),
);

/**
 * Derives a value type from the name of a service data type, such as `DECIMAL(38, 10)`. This is a heuristic, because
 * the specification lists no type names.
 */
export function valueTypeOf(dataType: string): ValueType | undefined {
  return types.get(dataType.replace(/\(.*$/s, "").trim().toLowerCase());
}

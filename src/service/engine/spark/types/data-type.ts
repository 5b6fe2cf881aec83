import { splitOutsideBrackets } from "../../../../base/split-outside-brackets.ts";
import type { Span } from "../../../../languages/core/text/span.ts";
import { parseSchema } from "../../../../languages/table-sql/syntax.ts";
import { SparkSqlError } from "./spark-sql-error.ts";

export type DataType = SimpleType | DecimalType | ArrayType | MapType | StructType;
interface SimpleType {
  readonly kind:
    | "void"
    | "boolean"
    | "tinyint"
    | "smallint"
    | "int"
    | "bigint"
    | "float"
    | "double"
    | "string"
    | "binary"
    | "date"
    | "timestamp"
    | "interval";
}
export interface DecimalType {
  readonly kind: "decimal";
  readonly precision: number;
  readonly scale: number;
}
export interface ArrayType {
  readonly kind: "array";
  readonly element: DataType;
}
export interface MapType {
  readonly kind: "map";
  readonly key: DataType;
  readonly value: DataType;
}
export interface StructType {
  readonly kind: "struct";
  readonly fields: readonly StructField[];
}
interface StructField {
  readonly name: string;
  readonly type: DataType;
}

const createSimpleType = (kind: SimpleType["kind"]): SimpleType => ({ kind });
export const voidType = createSimpleType("void");
export const booleanType = createSimpleType("boolean");
export const intType = createSimpleType("int");
export const bigintType = createSimpleType("bigint");
export const doubleType = createSimpleType("double");
export const stringType = createSimpleType("string");
export const binaryType = createSimpleType("binary");
export const dateType = createSimpleType("date");
export const timestampType = createSimpleType("timestamp");
export const intervalType = createSimpleType("interval");
export const createDecimalType = (precision: number, scale: number): DecimalType => ({
  kind: "decimal",
  precision,
  scale,
});
export const createArrayType = (element: DataType): ArrayType => ({ kind: "array", element });
export const createMapType = (key: DataType, value: DataType): MapType => ({ kind: "map", key, value });
export const createStructType = (fields: readonly StructField[]): StructType => ({ kind: "struct", fields });

/** Names of Spark's simple types, with the DuckDB type that holds their values. */
const simpleTypes: Readonly<Record<string, { readonly kind: SimpleType["kind"]; readonly duck: string }>> = {
  void: { kind: "void", duck: "INTEGER" },
  boolean: { kind: "boolean", duck: "BOOLEAN" },
  tinyint: { kind: "tinyint", duck: "TINYINT" },
  byte: { kind: "tinyint", duck: "TINYINT" },
  smallint: { kind: "smallint", duck: "SMALLINT" },
  short: { kind: "smallint", duck: "SMALLINT" },
  int: { kind: "int", duck: "INTEGER" },
  integer: { kind: "int", duck: "INTEGER" },
  bigint: { kind: "bigint", duck: "BIGINT" },
  long: { kind: "bigint", duck: "BIGINT" },
  float: { kind: "float", duck: "FLOAT" },
  real: { kind: "float", duck: "FLOAT" },
  double: { kind: "double", duck: "DOUBLE" },
  string: { kind: "string", duck: "VARCHAR" },
  json: { kind: "string", duck: "VARCHAR" },
  binary: { kind: "binary", duck: "BLOB" },
  date: { kind: "date", duck: "DATE" },
  timestamp: { kind: "timestamp", duck: "TIMESTAMP" },
  timestamp_ltz: { kind: "timestamp", duck: "TIMESTAMP" },
  interval: { kind: "interval", duck: "INTERVAL" },
};

/**
 * Parses the text of a Spark type, such as `decimal(10,2)`. Throws SparkSqlError for an unsupported type; the error has
 * the given span of the statement.
 */
export function parseSparkType(text: string, span: Span): DataType {
  const type = parseType(text.trim());
  if (!type) {
    throw new SparkSqlError(`The type ${text} is not available in the embedded engine.`, span.start, span.end);
  }
  return type;
}

function parseType(text: string): DataType | undefined {
  const lower = text.toLowerCase();
  const found = Object.hasOwn(simpleTypes, lower) ? simpleTypes[lower] : undefined;
  if (found) {
    return createSimpleType(found.kind);
  }
  const sized = /^(decimal|dec|numeric)(?:\((\d+)(?:,(\d+))?\))?$/.exec(lower);
  if (sized) {
    const [precision, scale] = [Number(sized[2] ?? 10), Number(sized[3] ?? 0)];
    return precision >= 1 && precision <= 38 && scale <= precision ? createDecimalType(precision, scale) : undefined;
  }
  if (/^(var)?char\(\d+\)$/.test(lower)) {
    return stringType;
  }
  return parseNestedType(text);
}

function parseNestedType(text: string): DataType | undefined {
  const inner = /^(array|map|struct)<([\s\S]*)>$/i.exec(text);
  const parts =
    inner?.[2] === undefined || inner[2].trim() === "" ? [] : splitOutsideBrackets(inner[2]).map((part) => part.trim());
  const [first = "", second = ""] = parts;
  switch (inner?.[1]?.toLowerCase()) {
    case "array": {
      const element = parseType(first);
      return element && createArrayType(element);
    }
    case "map": {
      const [key, value] = [parseType(first), parseType(second)];
      return key && value && createMapType(key, value);
    }
    case "struct":
      return parseStructType(parts);
    default:
      return undefined;
  }
}

function parseStructType(parts: readonly string[]): DataType | undefined {
  const fields: StructField[] = [];
  for (const part of parts) {
    const found = /^\s*(?:`([^`]+)`|([^:`]+)):([\s\S]+)$/.exec(part);
    const type = parseType((found?.[3] ?? "").trim());
    if (!found || !type) {
      return undefined;
    }
    fields.push({ name: found[1] ?? found[2]?.trim() ?? "", type });
  }
  return createStructType(fields);
}

/**
 * Parses the text of a Spark schema: `a INT, b STRING` is a struct, `array<int>` an array. Throws SparkSqlError for an
 * invalid schema; the error has the given span of the statement.
 */
export function parseSparkSchema(text: string, span: Span): DataType {
  const { tree: type, problem } = parseSchema(text);
  if (problem) {
    throw schemaError(text, problem.message, span);
  }
  try {
    return parseSparkType(type, span);
  } catch (error) {
    throw error instanceof SparkSqlError ? schemaError(text, error.message, span, error) : error;
  }
}

function schemaError(text: string, problem: string, span: Span, cause?: SparkSqlError): SparkSqlError {
  return new SparkSqlError(`The schema '${text}' is not valid: ${problem}`, span.start, span.end, { cause });
}

/** Formats a type as Spark prints it, such as `struct<a:int>`. */
export function formatSparkType(type: DataType): string {
  switch (type.kind) {
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "array":
      return `array<${formatSparkType(type.element)}>`;
    case "map":
      return `map<${formatSparkType(type.key)},${formatSparkType(type.value)}>`;
    case "struct":
      return `struct<${type.fields.map((field) => `${field.name}:${formatSparkType(field.type)}`).join(",")}>`;
    default:
      return type.kind;
  }
}

/** Returns the DuckDB type that represents a Spark type. */
export function duckDbTypeOf(type: DataType): string {
  switch (type.kind) {
    case "decimal":
      return `DECIMAL(${type.precision},${type.scale})`;
    case "array":
      return `${duckDbTypeOf(type.element)}[]`;
    case "map":
      return `MAP(${duckDbTypeOf(type.key)}, ${duckDbTypeOf(type.value)})`;
    case "struct":
      return `STRUCT(${type.fields.map((field) => `"${field.name.replaceAll('"', '""')}" ${duckDbTypeOf(field.type)}`).join(", ")})`;
    default:
      return simpleTypes[type.kind]?.duck ?? "VARCHAR";
  }
}

export function isSameType(left: DataType, right: DataType): boolean {
  return left === right || formatSparkType(left).toLowerCase() === formatSparkType(right).toLowerCase();
}

const integrals = ["tinyint", "smallint", "int", "bigint"];
export function isIntegralType(type: DataType): boolean {
  return integrals.includes(type.kind);
}
export function isFractionalType(type: DataType): boolean {
  return type.kind === "float" || type.kind === "double";
}
export function isNumericType(type: DataType): boolean {
  return isIntegralType(type) || isFractionalType(type) || type.kind === "decimal";
}
export function isNestedType(type: DataType): boolean {
  return type.kind === "array" || type.kind === "map" || type.kind === "struct";
}

/**
 * Returns the decimal type that Spark converts a number type to. It can hold all integers, but not all floats and
 * doubles.
 */
export function decimalTypeOfNumberType(type: DataType): DecimalType {
  switch (type.kind) {
    case "decimal":
      return type;
    case "tinyint":
      return createDecimalType(3, 0);
    case "smallint":
      return createDecimalType(5, 0);
    case "int":
      return createDecimalType(10, 0);
    case "bigint":
      return createDecimalType(20, 0);
    case "float":
      return createDecimalType(14, 7);
    default:
      return createDecimalType(30, 15);
  }
}

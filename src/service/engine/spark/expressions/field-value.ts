import type { Span } from "../../../../languages/core/text/span.ts";
import { arrayType, type DataType, typeText } from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { quoteText, type Value } from "../types/value.ts";

/** Returns a field of a struct, an array of this field of each struct in an array, or the value of a map's key. */
export function fieldValue(value: Value, name: string, span: Span): Value {
  const { type, sql } = value;
  if (type.kind === "map") {
    return { sql: `map_extract_value(${sql}, ${quoteText(name)})`, type: type.value, name };
  }
  if (type.kind === "array" && type.element.kind === "struct") {
    const inner = fieldValue({ sql: '"el"', type: type.element, name }, name, span);
    return { sql: `list_transform(${sql}, lambda "el": ${inner.sql})`, type: arrayType(inner.type), name: inner.name };
  }
  const field =
    type.kind === "struct" ? type.fields.find((one) => one.name.toLowerCase() === name.toLowerCase()) : undefined;
  if (!field) {
    throw new SparkSqlError(
      `${value.name} has no field ${name}; its type is ${shortTypeText(type)}.`,
      span.start,
      span.end,
    );
  }
  return { sql: `(${sql})."${field.name.replaceAll('"', '""')}"`, type: field.type, name: field.name };
}

function shortTypeText(type: DataType): string {
  const text = typeText(type);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

import type { DataType } from "./generated/spark_connect_pb.js";

/** Name of a type as Spark prints it, such as `struct<a:int,b:decimal(10,2)>`. */
export function sparkTypeText(type: DataType | undefined): string {
  const kind = type?.kind;
  switch (kind?.case) {
    case "decimal":
      return `decimal(${kind.value.precision ?? 10},${kind.value.scale ?? 0})`;
    case "array":
      return `array<${sparkTypeText(kind.value.elementType)}>`;
    case "map":
      return `map<${sparkTypeText(kind.value.keyType)},${sparkTypeText(kind.value.valueType)}>`;
    case "struct":
      return `struct<${kind.value.fields.map(({ name, dataType }) => `${name}:${sparkTypeText(dataType)}`).join(",")}>`;
    case "char":
      return `char(${kind.value.length})`;
    case "varChar":
      return `varchar(${kind.value.length})`;
    case "dayTimeInterval":
      return intervalText(dayTimeUnits, kind.value.startField ?? 0, kind.value.endField ?? 3);
    case "yearMonthInterval":
      return intervalText(yearMonthUnits, kind.value.startField ?? 0, kind.value.endField ?? 1);
    default:
      return kind?.case === undefined ? "unknown" : (simpleNames[kind.case] ?? kind.case);
  }
}

const dayTimeUnits = ["day", "hour", "minute", "second"];
const yearMonthUnits = ["year", "month"];

const simpleNames: Partial<Record<NonNullable<DataType["kind"]["case"]>, string>> = {
  null: "void",
  byte: "tinyint",
  short: "smallint",
  integer: "int",
  long: "bigint",
  timestampNtz: "timestamp_ntz",
  calendarInterval: "interval",
};

function intervalText(units: readonly string[], start: number, end: number): string {
  return start === end ? `interval ${units[start]}` : `interval ${units[start]} to ${units[end]}`;
}

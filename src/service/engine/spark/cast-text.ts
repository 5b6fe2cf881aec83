import { bindValues } from "./bind-values.ts";
import type { ArrayType, DataType, MapType, StructType } from "./data-type.ts";

/** A double as Java writes it: `1.0E10` from ten million on and below a thousandth. */
export function numberText(sql: string): string {
  return bindValues([sql], ([v]) => {
    const text = `CAST(abs(${v}) AS VARCHAR)`;
    const mantissa = `regexp_replace(${text}, 'e.*$', '')`;
    const exponent = `CAST(regexp_extract(${text}, 'e([+-]?[0-9]+)$', 1) AS INTEGER)`;
    const scientific = `CASE WHEN contains(${mantissa}, '.') THEN ${mantissa} ELSE ${mantissa} || '.0' END || 'E' || ${exponent}`;
    const digits = `regexp_replace(replace(${text}, '.', ''), '^0*([0-9]*?)0*$', '\\1')`;
    const shifted = `${digits}[1] || '.' || CASE WHEN length(${digits}) > 1 THEN ${digits}[2:] ELSE '0' END`;
    const large = `${shifted} || 'E' || (length(split_part(${text}, '.', 1)) - 1)`;
    const small = `${shifted} || 'E-' || (length(regexp_extract(${text}, '\\.(0*)', 1)) + 1)`;
    const positive =
      `CASE WHEN abs(${v}) >= 0.001 AND abs(${v}) < 10000000 OR ${v} = 0 THEN ${text} ` +
      `WHEN contains(${text}, 'e') THEN ${scientific} WHEN abs(${v}) < 1 THEN ${small} ELSE ${large} END`;
    const special = `WHEN isnan(${v}) THEN 'NaN' WHEN isinf(${v}) THEN CASE WHEN ${v} > 0 THEN 'Infinity' ELSE '-Infinity' END`;
    const sign = `CASE WHEN signbit(${v}) THEN '-' ELSE '' END`;
    return `CASE WHEN ${v} IS NULL THEN NULL ${special} ELSE ${sign} || ${positive} END`;
  });
}

/** Arrays as `[1, null]`, maps as `{k -> 1}`, structs as `{1, b}`. */
export function nestedText(
  sql: string,
  type: ArrayType | MapType | StructType,
  toText: (sql: string, type: DataType) => string,
): string {
  const show = (value: string, of: DataType): string => `coalesce(${toText(value, of)}, 'null')`;
  switch (type.kind) {
    case "array": {
      const element = `"t#${sql.length}"`;
      return `'[' || array_to_string(list_transform(${sql}, lambda ${element}: ${show(element, type.element)}), ', ') || ']'`;
    }
    case "map": {
      const entry = `"t#${sql.length}"`;
      const text = `${show(`${entry}."key"`, type.key)} || ' -> ' || ${show(`${entry}."value"`, type.value)}`;
      return `'{' || array_to_string(list_transform(map_entries(${sql}), lambda ${entry}: ${text}), ', ') || '}'`;
    }
    default:
      return bindValues([sql], ([v]) => {
        const fields = type.fields.map((field) => show(`(${v})."${field.name.replaceAll('"', '""')}"`, field.type));
        return `CASE WHEN ${v} IS NOT NULL THEN '{' || ${fields.join(" || ', ' || ")} || '}' END`;
      });
  }
}

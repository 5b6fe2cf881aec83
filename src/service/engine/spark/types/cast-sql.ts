import {
  type ArrayType,
  createDecimalType,
  type DataType,
  duckDbTypeOf,
  isFractionalType,
  isIntegralType,
  isNumericType,
  isSameType,
  type MapType,
  type StructType,
} from "./data-type.ts";
import { bindValues } from "./value.ts";

/**
 * Returns SQL that casts a value as Spark does with ANSI mode off: an invalid text becomes NULL. Undefined for a cast
 * that Spark does not allow.
 */
export function buildCastSql(sql: string, from: DataType, to: DataType): string | undefined {
  if (isSameType(from, to)) {
    return sql;
  }
  if (from.kind === "void") {
    return `CAST(NULL AS ${duckDbTypeOf(to)})`;
  }
  if (to.kind === "string") {
    return toText(sql, from);
  }
  if (isIntegralType(to)) {
    return toIntegral(sql, from, to);
  }
  if (isFractionalType(to)) {
    return toFractional(sql, from, to);
  }
  switch (to.kind) {
    case "decimal":
      return toDecimal(sql, from, to);
    case "boolean":
      return toBoolean(sql, from);
    case "date":
      return toDate(sql, from);
    case "timestamp":
      return toTimestamp(sql, from);
    case "binary":
      return from.kind === "string" ? `encode(${sql})` : undefined;
    case "array":
      return from.kind === "array" ? castList(sql, from.element, to.element) : undefined;
    case "map":
      return from.kind === "map" ? castMap(sql, from, to) : undefined;
    case "struct":
      return from.kind === "struct" ? castStruct(sql, from, to) : undefined;
    default:
      return undefined;
  }
}

function toText(sql: string, from: DataType): string | undefined {
  switch (from.kind) {
    case "double":
    case "float":
      return doubleText(sql);
    case "decimal":
      // DuckDB omits the zero before the decimal point if scale and precision are equal.
      if (from.precision === from.scale && from.precision < 38) {
        return toText(
          `CAST(${sql} AS DECIMAL(${from.precision + 1},${from.scale}))`,
          createDecimalType(from.precision + 1, from.scale),
        );
      }
      // Java writes zero with an exponent if the scale is above six.
      return from.scale > 6
        ? bindValues([sql], ([v]) => `CASE WHEN ${v} = 0 THEN '0E-${from.scale}' ELSE CAST(${v} AS VARCHAR) END`)
        : `CAST(${sql} AS VARCHAR)`;
    case "binary":
      return `decode(${sql})`;
    case "array":
    case "map":
    case "struct":
      return nestedText(sql, from, (value, type) => toText(value, type) ?? value);
    case "interval":
      return undefined;
    case "string":
      return sql;
    default:
      return `CAST(${sql} AS VARCHAR)`;
  }
}

const integerBounds: Readonly<Record<string, readonly [string, string]>> = {
  int: ["-2147483648", "2147483647"],
  bigint: ["-9223372036854775808", "9223372036854775807"],
};

function toIntegral(sql: string, from: DataType, to: DataType): string | undefined {
  const target = duckDbTypeOf(to);
  if (from.kind === "string") {
    const blanks = "[\\x00-\\x20]*";
    return bindValues([sql], ([v]) => {
      const digits = `regexp_extract(${v}, '^${blanks}([+-]?[0-9]+)(?:\\.[0-9]*)?${blanks}$', 1)`;
      // `.5` has no digit before the decimal point and becomes 0.
      const zero = `CASE WHEN regexp_full_match(${v}, '${blanks}[+-]?\\.[0-9]+${blanks}') THEN 0 END`;
      return `coalesce(TRY_CAST(${digits} AS ${target}), CAST(${zero} AS ${target}))`;
    });
  }
  if (from.kind === "boolean") {
    return `CAST(${sql} AS ${target})`;
  }
  if (from.kind === "timestamp") {
    return buildWrapIntegralSql(`CAST(floor(epoch_us(${sql}) / 1000000) AS BIGINT)`, to);
  }
  if (isFractionalType(from)) {
    const wide = to.kind === "bigint" ? to : ({ kind: "int" } as const);
    const [low = "", high = ""] = integerBounds[wide.kind] ?? [];
    const whole = bindValues([sql], ([v]) => {
      const inner = `CAST(trunc(${v}) AS ${duckDbTypeOf(wide)})`;
      const large = `WHEN ${v} >= ${high} THEN ${high} WHEN ${v} <= ${low} THEN ${low}`;
      return `CAST(CASE WHEN isnan(${v}) THEN 0 ${large} ELSE ${inner} END AS ${duckDbTypeOf(wide)})`;
    });
    return buildWrapIntegralSql(whole, to, wide);
  }
  if (from.kind === "decimal") {
    return buildWrapIntegralSql(`CAST(trunc(${sql}) AS HUGEINT)`, to);
  }
  if (isIntegralType(from)) {
    const sizes = ["tinyint", "smallint", "int", "bigint"];
    const widens = sizes.indexOf(to.kind) > sizes.indexOf(from.kind);
    return widens ? `CAST(${sql} AS ${target})` : buildWrapIntegralSql(`CAST(${sql} AS HUGEINT)`, to);
  }
  return undefined;
}

const halfRanges: Readonly<Record<string, bigint>> = {
  tinyint: 128n,
  smallint: 32_768n,
  int: 2_147_483_648n,
  bigint: 2n ** 63n,
};

/** Returns SQL that wraps an integer around at the bounds of its type, as Java does on overflow. */
export function buildWrapIntegralSql(sql: string, to: DataType, from?: DataType): string {
  if (from && isSameType(from, to)) {
    return sql;
  }
  const half = halfRanges[to.kind] ?? 0n;
  const mask = half * 2n - 1n;
  return `CAST(((CAST(${sql} AS HUGEINT) + ${half}) & CAST(${mask} AS HUGEINT)) - ${half} AS ${duckDbTypeOf(to)})`;
}

const decimalPattern = "[+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?";

function toFractional(sql: string, from: DataType, to: DataType): string | undefined {
  if (from.kind === "string") {
    const pattern = `^[\\x00-\\x20]*(${decimalPattern}|[+-]?(?i:infinity|inf)|(?i:nan))[dDfF]?[\\x00-\\x20]*$`;
    return `TRY_CAST(regexp_extract(${sql}, '${pattern}', 1) AS ${duckDbTypeOf(to)})`;
  }
  if (from.kind === "timestamp") {
    return `(epoch_us(${sql}) / 1000000)`;
  }
  return isNumericType(from) || from.kind === "boolean" ? `CAST(${sql} AS ${duckDbTypeOf(to)})` : undefined;
}

function toDecimal(sql: string, from: DataType, to: DataType): string | undefined {
  const target = duckDbTypeOf(to);
  if (from.kind === "string") {
    return `TRY_CAST(regexp_extract(${sql}, '^[\\x00-\\x20]*(${decimalPattern})[\\x00-\\x20]*$', 1) AS ${target})`;
  }
  if (isFractionalType(from)) {
    // Cast as text, because 1.005 is meant, not the slightly smaller binary number.
    return `TRY_CAST(CAST(${sql} AS VARCHAR) AS ${target})`;
  }
  if (from.kind === "boolean") {
    return `TRY_CAST(CAST(${sql} AS INTEGER) AS ${target})`;
  }
  return isNumericType(from) ? `TRY_CAST(${sql} AS ${target})` : undefined;
}

function toBoolean(sql: string, from: DataType): string | undefined {
  if (from.kind === "string") {
    return bindValues([`lower(trim(${sql}))`], ([v]) => {
      const isTrue = `${v} IN ('t', 'true', 'y', 'yes', '1')`;
      return `CASE WHEN ${isTrue} THEN TRUE WHEN ${v} IN ('f', 'false', 'n', 'no', '0') THEN FALSE END`;
    });
  }
  return isNumericType(from) ? `(${sql} <> 0)` : undefined;
}

function toDate(sql: string, from: DataType): string | undefined {
  if (from.kind === "timestamp") {
    return `CAST(${sql} AS DATE)`;
  }
  if (from.kind !== "string") {
    return undefined;
  }
  return bindValues([sql], ([v]) => {
    const day = "[\\x00-\\x20]*([0-9]{4,5}-[0-9]{1,2}-[0-9]{1,2})(?:[ T].*)?[\\x00-\\x20]*";
    const whole = `CASE WHEN regexp_full_match(${v}, '${day}') THEN regexp_extract(${v}, '${day}', 1)`;
    const month = `WHEN regexp_full_match(trim(${v}), '[0-9]{4,5}-[0-9]{1,2}') THEN trim(${v}) || '-1'`;
    const year = `WHEN regexp_full_match(trim(${v}), '[0-9]{4,5}') THEN trim(${v}) || '-1-1' END`;
    return `TRY_CAST(${whole} ${month} ${year} AS DATE)`;
  });
}

function toTimestamp(sql: string, from: DataType): string | undefined {
  if (from.kind === "date") {
    return `CAST(${sql} AS TIMESTAMP)`;
  }
  if (isIntegralType(from)) {
    return `make_timestamp(CAST(${sql} AS BIGINT) * 1000000)`;
  }
  if (isNumericType(from)) {
    return `make_timestamp(CAST(trunc(${sql} * 1000000) AS BIGINT))`;
  }
  if (from.kind !== "string") {
    return undefined;
  }
  return bindValues([sql], ([v]) => {
    const time = "[0-9]{4,5}-[0-9]{1,2}-[0-9]{1,2}[ T][0-9]{1,2}(?::[0-9]{1,2}(?::[0-9]{1,2}(?:\\.[0-9]{0,9})?)?)?";
    const zone = "[ ]*(?:Z|UTC|GMT|(?:UTC|GMT)?[+-][0-9]{1,2}(?::?[0-9]{2})?)?";
    const isInstant = `regexp_full_match(trim(${v}), '${time}${zone}')`;
    const hasMinute = `regexp_full_match(trim(${v}), '[^ T]+[ T][0-9]{1,2}:.*')`;
    const local = `replace(regexp_extract(trim(${v}), '^${time}'), 'T', ' ')`;
    const sign = `regexp_extract(trim(${v}), '^${time}[ ]*(?:UTC|GMT)?([+-])', 1)`;
    const hours = `TRY_CAST(regexp_extract(trim(${v}), '^${time}[ ]*(?:UTC|GMT)?[+-]([0-9]{1,2})', 1) AS INTEGER)`;
    const minutes = `TRY_CAST(regexp_extract(trim(${v}), '^${time}[ ]*(?:UTC|GMT)?[+-][0-9]{1,2}:?([0-9]{2})$', 1) AS INTEGER)`;
    const offset = `to_minutes(CASE ${sign} WHEN '+' THEN -1 ELSE 1 END * (coalesce(${hours}, 0) * 60 + coalesce(${minutes}, 0)))`;
    const instant = `TRY_CAST(CASE WHEN ${hasMinute} THEN ${local} ELSE ${local} || ':00' END AS TIMESTAMP) + ${offset}`;
    return `CASE WHEN ${isInstant} THEN ${instant} ELSE CAST(${toDate(v ?? "", from)} AS TIMESTAMP) END`;
  });
}

function castList(sql: string, from: DataType, to: DataType): string | undefined {
  const name = `"e#${typeDepth(from)}"`;
  const element = buildCastSql(name, from, to);
  return element === undefined ? undefined : `list_transform(${sql}, lambda ${name}: ${element})`;
}

function typeDepth(type: DataType): number {
  switch (type.kind) {
    case "array":
      return 1 + typeDepth(type.element);
    case "map":
      return 1 + Math.max(typeDepth(type.key), typeDepth(type.value));
    case "struct":
      return 1 + Math.max(0, ...type.fields.map((field) => typeDepth(field.type)));
    default:
      return 0;
  }
}

function castMap(sql: string, from: MapType, to: MapType): string | undefined {
  const keys = castList(`map_keys(${sql})`, from.key, to.key);
  const values = castList(`map_values(${sql})`, from.value, to.value);
  return keys && values && bindValues([sql], ([v]) => `CASE WHEN ${v} IS NOT NULL THEN map(${keys}, ${values}) END`);
}

function castStruct(sql: string, from: StructType, to: StructType): string | undefined {
  if (from.fields.length !== to.fields.length) {
    return undefined;
  }
  return bindValues([sql], ([v]) => {
    const fields = from.fields.map((field, index) => {
      const target = to.fields[index] ?? field;
      const value = buildCastSql(`(${v})."${field.name.replaceAll('"', '""')}"`, field.type, target.type) ?? "NULL";
      return `"${target.name.replaceAll('"', '""')}": ${value}`;
    });
    return `CASE WHEN ${v} IS NOT NULL THEN {${fields.join(", ")}} END`;
  });
}

/** Returns SQL of a double as Java writes it: `1.0E10` for values from ten million and below a thousandth. */
function doubleText(sql: string): string {
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

/** Returns SQL of a nested value as text: arrays as `[1, null]`, maps as `{k -> 1}`, structs as `{1, b}`. */
function nestedText(
  sql: string,
  type: ArrayType | MapType | StructType,
  toText: (sql: string, type: DataType) => string,
): string {
  const textOrNull = (value: string, of: DataType): string => `coalesce(${toText(value, of)}, 'null')`;
  switch (type.kind) {
    case "array": {
      const element = `"t#${sql.length}"`;
      return `'[' || array_to_string(list_transform(${sql}, lambda ${element}: ${textOrNull(element, type.element)}), ', ') || ']'`;
    }
    case "map": {
      const entry = `"t#${sql.length}"`;
      const text = `${textOrNull(`${entry}."key"`, type.key)} || ' -> ' || ${textOrNull(`${entry}."value"`, type.value)}`;
      return `'{' || array_to_string(list_transform(map_entries(${sql}), lambda ${entry}: ${text}), ', ') || '}'`;
    }
    default:
      return bindValues([sql], ([v]) => {
        const fields = type.fields.map((field) =>
          textOrNull(`(${v})."${field.name.replaceAll('"', '""')}"`, field.type),
        );
        return `CASE WHEN ${v} IS NOT NULL THEN '{' || ${fields.join(" || ', ' || ")} || '}' END`;
      });
  }
}

import type { Literal } from "../../../../languages/table-sql/syntax.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import {
  bigintType,
  binaryType,
  booleanType,
  createDecimalType,
  type DataType,
  dateType,
  doubleType,
  intType,
  stringType,
  timestampType,
  voidType,
} from "../types/data-type.ts";
import { SparkSqlError } from "../types/spark-sql-error.ts";
import { createTextValue, quoteText, type TranslatedValue } from "../types/value.ts";

/** Translates a literal. Throws SparkSqlError for an invalid literal or one that is too large for its type. */
export function translateLiteral(literal: Literal): TranslatedValue {
  switch (literal.type) {
    case "string":
      return createTextValue(literal.text);
    case "number":
      return numberValue(literal);
    case "boolean":
      return { sql: literal.text.toUpperCase(), type: booleanType, name: literal.text, constant: literal.text };
    case "null":
      return { sql: "NULL", type: voidType, name: "NULL" };
    case "binary":
      return binaryValue(literal);
    default:
      return timeValue(literal, literal.type === "date" ? dateType : timestampType);
  }
}

const datePattern = /^\s*\d{4,5}(?:-\d{1,2}(?:-\d{1,2}(?:[ T].*)?)?)?\s*$/;
const exactPatterns = {
  date: /^\s*\d{4}-\d\d-\d\d\s*$/,
  timestamp: /^\s*\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?)?\s*$/,
};

function timeValue(literal: Literal, type: DataType): TranslatedValue {
  const kind = type.kind === "date" ? "date" : "timestamp";
  const text = literal.text.trim();
  const name = `${kind.toUpperCase()} '${literal.text}'`;
  const isExact = exactPatterns[kind].test(literal.text);
  if (!datePattern.test(literal.text) || (isExact && !isExistingDate(text.slice(0, 10)))) {
    throw new SparkSqlError(`'${literal.text}' is not a ${kind}.`, literal.start, literal.end);
  }
  const sql = isExact
    ? `${kind.toUpperCase()} ${quoteText(text)}`
    : (buildCastSql(quoteText(literal.text), stringType, type) ?? "NULL");
  return { sql, type, name };
}

/** Whether a date such as `2024-02-29` exists. */
function isExistingDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function binaryValue(literal: Literal): TranslatedValue {
  if (!/^([0-9a-fA-F]{2})*$/.test(literal.text)) {
    throw new SparkSqlError(
      `X'${literal.text}' must consist of pairs of hexadecimal digits.`,
      literal.start,
      literal.end,
    );
  }
  return { sql: `unhex('${literal.text}')`, type: binaryType, name: `X'${literal.text.toUpperCase()}'` };
}

const suffixes: Readonly<Record<string, DataType>> = {
  l: bigintType,
  s: { kind: "smallint" },
  y: { kind: "tinyint" },
  d: doubleType,
  f: { kind: "float" },
};
const halfRanges: Readonly<Record<string, bigint>> = {
  tinyint: 2n ** 7n,
  smallint: 2n ** 15n,
  int: 2n ** 31n,
  bigint: 2n ** 63n,
};

function numberValue(literal: Literal): TranslatedValue {
  const [, digits = "", suffix = ""] = /^(.*?)(bd|[lsydf])?$/i.exec(literal.text) ?? [];
  const isInteger = /^-?\d+$/.test(digits);
  const suffixType = suffixes[suffix.toLowerCase()];
  if (suffixType && (suffixType.kind === "double" || suffixType.kind === "float")) {
    return floatingPointValue(digits, suffixType);
  }
  if (suffix.toLowerCase() === "bd" || (/\./.test(digits) && !/e/i.test(digits))) {
    return decimalValue(digits, literal);
  }
  if (!isInteger) {
    return floatingPointValue(digits, doubleType);
  }
  const type =
    suffixType ?? (fitsInteger(digits, "int") ? intType : fitsInteger(digits, "bigint") ? bigintType : undefined);
  if (!type) {
    return decimalValue(digits, literal);
  }
  if (!fitsInteger(digits, type.kind)) {
    throw new SparkSqlError(`${literal.text} is out of range for ${type.kind}.`, literal.start, literal.end);
  }
  const text = BigInt(digits).toString();
  const duck = { tinyint: "TINYINT", smallint: "SMALLINT", bigint: "BIGINT" }[type.kind as string];
  return { sql: duck ? `CAST(${text} AS ${duck})` : text, type, name: text, constant: text };
}

function fitsInteger(digits: string, kind: string): boolean {
  const half = halfRanges[kind] ?? 0n;
  const value = BigInt(digits);
  return value >= -half && value < half;
}

function floatingPointValue(digits: string, type: DataType): TranslatedValue {
  const value = type.kind === "float" ? Math.fround(Number(digits)) : Number(digits);
  const text = javaNumberText(Number(digits));
  const sql = Number.isFinite(value)
    ? `CAST('${digits}' AS ${type.kind.toUpperCase()})`
    : `CAST('${value < 0 ? "-" : ""}Infinity' AS ${type.kind.toUpperCase()})`;
  return { sql, type, name: text, constant: text };
}

function javaNumberText(value: number): string {
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-3 && size < 1e7)) {
    return Number.isInteger(value) ? `${value}.0` : String(value);
  }
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}

function decimalValue(digits: string, literal: Literal): TranslatedValue {
  const [, sign = "", integerDigits = "", fraction = "", exponent = "0"] =
    /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  const shift = Number(exponent);
  const digitsWithoutPoint = integerDigits + fraction;
  const scale = Math.max(0, fraction.length - shift);
  const padded =
    shift > fraction.length
      ? digitsWithoutPoint + "0".repeat(Math.min(shift - fraction.length, 60))
      : digitsWithoutPoint.padStart(scale + 1, "0");
  const leadingDigits = padded.slice(0, padded.length - scale).replace(/^0+/, "");
  const precision = Math.max(leadingDigits.length + scale, 1);
  if (precision > 38 || scale > 38) {
    throw new SparkSqlError(`${literal.text} has more than 38 digits.`, literal.start, literal.end);
  }
  const text = `${sign}${leadingDigits || "0"}${scale > 0 ? `.${padded.slice(padded.length - scale)}` : ""}`;
  const type = createDecimalType(precision, scale);
  return { sql: `CAST('${text}' AS DECIMAL(${precision},${scale}))`, type, name: text, constant: text };
}

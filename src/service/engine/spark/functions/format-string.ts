import { buildCastSql } from "../types/cast-sql.ts";
import { bigintType, doubleType, isIntegralType, isNumericType, stringType } from "../types/data-type.ts";
import { quoteText } from "../types/value.ts";
import type { FunctionCall, ScalarTranslator } from "./function-call.ts";
import { fillSqlTemplate } from "./template-function.ts";
import { buildConcatSql } from "./value-bounds.ts";

const formatPiece = /%(?:(\d+)\$)?([-0,+ ]*)(\d+)?(?:\.(\d+))?([sdfxXn%])|[^%]+|%/g;

/** Translates `format_string('%s has %05d', name, number)`. The format must be a literal. */
export const translateFormatString: ScalarTranslator = (call) => {
  const format = call.constant(0, "a format");
  const pieces = [...format.matchAll(formatPiece)];
  const widths = pieces.reduce((sum, [, , , width, digits]) => sum + Number(width ?? 0) + Number(digits ?? 0), 0);
  const bound = call.bound("generatedText", widths > 1_000);
  if (widths > bound.maximum) {
    call.failWith(bound.problem, 0);
  }
  let next = 1;
  const parts = pieces.map((found) => {
    const [matched, position, flags = "", width, digits, letter] = found;
    if (letter === undefined) {
      return matched === "%" ? call.failWith(`does not support the format '${format}'`, 0) : quoteText(matched);
    }
    if (letter === "%" || letter === "n") {
      return letter === "%" ? "'%'" : "chr(10)";
    }
    const index = position ? Number(position) : next++;
    return formatArgument(call, index, { flags, width, digits, letter });
  });
  return { sql: parts.length === 0 ? "''" : buildConcatSql(parts, call.bound("joinedText")), type: stringType };
};

interface Format {
  readonly flags: string;
  readonly width: string | undefined;
  readonly digits: string | undefined;
  readonly letter: string;
}

function formatArgument(call: FunctionCall, index: number, { flags, width, digits, letter }: Format): string {
  const text = letter === "s" ? textPiece(call, index, digits) : numberPiece(call, index, flags, width, digits, letter);
  const shown = `coalesce(${text}, 'null')`;
  if (!width) {
    return shown;
  }
  const short = `length(${shown}) >= ${width}`;
  const padded = flags.includes("-") ? `rpad(${shown}, ${width}, ' ')` : `lpad(${shown}, ${width}, ' ')`;
  return `CASE WHEN ${short} THEN ${shown} ELSE ${padded} END`;
}

function textPiece(call: FunctionCall, index: number, digits: string | undefined): string {
  const value = call.argumentAt(index);
  const text =
    buildCastSql(value.sql, value.type, stringType) ?? call.failWith("cannot format this value as text", index);
  return digits ? `${text}[:${digits}]` : text;
}

function numberPiece(
  call: FunctionCall,
  index: number,
  flags: string,
  width: string | undefined,
  digits: string | undefined,
  letter: string,
): string {
  const value = call.argumentAt(index);
  const isInteger = letter !== "f";
  if (isInteger ? !isIntegralType(value.type) && value.type.kind !== "void" : !isNumericType(value.type)) {
    return call.failWith(`needs ${isInteger ? "an integer" : "a number"} for %${letter}`, index);
  }
  const number = buildCastSql(value.sql, value.type, isInteger ? bigintType : doubleType) ?? value.sql;
  // Java rounds the decimal digits as printed, half up, not the binary value.
  const shown = fillSqlTemplate(
    `coalesce(CAST(round(TRY_CAST(CAST($1 AS VARCHAR) AS DECIMAL(38,17)), ${digits ?? 6}) AS DOUBLE), $1)`,
    [number],
  );
  const sql = isInteger ? number : shown;
  const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const zeros = flags.includes("0") && width ? `0${width}` : "";
  const comma = flags.includes(",") ? "," : "";
  const places = isInteger ? "" : `.${digits ?? 6}`;
  return `format('{:${sign}${zeros}${comma}${places}${letter}}', ${sql})`;
}

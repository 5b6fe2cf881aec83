import { castSql } from "../types/cast-sql.ts";
import { bigintType, doubleType, isIntegral, isNumeric, stringType } from "../types/data-type.ts";
import { quoteText } from "../types/value.ts";
import type { FunctionCall, FunctionRow } from "./function-call.ts";
import { fill } from "./simple-function.ts";
import { joinedTexts } from "./value-bounds.ts";

const piece = /%(?:(\d+)\$)?([-0,+ ]*)(\d+)?(?:\.(\d+))?([sdfxXn%])|[^%]+|%/g;

/** Translates `format_string('%s has %05d', name, number)`; the format must be a literal. */
export const formatString: FunctionRow = (call) => {
  const format = call.constant(0, "a format");
  const pieces = [...format.matchAll(piece)];
  const bound = call.bound("madeText");
  const widths = pieces.reduce((sum, [, , , width, digits]) => sum + Number(width ?? 0) + Number(digits ?? 0), 0);
  if (widths > bound.most) {
    call.fail(bound.problem, 0);
  }
  let next = 1;
  const parts = pieces.map((found) => {
    const [whole, place, flags = "", width, digits, letter] = found;
    if (letter === undefined) {
      return whole === "%" ? call.fail(`does not support the format '${format}'`, 0) : quoteText(whole);
    }
    if (letter === "%" || letter === "n") {
      return letter === "%" ? "'%'" : "chr(10)";
    }
    const index = place ? Number(place) : next++;
    return formatOne(call, index, { flags, width, digits, letter });
  });
  return { sql: parts.length === 0 ? "''" : joinedTexts(parts, call.bound("joinedText")), type: stringType };
};

interface Format {
  readonly flags: string;
  readonly width: string | undefined;
  readonly digits: string | undefined;
  readonly letter: string;
}

function formatOne(call: FunctionCall, index: number, { flags, width, digits, letter }: Format): string {
  const text = letter === "s" ? textOf(call, index, digits) : numberOf(call, index, flags, width, digits, letter);
  const shown = `coalesce(${text}, 'null')`;
  if (!width) {
    return shown;
  }
  const short = `length(${shown}) >= ${width}`;
  const padded = flags.includes("-") ? `rpad(${shown}, ${width}, ' ')` : `lpad(${shown}, ${width}, ' ')`;
  return `CASE WHEN ${short} THEN ${shown} ELSE ${padded} END`;
}

function textOf(call: FunctionCall, index: number, digits: string | undefined): string {
  const value = call.at(index);
  const text = castSql(value.sql, value.type, stringType) ?? call.fail("cannot format this value as text", index);
  return digits ? `${text}[:${digits}]` : text;
}

function numberOf(
  call: FunctionCall,
  index: number,
  flags: string,
  width: string | undefined,
  digits: string | undefined,
  letter: string,
): string {
  const value = call.at(index);
  const isWhole = letter !== "f";
  if (isWhole ? !isIntegral(value.type) && value.type.kind !== "void" : !isNumeric(value.type)) {
    return call.fail(`needs ${isWhole ? "an integer" : "a number"} for %${letter}`, index);
  }
  const number = castSql(value.sql, value.type, isWhole ? bigintType : doubleType) ?? value.sql;
  // Java rounds the decimal digits as printed, half up, not the binary value.
  const shown = fill(
    `coalesce(CAST(round(TRY_CAST(CAST($1 AS VARCHAR) AS DECIMAL(38,17)), ${digits ?? 6}) AS DOUBLE), $1)`,
    [number],
  );
  const sql = isWhole ? number : shown;
  const sign = flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const zeros = flags.includes("0") && width ? `0${width}` : "";
  const comma = flags.includes(",") ? "," : "";
  const places = isWhole ? "" : `.${digits ?? 6}`;
  return `format('{:${sign}${zeros}${comma}${places}${letter}}', ${sql})`;
}

import { castSql } from "../types/cast-sql.ts";
import { arrayType, bigintType, binaryType, intType, isIntegral, stringType } from "../types/data-type.ts";
import { formatString } from "./format-string.ts";
import type { FunctionCall, FunctionRow, Implementations } from "./function-call.ts";
import { fill, simple } from "./simple-function.ts";
import { boundedTemplate, boundedText, joinedTexts, textsSize } from "./value-bounds.ts";

const length: FunctionRow = (call) => {
  call.expectCount(1);
  const isBinary = call.at(0).type.kind === "binary";
  return {
    sql: isBinary
      ? `CAST(octet_length(${call.at(0).sql}) AS INTEGER)`
      : `CAST(length(${call.as(0, stringType)}) AS INTEGER)`,
    type: intType,
  };
};

/** Returns SQL that replaces negative numbers by 0; unlike `greatest`, it keeps NULL. */
function clamp(sql: string): string {
  return /^\d+$/.test(sql) ? sql : `CASE WHEN ${sql} < 0 THEN 0 ELSE ${sql} END`;
}

/** Position 0 means the first character as well; negative positions count from the end. */
const substring: FunctionRow = (call) => {
  call.expectCount(2, 3);
  if (call.at(0).type.kind === "binary") {
    call.fail("is not available for binary values in the embedded engine; decode them first", 0);
  }
  const [text, from] = [call.as(0, stringType), call.as(1, intType)];
  const size = call.count === 3 ? call.as(2, intType) : undefined;
  const place = Number(call.at(1).constant);
  if (place >= 0) {
    const first = Math.max(1, place);
    const sql = size ? `substring(${text}, ${first}, ${clamp(size)})` : `substring(${text}, ${first})`;
    return { sql, type: stringType };
  }
  const start = "CASE WHEN $2 > 0 THEN $2 - 1 WHEN $2 < 0 THEN CAST(length($1) AS BIGINT) + $2 ELSE 0 END";
  const visible = clamp(start);
  const template = size
    ? `substring($1, ${visible} + 1, ${clamp(`${start} + $3 - ${visible}`)})`
    : `substring($1, ${visible} + 1)`;
  return { sql: fill(template, [text, from, size ?? "0"]), type: stringType };
};

const concat: FunctionRow = (call) => {
  const isArray = call.count > 0 && call.at(0).type.kind === "array";
  if (isArray) {
    return concatArrays(call);
  }
  if (call.count === 0) {
    return { sql: "''", type: stringType };
  }
  const parts = call.arguments.map((_, index) => call.as(index, stringType));
  return { sql: joinedTexts(parts, call.bound("joinedText")), type: stringType };
};

function concatArrays(call: FunctionCall): ReturnType<FunctionRow> {
  const { type } = call.at(0);
  const parts = call.arguments.map((_, index) => call.as(index, type));
  const anyNull = parts.map((_, index) => `$${index + 1} IS NULL`).join(" OR ");
  const joined = parts.map((_, index) => `$${index + 1}`).join(" || ");
  const size = parts.map((_, index) => `len($${index + 1})`).join(" + ");
  const template = boundedTemplate(joined, size, 1, call.bound("array"));
  return { sql: fill(`CASE WHEN ${anyNull} THEN NULL ELSE ${template} END`, parts), type };
}

const concatWs: FunctionRow = (call) => {
  const separator = call.as(0, stringType);
  const parts = call.arguments.slice(1).map((value, index) => {
    const isArray = value.type.kind === "array";
    const sql = call.as(index + 1, isArray ? arrayType(stringType) : stringType);
    return isArray ? `coalesce(${sql}, [])` : `[${sql}]`;
  });
  const list = parts.length === 0 ? "CAST([] AS VARCHAR[])" : `(${parts.join(" || ")})`;
  const joined = `array_to_string(list_filter($2, lambda "part": "part" IS NOT NULL), $1)`;
  const template = boundedTemplate(joined, textsSize("$2", "$1"), 2, call.bound("joinedText"));
  return { sql: fill(`CASE WHEN $1 IS NOT NULL THEN ${template} END`, [separator, list]), type: stringType };
};

function pad(name: "lpad" | "rpad"): FunctionRow {
  const padded = `${name}($1, $2, $3)`;
  const template = `CASE WHEN $2 <= 0 THEN '' WHEN length($1) >= $2 OR $3 = '' THEN $1[:$2] ELSE ${padded} END`;
  const limit = {
    kind: "madeText",
    size: "CASE WHEN $3 <> '' AND $2 > length($1) THEN $2 ELSE 0 END",
    stopped: 2,
  } as const;
  return simple("string, int, string = ' ' -> string", template, limit);
}

/** With two arguments, the first one contains the characters to remove. */
function trim(name: "trim" | "ltrim" | "rtrim"): FunctionRow {
  return (call) => {
    call.expectCount(1, 2);
    const characters = call.count === 2 ? call.as(0, stringType) : "' '";
    const keyword = { trim: "BOTH", ltrim: "LEADING", rtrim: "TRAILING" }[name];
    const text = call.as(call.count - 1, stringType);
    const isSpecial = call.tree.name.endsWith(" from");
    const pretty = isSpecial ? `TRIM(${keyword} ${call.at(0).name} FROM ${call.at(1).name})` : undefined;
    return { sql: `${name}(${text}, ${characters})`, type: stringType, ...(pretty && { name: pretty }) };
  };
}

const hex: FunctionRow = (call) => {
  call.expectCount(1);
  const { type } = call.at(0);
  if (isIntegral(type)) {
    return { sql: `hex(${call.as(0, bigintType)})`, type: stringType };
  }
  const sql = `hex(${type.kind === "binary" ? call.at(0).sql : call.as(0, stringType)})`;
  return { sql: boundedText(sql, call.bound("joinedText")), type: stringType };
};

const elt: FunctionRow = (call) => {
  const parts = call.arguments.slice(1).map((_, index) => call.as(index + 1, stringType));
  return { sql: fill(`CASE WHEN $1 > 0 THEN [${parts.join(", ")}][$1] END`, [call.as(0, intType)]), type: stringType };
};

/** Reverses an array or a text. */
const reverse: FunctionRow = (call) => {
  call.expectCount(1);
  const { type, sql } = call.at(0);
  return type.kind === "array"
    ? { sql: `list_reverse(${sql})`, type }
    : { sql: `reverse(${call.as(0, stringType)})`, type: stringType };
};

const sha2: FunctionRow = (call) => {
  call.expectCount(2);
  if (call.constant(1, "a length") !== "256" && call.constant(1, "a length") !== "0") {
    call.fail("is available only with 256 bits in the embedded engine", 1);
  }
  return { sql: `sha256(${binaryOf(call)})`, type: stringType };
};

function binaryOf(call: FunctionCall): string {
  return call.at(0).type.kind === "binary" ? call.at(0).sql : `encode(${call.as(0, stringType)})`;
}

const digest =
  (name: string): FunctionRow =>
  (call) => {
    call.expectCount(1);
    return { sql: `${name}(${binaryOf(call)})`, type: stringType };
  };

const charset = (call: FunctionCall): void => {
  if (!/^utf-?8$/i.test(call.constant(1, "a character set"))) {
    call.fail("supports only the character set utf-8 in the embedded engine", 1);
  }
};

const encode: FunctionRow = (call) => {
  call.expectCount(2);
  charset(call);
  return { sql: `encode(${call.as(0, stringType)})`, type: binaryType };
};

export const decodeBinary: FunctionRow = (call) => {
  charset(call);
  const value = call.at(0);
  return { sql: value.type.kind === "binary" ? `decode(${value.sql})` : call.as(0, stringType), type: stringType };
};

const overlay: FunctionRow = (call) => {
  call.expectCount(3, 4);
  const [text, part, from] = [call.as(0, stringType), call.as(1, stringType), call.as(2, intType)];
  const size = call.count === 4 ? call.as(3, intType) : "-1";
  const width = "CASE WHEN $4 < 0 THEN length($2) ELSE $4 END";
  return {
    sql: boundedText(
      fill(`substring($1, 1, $3 - 1) || $2 || substring($1, $3 + ${width})`, [text, part, from, size]),
      call.bound("joinedText"),
    ),
    type: stringType,
  };
};

const formatNumber: FunctionRow = (call) => {
  call.expectCount(2);
  if (call.at(1).type.kind === "string") {
    call.fail("takes a number of decimal places in the embedded engine, not a pattern", 1);
  }
  const places = Number(call.constant(1, "a number of decimal places"));
  const bound = call.bound("madeText");
  if (places > bound.most) {
    call.fail(bound.problem, 1);
  }
  const value = castSql(call.at(0).sql, call.at(0).type, { kind: "double" }) ?? call.fail("takes a number", 0);
  return { sql: places < 0 ? "CAST(NULL AS VARCHAR)" : `format('{:,.${places}f}', ${value})`, type: stringType };
};

const word = `list_transform(string_split(lower($1), ' '), lambda "word": upper("word"[1]) || "word"[2:])`;

/** Size of the result of `replace`. Matches are counted only if it could be too long, because counting is slow. */
const replacedSize =
  "CASE WHEN $2 = '' OR strlen($1) * strlen($3) <= 100000 THEN 0 " +
  "ELSE strlen($1) + (strlen($1) - strlen(replace($1, $2, ''))) // greatest(strlen($2), 1) * (strlen($3) - strlen($2)) END";

export const textFunctions = {
  upper: simple("string -> string", "upper(replace($1, 'ß', 'SS'))"),
  ucase: simple("string -> string", "upper(replace($1, 'ß', 'SS'))"),
  lower: simple("string -> string", "lower($1)"),
  lcase: simple("string -> string", "lower($1)"),
  length,
  char_length: length,
  character_length: length,
  len: length,
  octet_length: simple("string -> int", "CAST(strlen($1) AS INTEGER)"),
  bit_length: simple("string -> int", "CAST(strlen($1) * 8 AS INTEGER)"),
  substring,
  substr: substring,
  left: simple("string, int -> string", `substring($1, 1, ${clamp("$2")})`),
  right: simple("string, int -> string", "CASE WHEN $2 <= 0 AND $1 IS NOT NULL THEN '' ELSE right($1, $2) END"),
  concat,
  concat_ws: concatWs,
  initcap: simple("string -> string", `array_to_string(${word}, ' ')`),
  trim: trim("trim"),
  "trim from": trim("trim"),
  ltrim: trim("ltrim"),
  "ltrim from": trim("ltrim"),
  rtrim: trim("rtrim"),
  "rtrim from": trim("rtrim"),
  btrim: simple("string, string = ' ' -> string", "trim($1, $2)"),
  instr: simple(
    "string, string -> int",
    "CAST(CASE WHEN $2 = '' AND $1 IS NOT NULL THEN 1 ELSE instr($1, $2) END AS INTEGER)",
  ),
  lpad: pad("lpad"),
  rpad: pad("rpad"),
  repeat: simple("string, int -> string", `repeat($1, ${clamp("$2")})`, {
    kind: "madeText",
    size: "strlen($1) * $2",
    stopped: 2,
  }),
  space: simple("int -> string", `repeat(' ', ${clamp("$1")})`, {
    kind: "madeText",
    size: "$1",
    stopped: 1,
  }),
  reverse,
  ascii: simple("string -> int", "CASE WHEN $1 = '' THEN 0 ELSE ascii($1) END"),
  chr: simple("bigint -> string", "CASE WHEN $1 < 0 THEN '' ELSE chr(CAST($1 % 256 AS INTEGER)) END"),
  char: simple("bigint -> string", "CASE WHEN $1 < 0 THEN '' ELSE chr(CAST($1 % 256 AS INTEGER)) END"),
  replace: simple("string, string, string = '' -> string", "replace($1, $2, $3)", {
    kind: "joinedText",
    size: replacedSize,
    stopped: 3,
  }),
  translate: simple("string, string, string -> string", "translate($1, $2, $3)"),
  overlay,
  split_part: simple(
    "string, string, int -> string",
    "CASE WHEN $3 = 0 THEN error('The index of split_part is 0.') ELSE split_part($1, $2, $3) END",
  ),
  substring_index: simple(
    "string, string, int -> string",
    "CASE WHEN $3 = 0 THEN '' WHEN $3 > 0 THEN array_to_string(string_split($1, $2)[:$3], $2) ELSE array_to_string(string_split($1, $2)[$3:], $2) END",
  ),
  startswith: simple("string, string -> boolean", "starts_with($1, $2)"),
  endswith: simple("string, string -> boolean", "ends_with($1, $2)"),
  contains: simple("string, string -> boolean", "contains($1, $2)"),
  find_in_set: simple(
    "string, string -> int",
    "CASE WHEN contains($1, ',') THEN 0 ELSE coalesce(CAST(list_position(string_split($2, ','), $1) AS INTEGER), CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN 0 END) END",
  ),
  elt,
  levenshtein: simple("string, string -> int", "CAST(levenshtein($1, $2) AS INTEGER)", {
    kind: "pairs",
    size: "strlen($1) * strlen($2)",
    stopped: 2,
  }),
  md5: digest("md5"),
  sha: digest("sha1"),
  sha1: digest("sha1"),
  sha2,
  base64: (call) => ({
    sql: boundedText(`to_base64(${binaryOf(call)})`, call.bound("joinedText")),
    type: stringType,
  }),
  unbase64: simple("string -> binary", "from_base64($1)"),
  hex,
  unhex: simple(
    "string -> binary",
    "CASE WHEN regexp_full_match($1, '[0-9a-fA-F]*') THEN unhex(CASE WHEN length($1) % 2 = 1 THEN '0' || $1 ELSE $1 END) END",
  ),
  bin: simple("bigint -> string", "ltrim(bin($1), '0') || CASE WHEN $1 = 0 THEN '0' ELSE '' END"),
  encode,
  format_number: formatNumber,
  format_string: formatString,
  printf: formatString,
  locate: locate(),
  position: locate(),
} satisfies Implementations<FunctionRow>;

function locate(): FunctionRow {
  const found = "instr(substring($2, $3), $1)";
  const template = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $3 < 1 OR $3 IS NULL THEN 0 WHEN $1 = '' THEN 1 WHEN ${found} = 0 THEN 0 ELSE ${found} + $3 - 1 END`;
  const row = simple("string, string, int = 1 -> int", `CAST(${template} AS INTEGER)`);
  // Spark's column name includes the default position.
  return (call) => {
    const names = call.arguments.map(({ name }) => name);
    return { ...row(call), name: `${call.name}(${(call.count === 2 ? [...names, "1"] : names).join(", ")})` };
  };
}

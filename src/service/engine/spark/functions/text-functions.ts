import { buildCastSql } from "../types/cast-sql.ts";
import {
  bigintType,
  binaryType,
  createArrayType,
  type DataType,
  intType,
  isIntegralType,
  isNumericType,
  stringType,
} from "../types/data-type.ts";
import { translateFormatString } from "./format-string.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { createTemplateFunction, fillSqlTemplate } from "./template-function.ts";
import { buildConcatSql, buildJoinedSizeSql, createSizeLimitedTemplate } from "./value-bounds.ts";

const length: ScalarTranslator = (call) => {
  call.expectCount(1);
  const isBinary = call.argumentAt(0).type.kind === "binary";
  return {
    sql: isBinary
      ? `CAST(octet_length(${call.argumentAt(0).sql}) AS INTEGER)`
      : `CAST(length(${call.castArgumentTo(0, stringType)}) AS INTEGER)`,
    type: intType,
  };
};

/** Returns SQL that replaces negative numbers by 0; unlike `greatest`, it keeps NULL. */
function notNegative(sql: string): string {
  return /^\d+$/.test(sql) ? sql : `CASE WHEN ${sql} < 0 THEN 0 ELSE ${sql} END`;
}

/** Position 0 means the first character as well; negative positions count from the end. */
const substring: ScalarTranslator = (call) => {
  call.expectCount(2, 3);
  if (call.argumentAt(0).type.kind === "binary") {
    call.failWith("is not available for binary values in the embedded engine; decode them first", 0);
  }
  const [text, from] = [call.castArgumentTo(0, stringType), call.castArgumentTo(1, intType)];
  const size = call.count === 3 ? call.castArgumentTo(2, intType) : undefined;
  const position = Number(call.argumentAt(1).constant);
  if (position >= 0) {
    const first = Math.max(1, position);
    const sql = size ? `substring(${text}, ${first}, ${notNegative(size)})` : `substring(${text}, ${first})`;
    return { sql, type: stringType };
  }
  const start = "CASE WHEN $2 > 0 THEN $2 - 1 WHEN $2 < 0 THEN CAST(length($1) AS BIGINT) + $2 ELSE 0 END";
  const visibleStart = notNegative(start);
  const template = size
    ? `substring($1, ${visibleStart} + 1, ${notNegative(`${start} + $3 - ${visibleStart}`)})`
    : `substring($1, ${visibleStart} + 1)`;
  return { sql: fillSqlTemplate(template, [text, from, size ?? "0"]), type: stringType };
};

const concat: ScalarTranslator = (call) => {
  const isArray = call.count > 0 && call.argumentAt(0).type.kind === "array";
  if (isArray) {
    return concatArrays(call);
  }
  if (call.count === 0) {
    return { sql: "''", type: stringType };
  }
  const parts = call.arguments.map((_, index) => call.castArgumentTo(index, stringType));
  const isSmall = call.arguments.every(({ type, constant }) => constant !== undefined || isShortAsText(type));
  return { sql: buildConcatSql(parts, call.bound("joinedText", !isSmall)), type: stringType };
};

/** Whether values of a type are short texts when they are cast, like numbers and dates. */
function isShortAsText(type: DataType): boolean {
  return isNumericType(type) || ["boolean", "date", "timestamp"].includes(type.kind);
}

function concatArrays(call: FunctionCall): ReturnType<ScalarTranslator> {
  const { type } = call.argumentAt(0);
  const parts = call.arguments.map((_, index) => call.castArgumentTo(index, type));
  const isAnyNull = parts.map((_, index) => `$${index + 1} IS NULL`).join(" OR ");
  const joined = parts.map((_, index) => `$${index + 1}`).join(" || ");
  const size = parts.map((_, index) => `len($${index + 1})`).join(" + ");
  const template = createSizeLimitedTemplate(joined, size, 1, call.bound("array"));
  return { sql: fillSqlTemplate(`CASE WHEN ${isAnyNull} THEN NULL ELSE ${template} END`, parts), type };
}

const concatWs: ScalarTranslator = (call) => {
  const separator = call.castArgumentTo(0, stringType);
  const parts = call.arguments.slice(1).map((value, index) => {
    const isArray = value.type.kind === "array";
    const sql = call.castArgumentTo(index + 1, isArray ? createArrayType(stringType) : stringType);
    return isArray ? `coalesce(${sql}, [])` : `[${sql}]`;
  });
  const list = parts.length === 0 ? "CAST([] AS VARCHAR[])" : `(${parts.join(" || ")})`;
  const joined = `array_to_string(list_filter($2, lambda "part": "part" IS NOT NULL), $1)`;
  const template = createSizeLimitedTemplate(joined, buildJoinedSizeSql("$2", "$1"), 2, call.bound("joinedText"));
  return { sql: fillSqlTemplate(`CASE WHEN $1 IS NOT NULL THEN ${template} END`, [separator, list]), type: stringType };
};

function padFunction(name: "lpad" | "rpad"): ScalarTranslator {
  const padded = `${name}($1, $2, $3)`;
  const template = `CASE WHEN $2 <= 0 THEN '' WHEN length($1) >= $2 OR $3 = '' THEN $1[:$2] ELSE ${padded} END`;
  const limit = {
    kind: "generatedText",
    size: "CASE WHEN $3 <> '' AND $2 > length($1) THEN $2 ELSE 0 END",
    guardedArgument: 2,
    lengthArgument: 2,
  } as const;
  return createTemplateFunction("string, int, string = ' ' -> string", template, limit);
}

/** Creates the translator of a trim function. With two arguments, the first one contains the characters to remove. */
function trim(name: "trim" | "ltrim" | "rtrim"): ScalarTranslator {
  return (call) => {
    call.expectCount(1, 2);
    const characters = call.count === 2 ? call.castArgumentTo(0, stringType) : "' '";
    const keyword = { trim: "BOTH", ltrim: "LEADING", rtrim: "TRAILING" }[name];
    const text = call.castArgumentTo(call.count - 1, stringType);
    const hasFrom = call.tree.name.endsWith(" from");
    const columnName = hasFrom
      ? `TRIM(${keyword} ${call.argumentAt(0).name} FROM ${call.argumentAt(1).name})`
      : undefined;
    return { sql: `${name}(${text}, ${characters})`, type: stringType, ...(columnName && { name: columnName }) };
  };
}

/** Template of the number of bytes of the first argument, a text or a binary value. */
const bytesOf = (type: DataType): string => (type.kind === "binary" ? "octet_length($1)" : "strlen($1)");

const hex: ScalarTranslator = (call) => {
  call.expectCount(1);
  const { type } = call.argumentAt(0);
  if (isIntegralType(type)) {
    return { sql: `hex(${call.castArgumentTo(0, bigintType)})`, type: stringType };
  }
  const value = type.kind === "binary" ? call.argumentAt(0).sql : call.castArgumentTo(0, stringType);
  const template = createSizeLimitedTemplate("hex($1)", `2 * ${bytesOf(type)}`, 1, call.bound("joinedText"));
  return { sql: fillSqlTemplate(template, [value]), type: stringType };
};

const elt: ScalarTranslator = (call) => {
  const parts = call.arguments.slice(1).map((_, index) => call.castArgumentTo(index + 1, stringType));
  return {
    sql: fillSqlTemplate(`CASE WHEN $1 > 0 THEN [${parts.join(", ")}][$1] END`, [call.castArgumentTo(0, intType)]),
    type: stringType,
  };
};

/** Reverses an array or a text. */
const reverse: ScalarTranslator = (call) => {
  call.expectCount(1);
  const { type, sql } = call.argumentAt(0);
  return type.kind === "array"
    ? { sql: `list_reverse(${sql})`, type }
    : { sql: `reverse(${call.castArgumentTo(0, stringType)})`, type: stringType };
};

const sha2: ScalarTranslator = (call) => {
  call.expectCount(2);
  if (call.constant(1, "a length") !== "256" && call.constant(1, "a length") !== "0") {
    call.failWith("is available only with 256 bits in the embedded engine", 1);
  }
  return { sql: `sha256(${binaryArgument(call)})`, type: stringType };
};

function binaryArgument(call: FunctionCall): string {
  return call.argumentAt(0).type.kind === "binary"
    ? call.argumentAt(0).sql
    : `encode(${call.castArgumentTo(0, stringType)})`;
}

const digestFunction =
  (name: string): ScalarTranslator =>
  (call) => {
    call.expectCount(1);
    return { sql: `${name}(${binaryArgument(call)})`, type: stringType };
  };

const requireUtf8 = (call: FunctionCall): void => {
  if (!/^utf-?8$/i.test(call.constant(1, "a character set"))) {
    call.failWith("supports only the character set utf-8 in the embedded engine", 1);
  }
};

const encode: ScalarTranslator = (call) => {
  call.expectCount(2);
  requireUtf8(call);
  return { sql: `encode(${call.castArgumentTo(0, stringType)})`, type: binaryType };
};

/** Translates `decode` with a character set. Only UTF-8 is supported. */
export const translateDecode: ScalarTranslator = (call) => {
  requireUtf8(call);
  const value = call.argumentAt(0);
  return {
    sql: value.type.kind === "binary" ? `decode(${value.sql})` : call.castArgumentTo(0, stringType),
    type: stringType,
  };
};

const overlay: ScalarTranslator = (call) => {
  call.expectCount(3, 4);
  const [text, part, from] = [
    call.castArgumentTo(0, stringType),
    call.castArgumentTo(1, stringType),
    call.castArgumentTo(2, intType),
  ];
  const size = call.count === 4 ? call.castArgumentTo(3, intType) : "-1";
  const width = "CASE WHEN $4 < 0 THEN length($2) ELSE $4 END";
  return {
    sql: fillSqlTemplate(
      createSizeLimitedTemplate(
        `substring($1, 1, $3 - 1) || $2 || substring($1, $3 + ${width})`,
        "strlen($1) + strlen($2)",
        2,
        call.bound("joinedText"),
      ),
      [text, part, from, size],
    ),
    type: stringType,
  };
};

const formatNumber: ScalarTranslator = (call) => {
  call.expectCount(2);
  if (call.argumentAt(1).type.kind === "string") {
    call.failWith("takes a number of decimal places in the embedded engine, not a pattern", 1);
  }
  const places = Number(call.constant(1, "a number of decimal places"));
  const bound = call.bound("generatedText", places > 1_000);
  if (places > bound.maximum) {
    call.failWith(bound.problem, 1);
  }
  const value =
    buildCastSql(call.argumentAt(0).sql, call.argumentAt(0).type, { kind: "double" }) ??
    call.failWith("takes a number", 0);
  return { sql: places < 0 ? "CAST(NULL AS VARCHAR)" : `format('{:,.${places}f}', ${value})`, type: stringType };
};

const capitalizedWords = `list_transform(string_split(lower($1), ' '), lambda "word": upper("word"[1]) || "word"[2:])`;

/** Size of the result of `replace`. Matches are counted only if it could be too long, because counting is slow. */
const replacedSize =
  "CASE WHEN $2 = '' OR strlen($1) * strlen($3) <= 100000 THEN 0 " +
  "ELSE strlen($1) + (strlen($1) - strlen(replace($1, $2, ''))) // greatest(strlen($2), 1) * (strlen($3) - strlen($2)) END";

export const textFunctions = {
  upper: createTemplateFunction("string -> string", "upper(replace($1, 'ß', 'SS'))"),
  ucase: createTemplateFunction("string -> string", "upper(replace($1, 'ß', 'SS'))"),
  lower: createTemplateFunction("string -> string", "lower($1)"),
  lcase: createTemplateFunction("string -> string", "lower($1)"),
  length,
  char_length: length,
  character_length: length,
  len: length,
  octet_length: createTemplateFunction("string -> int", "CAST(strlen($1) AS INTEGER)"),
  bit_length: createTemplateFunction("string -> int", "CAST(strlen($1) * 8 AS INTEGER)"),
  substring,
  substr: substring,
  left: createTemplateFunction("string, int -> string", `substring($1, 1, ${notNegative("$2")})`),
  right: createTemplateFunction(
    "string, int -> string",
    "CASE WHEN $2 <= 0 AND $1 IS NOT NULL THEN '' ELSE right($1, $2) END",
  ),
  concat,
  concat_ws: concatWs,
  initcap: createTemplateFunction("string -> string", `array_to_string(${capitalizedWords}, ' ')`),
  trim: trim("trim"),
  "trim from": trim("trim"),
  ltrim: trim("ltrim"),
  "ltrim from": trim("ltrim"),
  rtrim: trim("rtrim"),
  "rtrim from": trim("rtrim"),
  btrim: createTemplateFunction("string, string = ' ' -> string", "trim($1, $2)"),
  instr: createTemplateFunction(
    "string, string -> int",
    "CAST(CASE WHEN $2 = '' AND $1 IS NOT NULL THEN 1 ELSE instr($1, $2) END AS INTEGER)",
  ),
  lpad: padFunction("lpad"),
  rpad: padFunction("rpad"),
  repeat: createTemplateFunction("string, int -> string", `repeat($1, ${notNegative("$2")})`, {
    kind: "generatedText",
    size: "strlen($1) * $2",
    guardedArgument: 2,
  }),
  space: createTemplateFunction("int -> string", `repeat(' ', ${notNegative("$1")})`, {
    kind: "generatedText",
    size: "$1",
    guardedArgument: 1,
    lengthArgument: 1,
  }),
  reverse,
  ascii: createTemplateFunction("string -> int", "CASE WHEN $1 = '' THEN 0 ELSE ascii($1) END"),
  chr: createTemplateFunction("bigint -> string", "CASE WHEN $1 < 0 THEN '' ELSE chr(CAST($1 % 256 AS INTEGER)) END"),
  char: createTemplateFunction("bigint -> string", "CASE WHEN $1 < 0 THEN '' ELSE chr(CAST($1 % 256 AS INTEGER)) END"),
  replace: createTemplateFunction("string, string, string = '' -> string", "replace($1, $2, $3)", {
    kind: "joinedText",
    size: replacedSize,
    guardedArgument: 3,
  }),
  translate: createTemplateFunction("string, string, string -> string", "translate($1, $2, $3)"),
  overlay,
  split_part: createTemplateFunction(
    "string, string, int -> string",
    "CASE WHEN $3 = 0 THEN error('The index of split_part is 0.') ELSE split_part($1, $2, $3) END",
  ),
  substring_index: createTemplateFunction(
    "string, string, int -> string",
    "CASE WHEN $3 = 0 THEN '' WHEN $3 > 0 THEN array_to_string(string_split($1, $2)[:$3], $2) ELSE array_to_string(string_split($1, $2)[$3:], $2) END",
  ),
  startswith: createTemplateFunction("string, string -> boolean", "starts_with($1, $2)"),
  endswith: createTemplateFunction("string, string -> boolean", "ends_with($1, $2)"),
  contains: createTemplateFunction("string, string -> boolean", "contains($1, $2)"),
  find_in_set: createTemplateFunction(
    "string, string -> int",
    "CASE WHEN contains($1, ',') THEN 0 ELSE coalesce(CAST(list_position(string_split($2, ','), $1) AS INTEGER), CASE WHEN $1 IS NOT NULL AND $2 IS NOT NULL THEN 0 END) END",
  ),
  elt,
  levenshtein: createTemplateFunction("string, string -> int", "CAST(levenshtein($1, $2) AS INTEGER)", {
    kind: "pairs",
    size: "strlen($1) * strlen($2)",
    guardedArgument: 2,
  }),
  md5: digestFunction("md5"),
  sha: digestFunction("sha1"),
  sha1: digestFunction("sha1"),
  sha2,
  base64: (call) => {
    call.expectCount(1);
    const { type, sql } = call.argumentAt(0);
    const encoded = type.kind === "binary" ? "to_base64($1)" : "to_base64(encode($1))";
    const template = createSizeLimitedTemplate(encoded, `${bytesOf(type)} * 4 // 3`, 1, call.bound("joinedText"));
    return {
      sql: fillSqlTemplate(template, [type.kind === "binary" ? sql : call.castArgumentTo(0, stringType)]),
      type: stringType,
    };
  },
  unbase64: createTemplateFunction("string -> binary", "from_base64($1)"),
  hex,
  unhex: createTemplateFunction(
    "string -> binary",
    "CASE WHEN regexp_full_match($1, '[0-9a-fA-F]*') THEN unhex(CASE WHEN length($1) % 2 = 1 THEN '0' || $1 ELSE $1 END) END",
  ),
  bin: createTemplateFunction("bigint -> string", "ltrim(bin($1), '0') || CASE WHEN $1 = 0 THEN '0' ELSE '' END"),
  encode,
  format_number: formatNumber,
  format_string: translateFormatString,
  printf: translateFormatString,
  locate: locateFunction(),
  position: locateFunction(),
} satisfies FunctionImplementations<ScalarTranslator>;

function locateFunction(): ScalarTranslator {
  const found = "instr(substring($2, $3), $1)";
  const template = `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN $3 < 1 OR $3 IS NULL THEN 0 WHEN $1 = '' THEN 1 WHEN ${found} = 0 THEN 0 ELSE ${found} + $3 - 1 END`;
  const row = createTemplateFunction("string, string, int = 1 -> int", `CAST(${template} AS INTEGER)`);
  // Spark's column name includes the default position.
  return (call) => {
    const names = call.arguments.map(({ name }) => name);
    return { ...row(call), name: `${call.name}(${(call.count === 2 ? [...names, "1"] : names).join(", ")})` };
  };
}

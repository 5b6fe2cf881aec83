import { booleanType, createArrayType, type DataType, intType, stringType } from "../types/data-type.ts";
import { quoteText } from "../types/value.ts";
import type { FunctionCall, FunctionImplementations, ScalarTranslator } from "./function-call.ts";
import { fillSqlTemplate } from "./template-function.ts";
import { createSizeLimitedTemplate } from "./value-bounds.ts";

/**
 * Returns the SQL of a regular expression. A literal is converted from Java's syntax to that of DuckDB, other
 * expressions stay unchanged.
 */
export function buildPatternSql(call: FunctionCall, index: number): string {
  const { constant } = call.argumentAt(index);
  if (constant === undefined) {
    return call.castArgumentTo(index, stringType);
  }
  const read = toRe2Pattern(constant);
  return "unsupported" in read
    ? call.failWith(
        `does not support ${read.unsupported} in the embedded engine; rewrite the pattern without it`,
        index,
      )
    : quoteText(read.pattern);
}

const matchesTemplate = "CAST(regexp_matches($1, $2) AS BOOLEAN)";

function withPattern(template: string, type: DataType, parameters: { readonly group?: string } = {}): ScalarTranslator {
  return (call) => {
    call.expectCount(2, parameters.group === undefined ? 2 : 3);
    const group = call.count === 3 ? call.castArgumentTo(2, intType) : (parameters.group ?? "0");
    return {
      sql: fillSqlTemplate(template, [call.castArgumentTo(0, stringType), buildPatternSql(call, 1), group]),
      type,
    };
  };
}

/** Returns a translator of a function that extracts a group; DuckDB needs the group number as a literal. */
const extractGroup =
  (template: string, type: DataType): ScalarTranslator =>
  (call) => {
    call.expectCount(2, 3);
    const group = call.count === 3 ? Number(call.constant(2, "a group number")) : 1;
    const pattern = call.argumentAt(1).constant;
    const groups = pattern === undefined ? 9 : (pattern.match(/(?<!\\)\((?!\?)/g) ?? []).length;
    if (!(group >= 0 && group <= groups)) {
      call.failWith(`takes group ${group}, but the pattern has only ${groups}`, 2);
    }
    return {
      sql: fillSqlTemplate(template, [call.castArgumentTo(0, stringType), buildPatternSql(call, 1), String(group)]),
      type,
    };
  };

const regexpReplace: ScalarTranslator = (call) => {
  call.expectCount(3, 4);
  const text = call.castArgumentTo(0, stringType);
  const { constant } = call.argumentAt(2);
  const replacement =
    constant === undefined ? call.castArgumentTo(2, stringType) : quoteText(toRe2Replacement(constant));
  const from = call.count === 4 ? call.castArgumentTo(3, intType) : "1";
  const values = [text, buildPatternSql(call, 1), replacement, from];
  const template =
    from === "1"
      ? "regexp_replace($1, $2, $3, 'g')"
      : "(substring($1, 1, $4 - 1) || regexp_replace(substring($1, $4), $2, $3, 'g'))";
  // Matches are counted only if the result could be too long. Each \\ in the replacement may insert the match once.
  const size =
    "CASE WHEN (strlen($1) + 1) * (strlen($3) + 1) <= 100000 THEN 0 ELSE (1 + strlen($3) - strlen(replace($3, '\\', ''))) * strlen($1) " +
    "+ len(regexp_extract_all($1, $2)) * strlen($3) END";
  const bounded = createSizeLimitedTemplate(template, size, 3, call.bound("joinedText"));
  const name = `regexp_replace(${call.arguments.map((value) => value.name).join(", ")}${call.count === 3 ? ", 1" : ""})`;
  return { sql: fillSqlTemplate(bounded, values), type: stringType, name };
};

/** Whether a pattern matches the empty text; Java and DuckDB split differently at such matches. */
function matchesEmptyText(pattern: string | undefined): boolean {
  try {
    return pattern !== undefined && new RegExp(pattern).test("");
  } catch {
    return false;
  }
}

const split: ScalarTranslator = (call) => {
  call.expectCount(2, 3);
  const text = call.castArgumentTo(0, stringType);
  const limit = call.count === 3 ? Number(call.constant(2, "a limit")) : -1;
  const pattern = buildPatternSql(call, 1);
  const names = call.arguments.map(({ name }) => name);
  const name = `split(${(call.count === 2 ? [...names, "-1"] : names).join(", ")})`;
  const type = createArrayType(stringType);
  if (pattern === "''") {
    return {
      sql:
        limit > 0
          ? call.failWith("with an empty pattern does not take a limit in the embedded engine", 2)
          : `string_split(${text}, '')`,
      type,
      name,
    };
  }
  if (matchesEmptyText(call.argumentAt(1).constant)) {
    call.failWith("cannot split by a pattern that matches the empty text; to split at the character | write \\\\|", 1);
  }
  if (limit <= 0) {
    return { sql: `string_split_regex(${text}, ${pattern})`, type, name };
  }
  if (limit > 50) {
    call.failWith("takes a limit of at most 50 in the embedded engine", 2);
  }
  let marked = text;
  for (let count = 1; count < limit; count++) {
    marked = `regexp_replace(${marked}, ${pattern}, chr(1))`;
  }
  return { sql: `string_split(${marked}, chr(1))`, type, name };
};

const like: ScalarTranslator = withPattern(matchesTemplate, booleanType);
const textBeforeMatch = "regexp_extract($1, '(?s)^(.*?)(?:' || $2 || ')', 1)";

export const patternFunctions = {
  rlike: like,
  regexp: like,
  regexp_like: like,
  regexp_extract: extractGroup("regexp_extract($1, $2, $3)", stringType),
  regexp_extract_all: extractGroup("regexp_extract_all($1, $2, $3)", createArrayType(stringType)),
  regexp_replace: regexpReplace,
  regexp_count: withPattern("CAST(length(regexp_extract_all($1, $2)) AS INTEGER)", intType),
  regexp_substr: withPattern("CASE WHEN regexp_matches($1, $2) THEN regexp_extract($1, $2, 0) END", stringType),
  regexp_instr: withPattern(
    `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN regexp_matches($1, $2) THEN CAST(length(${textBeforeMatch}) + 1 AS INTEGER) ELSE 0 END`,
    intType,
    { group: "0" },
  ),
  split,
} satisfies FunctionImplementations<ScalarTranslator>;

/** Converts a regular expression of Java to RE2, which DuckDB uses; returns the construct that RE2 does not support. */
function toRe2Pattern(pattern: string): { readonly pattern: string } | { readonly unsupported: string } {
  const lookaround = /(?<!\\)\(\?(?:[=!]|<[=!]|>)/.exec(pattern);
  if (lookaround) {
    return { unsupported: `${lookaround[0]}...) in a regular expression` };
  }
  if (/(?<!\\)(?:\\\\)*\\[1-9]/.test(pattern)) {
    return { unsupported: "a reference to a group in a regular expression" };
  }
  if (/(?<!\\)[*+?}]\+/.test(pattern)) {
    return { unsupported: "a possessive quantifier in a regular expression" };
  }
  if (/&&\[/.test(pattern)) {
    return { unsupported: "&& in a regular expression" };
  }
  return {
    pattern: pattern
      .replaceAll(/\(\?<([A-Za-z]\w*)>/g, "(?P<$1>")
      .replaceAll(/\\p\{(?:Alpha|IsAlphabetic)\}/g, "[A-Za-z]")
      .replaceAll("\\h", "[ \\t]")
      .replaceAll(/\\Z/g, "$"),
  };
}

/** Converts a replacement from Java to RE2: `$1` becomes `\1`. */
function toRe2Replacement(text: string): string {
  let result = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    const next = text[index + 1] ?? "";
    if (character === "$" && /\d/.test(next)) {
      result += `\\${next}`;
      index++;
    } else if (character === "\\") {
      result += next === "\\" ? "\\\\" : next;
      index++;
    } else {
      result += character;
    }
  }
  return result;
}

import { findNearestNames, formatDidYouMean } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import { removeStatementStarters, sortKeywordsByUsage, statementKeywords } from "../grammar/grammar-keywords.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { createReplacementFixes, createSqlProblem } from "../syntax/diagnostics.ts";
import type { Token } from "../syntax/lexer.ts";
import type { ParsedTextStatement } from "../syntax/text-parts.ts";
import { scopesOfStatement } from "../syntax/walk.ts";

/** Text put before a condition to make it a complete statement, since the grammar parses only statements. */
export const conditionPrefix = "SELECT 1 FROM t WHERE ";

/**
 * Returns the syntax errors of one SQL statement. The third-party grammar is used only if the extension's own parser,
 * whose messages are better, finds no error. Of the grammar's errors only the first is returned, because the others
 * usually follow from it.
 */
export function checkSqlSyntax(
  part: ParsedTextStatement,
  grammar: SparkGrammar | undefined,
  isCondition = false,
): FixableProblem[] {
  const parserProblems = [
    ...(part.openComment ? [createSqlProblem("TS102", part.openComment)] : []),
    ...part.parsed.problems,
  ];
  if (parserProblems.length > 0 || !grammar || part.tokens.length <= 1) {
    return parserProblems;
  }
  const prefix = isCondition ? conditionPrefix : "";
  const text = prefix + withoutGrammarGaps(part);
  const [error] = grammar.syntaxErrors(text);
  if (!error) {
    return [];
  }
  const start = Math.max(0, error.start - prefix.length);
  if (isGrammarGap(part, start)) {
    return [];
  }
  const last = part.tokens.at(-2);
  const found = part.tokens.find(({ end }) => end > start);
  if (!found || found.kind === "end") {
    const expected = expectedKeywords(grammar.keywordsAt(text, text.trimEnd().length));
    return [createSqlProblem("TS204", last ?? part, { expected })];
  }
  if (!isCondition && found === part.tokens[0]) {
    return [notAStatement(found)];
  }
  const keywordsAt = (offset: number) => grammar.keywordsAt(text, prefix.length + offset);
  return [unexpectedTokenProblem(part, part.tokens.indexOf(found), keywordsAt)];
}

/**
 * Replaces BY TARGET in `WHEN NOT MATCHED BY TARGET` by spaces. The words are valid in Spark and have no effect, but
 * the grammar accepts only BY SOURCE.
 */
function withoutGrammarGaps({ text, tokens }: ParsedTextStatement): string {
  return tokens.reduce((rest, { key, end }, index) => {
    const [matched, by] = [tokens[index - 2]?.key, tokens[index - 1]];
    return key === "TARGET" && by?.key === "BY" && matched === "MATCHED"
      ? rest.slice(0, by.start) + " ".repeat(end - by.start) + rest.slice(end)
      : rest;
  }, text);
}

/**
 * Whether a syntax error of the grammar is a false positive: Spark accepts `LATERAL VIEW posexplode(a) AS b, c`, but
 * the grammar requires a table name before AS.
 */
function isGrammarGap({ parsed: { statement } }: ParsedTextStatement, start: number): boolean {
  const sources = statement ? [...scopesOfStatement(statement)].flatMap((scope) => scope.sources) : [];
  return sources.some(
    (source) =>
      source.kind === "generated" &&
      source.columnAliases.length > 1 &&
      !source.alias &&
      source.start <= start &&
      start < source.end,
  );
}

/**
 * Reports an unexpected token. If the word before it is a misspelled keyword, which the grammar parses as a name,
 * reports that word instead.
 */
function unexpectedTokenProblem(
  part: ParsedTextStatement,
  index: number,
  keywordsAt: (start: number) => readonly string[],
): FixableProblem {
  const [before, found] = [part.tokens[index - 1], part.tokens[index] ?? part.tokens.at(-1)];
  for (const word of [before, found]) {
    const near =
      word?.kind === "word" && word.text.length > 3 ? nearestKeyword(word, keywordsAt(word.start)) : undefined;
    if (word && near !== undefined) {
      const problem = createSqlProblem("TS201", word, { found: word.text, expected: formatDidYouMean([near]) });
      return { ...problem, fixes: createReplacementFixes(word, [near]) };
    }
  }
  const advice = [found, before].flatMap((token) => adviceFor(token?.key ?? ""))[0];
  const expected = advice === undefined ? expectedKeywords(keywordsAt(found?.start ?? 0)) : ` ${advice}`;
  return createSqlProblem("TS201", found ?? part, { found: found?.text ?? "", expected });
}

/**
 * Returns the keyword that a word is probably a misspelling of. Undefined if the word itself is a keyword allowed here.
 */
function nearestKeyword({ key }: Token, allowed: readonly string[]): string | undefined {
  const words = removeStatementStarters(allowed).map((word) => word.split(" ")[0] ?? "");
  return words.includes(key)
    ? undefined
    : findNearestNames(
        words.filter((word) => word.length > 3),
        key,
        1,
      )[0];
}

/** Hints on what to write in Spark SQL instead of syntax from other SQL dialects. */
const foreignAdvice: Readonly<Record<string, string>> = {
  "::": "Write CAST(value AS type).",
  "[": "Names with spaces are written in back quotes.",
  QUALIFY: "Select from a query that names the window function, and filter there.",
  TOP: "Write LIMIT at the end of the query.",
};

function adviceFor(key: string): string[] {
  return Object.hasOwn(foreignAdvice, key) ? [foreignAdvice[key] ?? ""] : [];
}

function notAStatement(found: Token): FixableProblem {
  const near = findNearestNames(statementKeywords, found.text);
  const expected =
    near.length > 0 ? formatDidYouMean(near) : ` A statement begins with ${statementKeywords.join(", ")}.`;
  return {
    ...createSqlProblem("TS201", found, { found: found.text, expected }),
    fixes: createReplacementFixes(found, near),
  };
}

const maxKeywords = 6;

function expectedKeywords(allowed: readonly string[]): string {
  const words = sortKeywordsByUsage(removeStatementStarters(allowed));
  const shown = words.slice(0, maxKeywords).join(", ");
  return words.length === 0 ? "" : ` Possible here: ${shown}${words.length > maxKeywords ? ", ..." : ""}.`;
}

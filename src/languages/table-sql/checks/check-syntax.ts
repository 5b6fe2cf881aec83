import { nearestNames } from "../../core/text/find-name.ts";
import type { FixableProblem } from "../../core/text/fix.ts";
import { didYouMean } from "../../core/text/list-names.ts";
import { preferWords, statementWords, withoutStarters } from "../grammar/grammar-words.ts";
import type { SparkGrammar } from "../grammar/spark-grammar.ts";
import { createProblem, replacements } from "../syntax/diagnostics.ts";
import type { TextPart } from "../syntax/read-text.ts";
import type { Token } from "../syntax/token.ts";
import { scopesOf } from "../syntax/walk.ts";

/** What a condition is put behind to be a statement for the grammar. */
export const conditionPrefix = "SELECT 1 FROM t WHERE ";

/**
 * What is wrong with the form of one statement. Our reader says in more words what is missing, so that the grammar is asked
 * only when the reader finds nothing; of its errors the first counts, the others follow from it.
 */
export function checkSyntax(part: TextPart, grammar: SparkGrammar | undefined, isCondition = false): FixableProblem[] {
  const own = [...(part.openComment ? [createProblem("TS102", part.openComment)] : []), ...part.parsed.problems];
  if (own.length > 0 || !grammar || part.tokens.length <= 1) {
    return own;
  }
  const prefix = isCondition ? conditionPrefix : "";
  const text = prefix + withoutGaps(part);
  const [error] = grammar.syntaxErrors(text);
  if (!error) {
    return [];
  }
  const start = Math.max(0, error.start - prefix.length);
  if (isKnownGap(part, start)) {
    return [];
  }
  const last = part.tokens.at(-2);
  const found = part.tokens.find(({ end }) => end > start);
  if (!found || found.kind === "end") {
    const expected = expectedWords(grammar.keywordsAt(text, text.trimEnd().length));
    return [createProblem("TS204", last ?? part, { expected })];
  }
  if (!isCondition && found === part.tokens[0]) {
    return [noStatement(found)];
  }
  const ask = (offset: number) => grammar.keywordsAt(text, prefix.length + offset);
  return [unexpected(part, part.tokens.indexOf(found), ask)];
}

/** Spark takes `WHEN NOT MATCHED BY TARGET`, which says no more than without its last words; the grammar wants SOURCE there. */
function withoutGaps({ text, tokens }: TextPart): string {
  return tokens.reduce((rest, { key, end }, index) => {
    const [matched, by] = [tokens[index - 2]?.key, tokens[index - 1]];
    return key === "TARGET" && by?.key === "BY" && matched === "MATCHED"
      ? rest.slice(0, by.start) + " ".repeat(end - by.start) + rest.slice(end)
      : rest;
  }, text);
}

/** Spark takes `LATERAL VIEW posexplode(a) AS b, c`; the grammar wants the name of a table before AS. */
function isKnownGap({ parsed: { statement } }: TextPart, start: number): boolean {
  const sources = statement ? [...scopesOf(statement)].flatMap((scope) => scope.sources) : [];
  return sources.some(
    (source) =>
      source.kind === "generated" &&
      source.columnAliases.length > 1 &&
      !source.alias &&
      source.start <= start &&
      start < source.end,
  );
}

/** The word that the grammar stumbles over, or the one before it, which it took for a name. */
function unexpected(part: TextPart, index: number, ask: (start: number) => readonly string[]): FixableProblem {
  const [before, found] = [part.tokens[index - 1], part.tokens[index] ?? part.tokens.at(-1)];
  for (const word of [before, found]) {
    const near = word?.kind === "word" && word.text.length > 3 ? nearestWord(word, ask(word.start)) : undefined;
    if (word && near !== undefined) {
      const problem = createProblem("TS201", word, { found: word.text, expected: didYouMean([near]) });
      return { ...problem, fixes: replacements(word, [near]) };
    }
  }
  const advice = [found, before].flatMap((token) => adviceFor(token?.key ?? ""))[0];
  const expected = advice === undefined ? expectedWords(ask(found?.start ?? 0)) : ` ${advice}`;
  return createProblem("TS201", found ?? part, { found: found?.text ?? "", expected });
}

/** The keyword that a word is a slip of; nothing for a keyword. */
function nearestWord({ key }: Token, allowed: readonly string[]): string | undefined {
  const words = withoutStarters(allowed).map((word) => word.split(" ")[0] ?? "");
  return words.includes(key)
    ? undefined
    : nearestNames(
        words.filter((word) => word.length > 3),
        key,
        1,
      )[0];
}

const foreignAdvice: Readonly<Record<string, string>> = {
  "::": "Write CAST(value AS type).",
  "[": "Names with spaces are written in back quotes.",
  QUALIFY: "Select from a query that names the window function, and filter there.",
  TOP: "Write LIMIT at the end of the query.",
};

function adviceFor(key: string): string[] {
  return Object.hasOwn(foreignAdvice, key) ? [foreignAdvice[key] ?? ""] : [];
}

function noStatement(found: Token): FixableProblem {
  const near = nearestNames(statementWords, found.text);
  const expected = near.length > 0 ? didYouMean(near) : ` A statement begins with ${statementWords.join(", ")}.`;
  return {
    ...createProblem("TS201", found, { found: found.text, expected }),
    fixes: replacements(found, near),
  };
}

const mostWords = 6;

function expectedWords(allowed: readonly string[]): string {
  const words = preferWords(withoutStarters(allowed));
  const shown = words.slice(0, mostWords).join(", ");
  return words.length === 0 ? "" : ` Possible here: ${shown}${words.length > mostWords ? ", ..." : ""}.`;
}

import { nearestNames } from "../core/find-name.ts";
import type { FixableProblem } from "../core/fix.ts";
import { didYouMean } from "../core/list-names.ts";
import { createProblem, replacements } from "./diagnostics.ts";
import { preferWords, statementWords, withoutStarters } from "./grammar-words.ts";
import type { TextPart } from "./read-text.ts";
import type { SparkGrammar } from "./spark-grammar.ts";
import type { Token } from "./token.ts";
import { scopesOf } from "./walk.ts";

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
  const text = prefix + part.text;
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
  return !isCondition && found === part.tokens[0] ? [noStatement(found)] : [unexpected(found, grammar, text, prefix)];
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

function unexpected(found: Token, grammar: SparkGrammar, text: string, prefix: string): FixableProblem {
  const words = grammar.keywordsAt(text, prefix.length + found.start);
  return createProblem("TS201", found, { found: found.text, expected: expectedWords(words) });
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

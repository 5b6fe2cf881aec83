import type { Span } from "../../core/text/span.ts";
import { findReservedWord } from "../syntax/keywords.ts";
import { createRemovalEdit, createReplacementFix, type FixFactory, type QueryFix, shortenForTitle } from "./fix.ts";

/** Typographic characters that word processors insert, with the characters of the language that they replace. */
const lookalikes: Readonly<Record<string, string>> = {
  "“": '"',
  "”": '"',
  "„": '"',
  "‘": "'",
  "’": "'",
  "≠": "!=",
  "≤": "<=",
  "≥": ">=",
  "，": ",",
  "（": "(",
  "）": ")",
  "–": "-",
};

export const closeString: FixFactory = ({ text, problem }) => {
  const quote = text.charAt(problem.start);
  const edits = [{ start: problem.end, end: problem.end, text: quote }];
  return [{ title: `Close the string with \`${quote}\``, edits, isPreferred: true }];
};

/** Creates fixes for invalid characters: delete the character, close the comment, or write the intended sign. */
export const repairInvalidCharacter: FixFactory = (scope) => {
  const { text, problem } = scope;
  const written = text.slice(problem.start, problem.end);
  if (written === "/*") {
    const edits = [{ start: text.length, end: text.length, text: " */" }];
    return [{ title: "Close the comment", edits, isPreferred: true }];
  }
  const meant = lookalikes[written];
  const fixes: QueryFix[] = meant === undefined ? [] : [createReplacementFix(scope, problem, meant)];
  const alike = scope.problems.filter(({ start, end }) => Object.hasOwn(lookalikes, text.slice(start, end)));
  if (meant !== undefined && alike.length > 1) {
    const edits = alike.map(({ start, end }) => ({ start, end, text: lookalikes[text.slice(start, end)] ?? "" }));
    fixes.unshift({ title: "Write typographic signs as the language does", edits, isPreferred: true });
  }
  const edits = [createRemovalEdit(text, problem)];
  return [...fixes, { title: `Delete \`${written}\``, edits, isPreferred: meant === undefined, isFallback: true }];
};

export const removeNameQuotes: FixFactory = (scope) => {
  const { text, problem } = scope;
  const name = text.slice(problem.start + 1, problem.end - 1);
  const ids = [name.trim(), name.trim().replace(/\W+/g, "_")];
  return [...new Set(ids)].filter(isName).map((id) => createReplacementFix(scope, problem, id, true));
};

function isName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !findReservedWord(text);
}

/** Returns a function that creates a fix which replaces the problem's span by a fixed text. */
export function createReplaceFactory(replacement: string): FixFactory {
  return (scope) => [createReplacementFix(scope, scope.problem, replacement, true)];
}

/** Creates a fix that deletes a span. `changes` describes how the query's meaning changes, if it does. */
export function createRemovalFix(text: string, span: Span, changes?: string): QueryFix {
  const title = `Remove \`${shortenForTitle(text.slice(span.start, span.end))}\``;
  return { title, edits: [createRemovalEdit(text, span)], ...(changes !== undefined && { changes }) };
}

import { quoteName, quoteText } from "../../base/sql-quote.ts";
import { makeNamesUnique } from "../../base/unique-names.ts";
import { type NamedScratchResult, scratchNameOf, statementAt } from "./scratch-text-model.ts";

/** Open result that a scratch query can read. */
export interface ScratchResult extends NamedScratchResult {
  readonly columns: readonly string[];
  /** Time of the run and number of rows, in the user's language. */
  readonly detail: string;
}

interface ScratchCompletion {
  readonly kind: "result" | "column";
  readonly label: string;
  readonly detail: string;
  /** Text that replaces the part of the query from `start` to the cursor. */
  readonly text: string;
  readonly start: number;
}

const quotedName = /\bresult\s*\(\s*'((?:[^']|'')*)$/i;
const tableName = /\b(?:from|join)\s+(\w*)$/i;
const columnName = /(?:"((?:[^"]|"")*)|(\w*))$/;
const skipped = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/**
 * Returns the completions at an offset of a scratch query: open results after FROM and JOIN and inside of `result('...')`,
 * elsewhere the columns of the results that the statement reads. None in comments.
 */
export function completeScratch(text: string, offset: number, results: readonly ScratchResult[]): ScratchCompletion[] {
  const before = text.slice(0, offset);
  const isComment = [...before.matchAll(skipped)].some(
    ({ 0: token, index }) => /^(--|\/\*)/.test(token) && index + token.length === offset,
  );
  if (isComment) {
    return [];
  }
  const [, typedName] = quotedName.exec(before) ?? [];
  const [, typedTable] = tableName.exec(before) ?? [];
  const typed = typedName ?? typedTable;
  if (typed !== undefined) {
    return results.map((result) => {
      const name = scratchNameOf(result, results);
      const call = typedName === undefined ? `result(${quoteText(name)})` : quoteText(name).slice(1, -1);
      return {
        kind: "result",
        label: result.title,
        detail: result.detail,
        text: call,
        start: offset - typed.length,
      };
    });
  }
  const [, quoted, bare = ""] = columnName.exec(before) ?? [];
  return resultsReadBy(statementAt(text, offset), results).flatMap(({ title, columns }) =>
    makeNamesUnique(columns, { ignoresCase: true }).map((name) => ({
      kind: "column",
      label: name,
      detail: title,
      text: quoted === undefined ? quoteName(name) : name.replaceAll('"', '""'),
      start: offset - (quoted ?? bare).length,
    })),
  );
}

/** Returns the results that a statement names. Of several with one title, the latest is read. */
function resultsReadBy(statement: string, results: readonly ScratchResult[]): readonly ScratchResult[] {
  const names = [...statement.matchAll(/\bresult\s*\(\s*'((?:[^']|'')*)'/gi)].map(([, name = ""]) =>
    name.replaceAll("''", "'").toLowerCase(),
  );
  const found = names.flatMap((name) => {
    const named = results.findLast(({ resultId, title }) => resultId === name || title.toLowerCase() === name);
    return named ? [named] : [];
  });
  return [...new Set(found)];
}

import type { Span } from "../../core/text/span.ts";
import type { ParsedStatementText } from "../syntax/query-document.ts";
import type { Statement } from "../syntax/tree.ts";
import { nodesOf } from "../syntax/tree-nodes.ts";

/** Span of text that the editor can fold if it covers several lines. */
interface Fold extends Span {
  readonly kind: "code" | "comment";
}

const remembered = new WeakMap<ParsedStatementText, readonly Fold[]>();

/**
 * Returns the foldable statements, clauses, lists, brackets and comments of a document part, outer ones first. The
 * result is cached by part.
 */
export function foldingRangesOf(part: ParsedStatementText): readonly Fold[] {
  const known = remembered.get(part) ?? findFolds(part);
  remembered.set(part, known);
  return known;
}

function findFolds({ text, statements, comments }: ParsedStatementText): Fold[] {
  const folds: Fold[] = [...statements.flatMap(foldsOfStatement), ...commentRuns(text, comments)];
  return folds
    .filter(({ start, end }) => /[\r\n]/.test(text.slice(start, end)))
    .sort((a, b) => a.start - b.start || b.end - a.end);
}

function foldsOfStatement(statement: Statement): Fold[] {
  const folds: Fold[] = [{ kind: "code", start: statement.start, end: statement.end }];
  if (statement.kind === "query") {
    const { select, items } = statement;
    folds.push({ kind: "code", start: select.start, end: items.at(-1)?.end ?? select.end });
  }
  for (const { kind, start, end } of nodesOf(statement)) {
    if (kind === "where" || kind === "group" || kind === "call" || kind === "in") {
      folds.push({ kind: "code", start, end });
    }
  }
  return folds;
}

/** Returns one foldable span for each group of comments on adjacent lines. */
function commentRuns(text: string, comments: readonly Span[]): Fold[] {
  const runs: Fold[] = [];
  for (const { start, end } of comments) {
    const last = runs.at(-1);
    if (last && /^[^\S\r\n]*(\r\n|\r|\n)[^\S\r\n]*$/.test(text.slice(last.end, start))) {
      runs[runs.length - 1] = { ...last, end };
    } else {
      runs.push({ kind: "comment", start, end });
    }
  }
  return runs;
}

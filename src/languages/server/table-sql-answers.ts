import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type Hover,
  InsertTextFormat,
  type Location,
  type LocationLink,
  MarkupKind,
  type Range,
  type SignatureHelp,
  type TextEdit,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { createTableDocumentUri, findTableDocumentLine } from "../core/model/table-document.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { createSafeFixFinder, fixAll } from "../core/text/fix-all.ts";
import type { TextEdit as Edit, Span } from "../core/text/span.ts";
import type { SqlCompletion, SqlSuggestion } from "../table-sql/completion/sql-suggestion.ts";
import type { SqlDefinitionTarget } from "../table-sql/hover/definition.ts";
import type { SqlHover as TableHover } from "../table-sql/hover/hover.ts";
import type { SqlSignatureHelp as TableSignatureHelp } from "../table-sql/hover/signature-help.ts";
import { asksForKind, withFixAll } from "./fix-all.ts";

function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function lspEditsOf(document: TextDocument, edits: readonly Edit[]): TextEdit[] {
  return edits.map((edit) => ({ range: rangeOf(document, edit), newText: edit.text }));
}

/**
 * Returns the quick fixes of the problems that overlap a range. Also returns the action that applies all fixes of the
 * document that `check` verifies.
 */
export async function fixesOf(
  document: TextDocument,
  params: CodeActionParams,
  token: CancellationToken,
  problems: () => Promise<readonly FixableProblem[]>,
  check: (text: string) => Promise<readonly FixableProblem[]>,
): Promise<CodeAction[]> {
  const quickFixes = asksForKind(params, CodeActionKind.QuickFix)
    ? quickFixesOf(document, params, await problems())
    : [];
  const finder = createSafeFixFinder(check, () => token.isCancellationRequested);
  return await withFixAll(
    params,
    quickFixes,
    () => fixAll(document.getText(), finder),
    ({ edits }) => ({ changes: { [document.uri]: lspEditsOf(document, edits) } }),
  );
}

function quickFixesOf(
  document: TextDocument,
  { range, context }: CodeActionParams,
  problems: readonly FixableProblem[],
): CodeAction[] {
  const { start, end } = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  return problems
    .filter((problem) => problem.start <= end && start <= problem.end)
    .flatMap((problem) =>
      (problem.fixes ?? []).map(({ title, edits }, index) => ({
        title,
        kind: CodeActionKind.QuickFix,
        isPreferred: index === 0,
        diagnostics: context.diagnostics.filter(
          (diagnostic) =>
            diagnostic.code === problem.code && document.offsetAt(diagnostic.range.start) === problem.start,
        ),
        edit: { changes: { [document.uri]: lspEditsOf(document, edits) } },
      })),
    );
}

const itemKinds: Readonly<Record<SqlSuggestion["kind"], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  table: CompletionItemKind.Class,
  cte: CompletionItemKind.Struct,
  view: CompletionItemKind.Interface,
  column: CompletionItemKind.Field,
  alias: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  time: CompletionItemKind.Event,
  type: CompletionItemKind.TypeParameter,
  join: CompletionItemKind.Snippet,
};

export function lspCompletionListOf(
  document: TextDocument,
  { replace, suggestions: offers, isIncomplete }: SqlCompletion,
): CompletionList {
  const range = rangeOf(document, replace);
  return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index)) };
}

function itemOf(offer: SqlSuggestion, range: Range, index: number): CompletionItem {
  const { label, kind, snippet, detail, documentation, rank } = offer;
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range, newText: snippet },
    filterText: label,
    sortText: `${String(rank).padStart(4, "0")}${String(index).padStart(4, "0")}`,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
  };
}

export function lspHoverOf(document: TextDocument, found: TableHover | undefined): Hover | null {
  return found
    ? { contents: { kind: MarkupKind.Markdown, value: found.markdown }, range: rangeOf(document, found) }
    : null;
}

export function lspSignatureHelpOf(help: TableSignatureHelp | undefined): SignatureHelp | null {
  if (!help) {
    return null;
  }
  const { signature, summary, parameters, active } = help;
  const labels = parameters.map(([start, end]) => ({ label: [start, end] as [number, number] }));
  return {
    signatures: [{ label: signature, documentation: summary, parameters: labels }],
    activeSignature: 0,
    activeParameter: active,
  };
}

/**
 * Converts a definition to an LSP location. The location of a table source is a read-only document that the editor
 * provides.
 */
export function lspDefinitionOf(
  document: TextDocument,
  found: SqlDefinitionTarget | undefined,
  hasLinks: boolean,
): LocationLink[] | Location[] | null {
  if (!found) {
    return null;
  }
  const { uri, range } = locate(document, found);
  const originSelectionRange = rangeOf(document, found.origin);
  return hasLinks
    ? [{ originSelectionRange, targetUri: uri, targetRange: range, targetSelectionRange: range }]
    : [{ uri, range }];
}

function locate(document: TextDocument, found: SqlDefinitionTarget): Location {
  if (found.kind === "text") {
    return { uri: document.uri, range: rangeOf(document, found.target) };
  }
  const line = findTableDocumentLine(found.table, found.column);
  const start = { line, character: 0 };
  return { uri: createTableDocumentUri(found.table.objectName), range: { start, end: start } };
}

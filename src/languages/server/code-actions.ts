import {
  type AnnotatedTextEdit,
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type CodeActionParams,
  type TextEdit as LanguageEdit,
  type WorkspaceEdit,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FixedText } from "../core/text/fix-all.ts";
import type { Problem } from "../core/text/problem.ts";
import type { TextEdit } from "../core/text/span.ts";
import { checkStatementText } from "../sql-like/checks/check-document.ts";
import { type FixOptions, findQueryFixes, fixPart } from "../sql-like/fixes/find-fixes.ts";
import type { QueryFix } from "../sql-like/fixes/fix.ts";
import type { DocumentStatement, ParsedStatementText } from "../sql-like/syntax/query-document.ts";
import { rangeOf } from "./document-position.ts";
import { asksForKind, fixAllKind, withFixAll } from "./fix-all.ts";
import type { FeatureCapabilities, ServerContext } from "./server-parts.ts";
import { lspEditsOf } from "./table-sql-answers.ts";

export const codeActionCapabilities: FeatureCapabilities = {
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
};

/** Registers the LSP handlers for quick fixes of the SQL-like language (sql-like-language 15 and 17). */
export function registerCodeActions(parts: ServerContext): void {
  const { connection, documents, queries } = parts;
  connection.onCodeAction(async (params, token) => {
    const document = documents.get(params.textDocument.uri);
    const placed = queries.get(params.textDocument.uri)?.parts;
    if (!document || !placed) {
      return null;
    }
    const actions: CodeAction[] = [];
    if (asksForKind(params, CodeActionKind.QuickFix)) {
      for (const part of placed.filter((one) => isTouched(document, one, params))) {
        actions.push(...(await quickFixes(parts, document, part, params, token)));
      }
    }
    const all = await withFixAll(
      params,
      actions,
      () => fixDocument(parts, placed, token),
      ({ edits }, title) => workspaceEdit(parts, document, lspEditsOf(document, edits), { title }),
    );
    return token.isCancellationRequested ? null : all;
  });
}

function isTouched(document: TextDocument, { part, start }: DocumentStatement, { range }: CodeActionParams): boolean {
  return start <= document.offsetAt(range.end) && document.offsetAt(range.start) <= start + part.text.length;
}

async function quickFixes(
  parts: ServerContext,
  document: TextDocument,
  placed: DocumentStatement,
  { range, context }: CodeActionParams,
  token: CancellationToken,
): Promise<CodeAction[]> {
  const first = document.offsetAt(range.start) - placed.start;
  const last = document.offsetAt(range.end) - placed.start;
  await parts.model.load(placed.part);
  const options = fixOptions(parts, placed.part);
  const { problems } = checkStatementText(placed.part, options.model, options);
  const actions: CodeAction[] = [];
  for (const problem of problems.filter(({ start, end }) => start <= last && first <= end)) {
    if (token.isCancellationRequested) {
      return [];
    }
    const diagnostics = context.diagnostics.filter((diagnostic) => isOf(diagnostic, document, placed, problem));
    for (const fix of await findQueryFixes(placed.part, problem, options)) {
      actions.push({ ...actionOf(parts, document, placed, fix), diagnostics });
    }
  }
  return actions;
}

function isOf(
  { code, range }: CodeActionParams["context"]["diagnostics"][number],
  document: TextDocument,
  placed: DocumentStatement,
  problem: Problem,
): boolean {
  const start = document.offsetAt(range.start) - placed.start;
  return code === problem.code && start === problem.start;
}

function fixOptions({ model, options, now }: ServerContext, part: ParsedStatementText): FixOptions {
  const namesOf = (one: ParsedStatementText) => {
    const known = model.modelOf(one);
    return { model: known?.source, ...(known?.members && { members: known.members }) };
  };
  return {
    ...namesOf(part),
    namesOf: async (fixed) => {
      await model.load(fixed);
      return namesOf(fixed);
    },
    timeColumn: options().timeColumn,
    now: now(),
    search: (search) => model.search(search),
  };
}

function actionOf(parts: ServerContext, document: TextDocument, placed: DocumentStatement, fix: QueryFix): CodeAction {
  const { title, edits, isPreferred = false, changes } = fix;
  const isShown = changes === undefined || parts.client().workspace?.workspaceEdit?.changeAnnotationSupport;
  return {
    // An editor that cannot ask before an edit shows the consequence in the title.
    title: isShown ? title : `${title}: ${changes}`,
    kind: CodeActionKind.QuickFix,
    isPreferred,
    edit: workspaceEdit(parts, document, languageEdits(document, placed, edits), fix),
  };
}

async function fixDocument(
  parts: ServerContext,
  placed: readonly DocumentStatement[],
  token: CancellationToken,
): Promise<FixedText> {
  const edits: TextEdit[] = [];
  let fixed = 0;
  let left = 0;
  for (const { part, start } of placed) {
    await parts.model.load(part);
    const result = await fixPart(part, fixOptions(parts, part), () => token.isCancellationRequested);
    edits.push(...result.edits.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })));
    fixed += result.fixed;
    left += result.left;
  }
  return { edits, fixed, left };
}

function languageEdits(document: TextDocument, placed: DocumentStatement, edits: readonly TextEdit[]): LanguageEdit[] {
  return edits.map((edit) => ({ range: rangeOf(document, placed, edit), newText: edit.text }));
}

function workspaceEdit(
  { client }: ServerContext,
  { uri, version }: TextDocument,
  edits: LanguageEdit[],
  { title, changes }: Pick<QueryFix, "title" | "changes">,
): WorkspaceEdit {
  const { documentChanges = false, changeAnnotationSupport } = client().workspace?.workspaceEdit ?? {};
  if (!documentChanges) {
    return { changes: { [uri]: edits } };
  }
  const textDocument = { uri, version };
  if (changes === undefined || !changeAnnotationSupport) {
    return { documentChanges: [{ textDocument, edits }] };
  }
  const annotationId = "meaning";
  const annotated: AnnotatedTextEdit[] = edits.map((edit) => ({ ...edit, annotationId }));
  return {
    documentChanges: [{ textDocument, edits: annotated }],
    changeAnnotations: { [annotationId]: { label: title, description: changes, needsConfirmation: true } },
  };
}

import * as vscode from "vscode";
import { isJsonCommentDiagnostic } from "../../host/json-comments.ts";
import type { JobPath, ProblemSeverity, RequestsFromComposer, ShownProblem } from "../../protocol/composer-view.ts";
import { type FileCompletion, SqlInFile } from "./completion-model.ts";
import { problemsByField } from "./problems-model.ts";

/**
 * Returns completion items for the SQL statement at a JSON path of a job file. They come from the completion of VS
 * Code, to which the extension's language server contributes. Starts again when the document changes meanwhile: typing
 * may be over by then, so that nobody would ask a second time.
 */
export async function completeSql(
  document: vscode.TextDocument,
  path: JobPath,
  offset: number,
  signal: AbortSignal,
): Promise<RequestsFromComposer["complete"]["result"]> {
  while (!signal.aborted) {
    const sql = SqlInFile.find(document.getText(), path);
    if (!sql) {
      break;
    }
    const { version } = document;
    const position = document.positionAt(sql.toFileOffset(offset));
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    if (document.version === version) {
      const completions = list.items.map((item) => completionOf(document, item, position));
      return { offers: sql.offers(completions), isIncomplete: list.isIncomplete ?? false };
    }
  }
  return { offers: [], isIncomplete: false };
}

function completionOf(
  document: vscode.TextDocument,
  { label, kind, insertText, range, detail, documentation, filterText, sortText }: vscode.CompletionItem,
  position: vscode.Position,
): FileCompletion {
  const name = typeof label === "string" ? label : label.label;
  const replaced = range instanceof vscode.Range ? range : (range?.replacing ?? new vscode.Range(position, position));
  const note = typeof documentation === "object" ? documentation.value : documentation;
  return {
    label: name,
    kind: vscode.CompletionItemKind[kind ?? vscode.CompletionItemKind.Text] ?? "Text",
    insert: typeof insertText === "object" ? insertText.value : (insertText ?? name),
    isSnippet: typeof insertText === "object",
    start: document.offsetAt(replaced.start),
    end: document.offsetAt(replaced.end),
    ...(detail !== undefined && { detail }),
    ...(note !== undefined && { documentation: note }),
    ...(filterText !== undefined && { filterText }),
    ...(sortText !== undefined && { sortText }),
  };
}

const severities: Readonly<Record<vscode.DiagnosticSeverity, ProblemSeverity>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "information",
  [vscode.DiagnosticSeverity.Hint]: "information",
};

/** Returns the problems of a document in VS Code's Problems view, with the JSON path of each. */
export function documentProblems(document: vscode.TextDocument): ShownProblem[] {
  const found = vscode.languages.getDiagnostics(document.uri).filter((problem) => !isJsonCommentDiagnostic(problem));
  const problems = found.map(({ range, severity, code, message }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    severity: severities[severity],
    code: String(typeof code === "object" ? code.value : (code ?? "")),
    message,
  }));
  return problemsByField(document.getText(), problems);
}

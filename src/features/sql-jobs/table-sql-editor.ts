import * as vscode from "vscode";
import type { SqlStatement } from "../../client/sql/sql-statement.ts";
import { positionInMessage } from "./table-sql-text-model.ts";

/** Shows the errors of a run in the editor and highlights the running statement. */
export class TableSqlEditor implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection("workforce-table-sql-run");
  readonly #highlightDecoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  readonly #subscription: vscode.Disposable;

  constructor() {
    // Errors of a run do not apply to the changed text.
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) =>
      this.#problems.delete(document.uri),
    );
  }

  /** Highlights the running statement, or removes the highlight if there is none. */
  highlight(document: vscode.TextDocument, statement: SqlStatement | undefined): void {
    for (const editor of vscode.window.visibleTextEditors.filter((visible) => visible.document === document)) {
      editor.setDecorations(this.#highlightDecoration, statement ? [rangeOf(document, statement)] : []);
    }
  }

  clearProblems(document: vscode.TextDocument): void {
    this.#problems.delete(document.uri);
  }

  showProblem(document: vscode.TextDocument, statement: SqlStatement, message: string): void {
    const target = positionInMessage(message);
    const start = target
      ? document.validatePosition(new vscode.Position(target.line, target.character))
      : document.positionAt(statement.start);
    const range = document.getWordRangeAtPosition(start) ?? new vscode.Range(start, start.translate(0, 1));
    const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    problem.source = "workforce";
    this.#problems.set(document.uri, [...(this.#problems.get(document.uri) ?? []), problem]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
    this.#highlightDecoration.dispose();
  }
}

function rangeOf(document: vscode.TextDocument, { start, end }: SqlStatement): vscode.Range {
  return new vscode.Range(document.positionAt(start), document.positionAt(end));
}

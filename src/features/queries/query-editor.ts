import * as vscode from "vscode";
import { positionInMessage, type Statement } from "./query-text-model.ts";

export const languageId = "workforce-sqllike";

/** Highlights the running statement in the editor, and marks errors that the service reported. */
export class QueryEditor implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection("workforce-run");
  readonly #bounds = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  readonly #subscription: vscode.Disposable;

  constructor() {
    // A problem that the service reported does not apply to a changed text.
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) =>
      this.#problems.delete(document.uri),
    );
  }

  showBounds(document: vscode.TextDocument, statement: Statement): void {
    const editor = vscode.window.visibleTextEditors.find((visible) => visible.document === document);
    if (editor) {
      editor.setDecorations(this.#bounds, [rangeOf(document, statement)]);
    }
  }

  clearBounds(document: vscode.TextDocument): void {
    for (const editor of vscode.window.visibleTextEditors.filter((visible) => visible.document === document)) {
      editor.setDecorations(this.#bounds, []);
    }
  }

  clearProblem(document: vscode.TextDocument): void {
    this.#problems.delete(document.uri);
  }

  showProblem(document: vscode.TextDocument, message: string): void {
    const target = positionInMessage(message);
    if (!target) {
      return;
    }
    const position = document.validatePosition(new vscode.Position(target.line, target.character));
    // The language server may already have marked the same position.
    const isMarked = vscode.languages
      .getDiagnostics(document.uri)
      .some(({ range, severity }) => severity === vscode.DiagnosticSeverity.Error && range.contains(position));
    if (isMarked) {
      return;
    }
    const range = document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position.translate(0, 1));
    this.#addProblem(document, range, message);
  }

  /** Marks a problem from an offset to the end of its line. */
  markLine(document: vscode.TextDocument, offset: number, message: string): void {
    const start = document.validatePosition(document.positionAt(offset));
    this.#addProblem(document, new vscode.Range(start, document.lineAt(start.line).range.end), message);
  }

  #addProblem(document: vscode.TextDocument, range: vscode.Range, message: string): void {
    const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    problem.source = "workforce";
    this.#problems.set(document.uri, [...(this.#problems.get(document.uri) ?? []), problem]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
    this.#bounds.dispose();
  }
}

export function rangeOf(document: vscode.TextDocument, { range }: Statement): vscode.Range {
  return new vscode.Range(document.positionAt(range.start), document.positionAt(range.end));
}

import * as vscode from "vscode";

/**
 * Highlights the running statement in a document's editors, and adds diagnostics for errors that the service reported.
 */
export class RunDecorations implements vscode.Disposable {
  readonly #problems: vscode.DiagnosticCollection;
  readonly #bounds = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  readonly #subscription: vscode.Disposable;

  /** `collection` is the name of the diagnostic collection. */
  constructor(collection: string) {
    this.#problems = vscode.languages.createDiagnosticCollection(collection);
    // Errors of a run do not apply to the changed text.
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document }) => this.clearProblems(document));
  }

  showBounds(document: vscode.TextDocument, { start, end }: { readonly start: number; readonly end: number }): void {
    this.#decorate(document, [new vscode.Range(document.positionAt(start), document.positionAt(end))]);
  }

  clearBounds(document: vscode.TextDocument): void {
    this.#decorate(document, []);
  }

  #decorate(document: vscode.TextDocument, ranges: readonly vscode.Range[]): void {
    for (const editor of vscode.window.visibleTextEditors.filter((visible) => visible.document === document)) {
      editor.setDecorations(this.#bounds, ranges);
    }
  }

  /** Adds a diagnostic to the word at a position, or to a single character if there is no word. */
  addProblemAt(document: vscode.TextDocument, position: vscode.Position, message: string): void {
    const range = document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position.translate(0, 1));
    this.addProblem(document, range, message);
  }

  addProblem(document: vscode.TextDocument, range: vscode.Range, message: string): void {
    const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
    problem.source = "workforce";
    this.#problems.set(document.uri, [...(this.#problems.get(document.uri) ?? []), problem]);
  }

  clearProblems(document: vscode.TextDocument): void {
    this.#problems.delete(document.uri);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
    this.#bounds.dispose();
  }
}

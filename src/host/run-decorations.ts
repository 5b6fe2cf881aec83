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
    this.#subscription = vscode.Disposable.from(
      // Errors of a run do not apply to the changed text.
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.clearProblems(document)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) {
          this.#removeRepeated(uri);
        }
      }),
    );
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

  /**
   * Adds a diagnostic to the word at the position of an error, or to a single character if there is no word. The language
   * server may mark the same error, before or after, and then its diagnostic remains alone.
   */
  addProblemAt(document: vscode.TextDocument, position: vscode.Position, message: string): void {
    this.#add(document.uri, new RunProblem(wordRangeAt(document, position), message, position));
    this.#removeRepeated(document.uri);
  }

  addProblem(document: vscode.TextDocument, range: vscode.Range, message: string): void {
    this.#add(document.uri, new RunProblem(range, message));
  }

  #add(uri: vscode.Uri, problem: RunProblem): void {
    this.#problems.set(uri, [...(this.#problems.get(uri) ?? []), problem]);
  }

  #removeRepeated(uri: vscode.Uri): void {
    const own = this.#problems.get(uri) ?? [];
    const others = vscode.languages
      .getDiagnostics(uri)
      .filter((one) => !own.includes(one) && one.severity === vscode.DiagnosticSeverity.Error);
    const isRepeated = ({ position }: RunProblem) =>
      position !== undefined && others.some(({ range }) => range.contains(position));
    const kept = own.filter((problem) => !(problem instanceof RunProblem && isRepeated(problem)));
    if (kept.length < own.length) {
      this.#problems.set(uri, kept);
    }
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

/** Diagnostic of an error that the service reported, with the position that it named. */
class RunProblem extends vscode.Diagnostic {
  readonly position: vscode.Position | undefined;

  constructor(range: vscode.Range, message: string, position?: vscode.Position) {
    super(range, message, vscode.DiagnosticSeverity.Error);
    this.source = "workforce";
    this.position = position;
  }
}

/** Returns the range of the word at a position, or of a single character if there is no word. */
export function wordRangeAt(document: vscode.TextDocument, position: vscode.Position): vscode.Range {
  return document.getWordRangeAtPosition(position) ?? new vscode.Range(position, position.translate(0, 1));
}

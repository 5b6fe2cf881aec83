import * as vscode from "vscode";

/** Text of a document at the start of a run. */
export interface RunText {
  readonly document: vscode.TextDocument;
  readonly version: number;
}

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
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // A save is reported as a change, too.
        if (contentChanges.length > 0) {
          this.#clearProblems(document);
        }
      }),
      // Another untitled document may get the same name.
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document.isUntitled) {
          this.#clearProblems(document);
        }
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        for (const uri of uris) {
          this.#removeRepeated(uri);
        }
      }),
    );
  }

  /** Removes the diagnostics of the previous run. Returns the text for those of the run that starts. */
  startRun(document: vscode.TextDocument): RunText {
    this.#clearProblems(document);
    return { document, version: document.version };
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
  addProblemAt(run: RunText, position: vscode.Position, message: string): void {
    this.#add(run, new RunProblem(wordRangeAt(run.document, position), message, position));
    this.#removeRepeated(run.document.uri);
  }

  addProblem(run: RunText, range: vscode.Range, message: string): void {
    this.#add(run, new RunProblem(range, message));
  }

  /** Adds a diagnostic, unless the text has changed since the run started. */
  #add({ document, version }: RunText, problem: RunProblem): void {
    if (!document.isClosed && document.version === version) {
      this.#problems.set(document.uri, [...(this.#problems.get(document.uri) ?? []), problem]);
    }
  }

  #removeRepeated(uri: vscode.Uri): void {
    const own: readonly RunProblem[] = this.#problems.get(uri) ?? [];
    const others = vscode.languages
      .getDiagnostics(uri)
      .filter((one) => !own.includes(one) && one.severity === vscode.DiagnosticSeverity.Error);
    const kept = own.filter(({ position }) => !(position && others.some(({ range }) => range.contains(position))));
    if (kept.length < own.length) {
      this.#problems.set(uri, kept);
    }
  }

  #clearProblems(document: vscode.TextDocument): void {
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
  readonly position?: vscode.Position | undefined;

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

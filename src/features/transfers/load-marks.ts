import * as vscode from "vscode";
import type { LoadRowProblem } from "../../protocol/load-check.ts";

/** Problems of CSV files that were checked or sent, in VS Code's Problems view. A change of a line removes its problem. */
export class LoadMarks implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection("workforce-load");
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const shown = this.#collection.get(document.uri);
      if (shown && shown.length > 0) {
        const isChanged = ({ range }: vscode.Diagnostic) =>
          contentChanges.some((change) => change.range.intersection(range) !== undefined);
        // Problems below a change of the number of lines would stand beside their lines.
        const movedFrom = Math.min(
          ...contentChanges
            .filter(({ range, text }) => range.end.line - range.start.line !== text.split("\n").length - 1)
            .map(({ range }) => range.end.line),
        );
        this.#collection.set(
          document.uri,
          shown.filter((problem) => !isChanged(problem) && problem.range.start.line <= movedFrom),
        );
      }
    });
  }

  /** Replaces the problems of a file. */
  async show(file: string, problems: readonly LoadRowProblem[]): Promise<void> {
    const uri = vscode.Uri.file(file);
    const document = problems.length === 0 ? undefined : await openIfSmall(uri);
    this.#collection.set(
      uri,
      problems.map((problem) => {
        const diagnostic = new vscode.Diagnostic(
          rangeOf(problem, document),
          problemText(problem),
          vscode.DiagnosticSeverity.Error,
        );
        diagnostic.source = "Workforce";
        return diagnostic;
      }),
    );
  }

  /** Opens a file with the cursor on the line of a problem. */
  async reveal(file: string, [first]: readonly LoadRowProblem[]): Promise<void> {
    const at = new vscode.Position(Math.max(0, (first?.line ?? 1) - 1), 0);
    await vscode.window.showTextDocument(vscode.Uri.file(file), {
      preview: false,
      selection: new vscode.Range(at, at),
    });
    if (first) {
      await vscode.commands.executeCommand("workbench.panel.markers.view.focus");
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }
}

/** Returns a problem as a sentence. */
export function problemText({ column, rule }: LoadRowProblem): string {
  return column === undefined ? vscode.l10n.t("The line {0}.", rule) : vscode.l10n.t("{0} {1}.", column, rule);
}

/** Returns the range of the cell that a problem is about, as far as the text of the file shows it, or of its line. */
function rangeOf({ line }: LoadRowProblem, document: vscode.TextDocument | undefined): vscode.Range {
  const index = Math.max(0, line - 1);
  return document && index < document.lineCount
    ? document.lineAt(index).range
    : new vscode.Range(index, 0, index, 10_000);
}

/** Opens a document for its lines. VS Code does not open files of more than 50 MB for extensions. */
async function openIfSmall(uri: vscode.Uri): Promise<vscode.TextDocument | undefined> {
  try {
    return await vscode.workspace.openTextDocument(uri);
  } catch {
    return undefined;
  }
}

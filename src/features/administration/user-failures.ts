import * as vscode from "vscode";
import { parseUsersTable } from "../../languages/core/users/parse-users.ts";

/** Why a service refused a row of a users file. */
interface RowFailure {
  /** Text of the row when it was sent. Undefined for what concerns the whole file. */
  readonly row: string | undefined;
  readonly message: string;
}

/**
 * Problems of rows that a service refused. Each is shown while the file has the row as it was sent, wherever the row
 * moves, until the file is applied again.
 */
export class UserFailures implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection("workforce-users");
  readonly #failures = new Map<string, readonly RowFailure[]>();
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0 && this.#failures.has(document.uri.toString())) {
      this.#show(document);
    }
  });

  /** Replaces the problems of a file. */
  set(document: vscode.TextDocument, failures: readonly RowFailure[]): void {
    this.#failures.set(document.uri.toString(), failures);
    this.#show(document);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#collection.dispose();
  }

  #show(document: vscode.TextDocument): void {
    const text = document.getText();
    const { header, rows } = parseUsersTable(text);
    const found: vscode.Diagnostic[] = [];
    for (const failure of this.#failures.get(document.uri.toString()) ?? []) {
      const row =
        failure.row === undefined ? header : rows.find(({ start, end }) => text.slice(start, end) === failure.row);
      if (row) {
        const range = new vscode.Range(document.positionAt(row.start), document.positionAt(row.end));
        const diagnostic = new vscode.Diagnostic(range, failure.message, vscode.DiagnosticSeverity.Error);
        diagnostic.source = "workforce";
        diagnostic.code = "users.row.refused";
        found.push(diagnostic);
      }
    }
    this.#collection.set(document.uri, found);
  }
}

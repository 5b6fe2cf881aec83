import * as vscode from "vscode";

const scheme = "workforce-operation";

/** Read-only Markdown documents about operations, shown as a preview. */
export class OperationDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #describe: (operation: string) => string | undefined;
  readonly #registration: vscode.Disposable;

  constructor(describe: (operation: string) => string | undefined) {
    this.#describe = describe;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    const operation = uri.path.slice(1).replace(/\.md$/, "");
    return this.#describe(operation) ?? vscode.l10n.t('There is no operation "{0}".', operation);
  }

  async open(operation: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${operation}.md` });
    await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}

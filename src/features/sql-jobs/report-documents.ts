import * as vscode from "vscode";
import { linkFreeMarkdown } from "../../host/link-free.ts";

const scheme = "workforce-dry-run";

/** Read-only documents with what dry runs found; a later one of the same file takes the place of the earlier. */
export class DryRunDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t("Dry run this SQL job again to see what it would do.");
  }

  async show(file: vscode.Uri, text: string): Promise<void> {
    const name = vscode.l10n.t("{0} (dry run)", file.path.split("/").at(-1) ?? "");
    const uri = vscode.Uri.from({ scheme, path: `/${name}.md`, query: file.toString() });
    this.#texts.set(uri.toString(), linkFreeMarkdown(text));
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
      preview: true,
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
    this.#texts.clear();
  }
}

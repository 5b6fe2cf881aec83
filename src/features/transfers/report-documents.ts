import * as vscode from "vscode";
import { linkFreeMarkdown } from "../../host/link-free.ts";

const scheme = "workforce-transfer-report";

/** Read-only texts about files; a report that a reload brings back says how to make it again. */
export class ReportDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.#changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t("Run the command again to see this report.");
  }

  /** Opens a report; one of the same name is replaced. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.toString(), linkFreeMarkdown(text));
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

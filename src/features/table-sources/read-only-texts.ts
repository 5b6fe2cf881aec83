import * as vscode from "vscode";
import { linkFreeMarkdown } from "../../host/link-free.ts";

const scheme = "workforce-table-text";

/** Read-only documents about tables; one that a reload brings back says how to see it again. */
export class ReadOnlyTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.#changed.event;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? vscode.l10n.t("Run the command again to see this text.");
  }

  /** Keeps a text; one of the same name is replaced, also where it is shown. The end of the name says what language it is in. */
  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.toString(), linkFreeMarkdown(text));
    this.#changed.fire(uri);
    return uri;
  }

  async show(name: string, text: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(name, text));
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

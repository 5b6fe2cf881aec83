import * as vscode from "vscode";

const scheme = "workforce-details";

/** Read-only documents with the whole definition of one entry, made when they are opened. */
export class DetailsDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #loaders = new Map<string, () => Promise<unknown>>();
  readonly #registration: vscode.Disposable;

  constructor() {
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const load = this.#loaders.get(uri.toString());
    return load
      ? `${JSON.stringify(await load(), undefined, 2)}\n`
      : vscode.l10n.t("Open this entry again from the Workforce Explorer.");
  }

  /** Loads first, so that a failure is reported where the person asked and no empty document opens. */
  async open(path: string, load: () => Promise<unknown>): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${path}.json` });
    const value = await load();
    this.#loaders.set(uri.toString(), async () => value);
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, "json");
    await vscode.window.showTextDocument(document, { preview: true });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#loaders.clear();
  }
}

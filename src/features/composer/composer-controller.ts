import type * as vscode from "vscode";
import { ChosenFiles } from "../../host/workspace-files.ts";
import { showComposerPage } from "./composer-page.ts";
import { ComposerPanel } from "./composer-panel.ts";
import type { ComposerServices } from "./composer-services.ts";
import { ConnectionNameCache } from "./connection-name-cache.ts";

/** Controller of composers. Loaded on first use, to keep activation fast. */
export class ComposerController implements vscode.Disposable {
  readonly #services: ComposerServices;
  readonly #names: ConnectionNameCache;
  readonly #subscription: { dispose(): void };

  constructor(services: ComposerServices) {
    this.#services = services;
    this.#names = new ConnectionNameCache(services);
    this.#subscription = services.onDidChangeTarget(() => this.#names.clear());
  }

  /** Connects a webview tab with its document. */
  open(document: vscode.TextDocument, tab: vscode.WebviewPanel): void {
    const panel = new ComposerPanel(document, tab.webview, this.#names, new ChosenFiles(this.#services.workspaceState));
    tab.onDidDispose(() => panel.dispose());
    showComposerPage(tab.webview, this.#services.extensionUri);
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

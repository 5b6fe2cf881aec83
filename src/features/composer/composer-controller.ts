import type * as vscode from "vscode";
import { showWebviewPage } from "../../host/webview-page.ts";
import { ChosenFiles } from "../../host/workspace-files.ts";
import { englishComposerStrings } from "../../protocol/composer-strings.ts";
import { composerHtml } from "../../protocol/page-html.ts";
import { ComposerPanel } from "./composer-panel.ts";
import type { ComposerServices } from "./composer-services.ts";
import { ConnectionNameCache } from "./connection-name-cache.ts";

/** Controller of the visual editors for job files. Loaded on first use, to keep activation fast. */
export class ComposerController implements vscode.Disposable {
  readonly #services: ComposerServices;
  readonly #names: ConnectionNameCache;
  readonly #subscription: { dispose(): void };

  constructor(services: ComposerServices) {
    this.#services = services;
    this.#names = new ConnectionNameCache(services);
    this.#subscription = services.onDidChangeTarget(() => this.#names.clear());
  }

  /** Shows a job file in a webview tab and keeps both in sync. */
  open(document: vscode.TextDocument, tab: vscode.WebviewPanel): void {
    const panel = new ComposerPanel(document, tab.webview, this.#names, new ChosenFiles(this.#services.workspaceState));
    tab.onDidDispose(() => panel.dispose());
    showWebviewPage(tab.webview, this.#services.extensionUri, {
      name: "composer",
      english: englishComposerStrings,
      html: (page, builtUri) =>
        composerHtml({
          ...page,
          sqlEditorUri: builtUri("sql-editor.js"),
          sqlEditorStyleUri: builtUri("sql-editor.css"),
        }),
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

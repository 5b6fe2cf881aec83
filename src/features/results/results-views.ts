import * as vscode from "vscode";
import { pageIcon } from "../../host/webview-page.ts";
import type { ResultsViewCommand } from "../../protocol/results-view.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import { type BridgedPage, type BridgeParts, ResultsBridge } from "./results-bridge.ts";

const viewId = "workforce.results";
const panelType = "workforce.resultsPanel";

interface Page {
  readonly bridge: ResultsBridge;
  /** Editor tab of the page. Undefined for the page in the panel area. */
  readonly panel: vscode.WebviewPanel | undefined;
  readonly isActive: () => boolean;
}

/** Places where VS Code shows the results page: the view in the panel area, and editor tabs. */
export class ResultsViews implements vscode.WebviewViewProvider, vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #extensionUri: vscode.Uri;
  readonly #results: ResultListModel;
  readonly #parts: BridgeParts;
  readonly #pages = new Set<Page>();
  readonly #registrations: vscode.Disposable;
  #restore: () => Promise<void>;

  constructor(extensionUri: vscode.Uri, parts: BridgeParts, restore: () => Promise<void>) {
    this.#extensionUri = extensionUri;
    this.#results = parts.results;
    this.#parts = parts;
    this.#restore = restore;
    this.#registrations = vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(viewId, this),
      vscode.window.registerWebviewPanelSerializer(panelType, this),
    );
  }

  async resolveWebviewView(view: vscode.WebviewView): Promise<void> {
    await this.#restore();
    await this.#connect(view, () => view.visible);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    await this.#restore();
    await this.#connectPanel(panel);
  }

  /** Shows the results view without taking the focus from the editor. */
  async reveal(location: "panel" | "editor"): Promise<void> {
    if (location === "editor") {
      const panel = this.#editorPage()?.panel;
      if (panel) {
        panel.reveal(undefined, true);
      } else {
        await this.openInEditor(true);
      }
      return;
    }
    await vscode.commands.executeCommand(`${viewId}.focus`, { preserveFocus: true });
  }

  async openInEditor(preserveFocus = false): Promise<void> {
    const showOptions = { viewColumn: vscode.ViewColumn.Beside, preserveFocus };
    const panel = vscode.window.createWebviewPanel(panelType, this.#title(), showOptions, { enableScripts: true });
    await this.#connectPanel(panel);
  }

  /** Puts the focus into the results, where they are shown. */
  async focus(location: "panel" | "editor"): Promise<void> {
    const page = location === "editor" ? this.#editorPage() : undefined;
    if (!page?.panel) {
      await vscode.commands.executeCommand(`${viewId}.focus`);
      this.command("focusGrid");
      return;
    }
    const { panel, bridge } = page;
    const isLoaded = panel.visible;
    panel.reveal();
    if (isLoaded) {
      bridge.command("focusGrid");
    } else {
      bridge.commandOnLoad("focusGrid");
    }
  }

  /** Sends a command to the active results page, or else to the most recently opened one. */
  command(command: ResultsViewCommand): void {
    const pages = [...this.#pages];
    const page = pages.findLast(({ isActive }) => isActive()) ?? pages.at(-1);
    page?.bridge.command(command);
  }

  dispose(): void {
    this.#registrations.dispose();
    for (const { bridge } of this.#pages) {
      bridge.dispose();
    }
  }

  /** Returns the most recently opened results page in an editor tab. */
  #editorPage(): Page | undefined {
    return [...this.#pages].findLast(({ panel }) => panel);
  }

  /** Connects an editor tab to the results. Keeps the title of the tab equal to the title of the active result. */
  async #connectPanel(panel: vscode.WebviewPanel): Promise<void> {
    panel.iconPath = pageIcon(this.#extensionUri);
    panel.title = this.#title();
    const retitle = this.#results.onDidActivate(() => {
      panel.title = this.#title();
    });
    panel.onDidDispose(() => retitle.dispose());
    // The active editor group is that of the panel itself.
    const overrides: BridgedPage["overrides"] = {
      focusEditor: async () => {
        await (await loadResultActions()).focusTextEditor();
        return undefined;
      },
    };
    await this.#connect(panel, () => panel.active, panel, overrides);
  }

  #title(): string {
    const { activeId } = this.#results;
    const active = activeId === undefined ? undefined : this.#results.find(activeId);
    return active?.origin.title ?? vscode.l10n.t("Workforce Results");
  }

  async #connect(
    { webview, onDidDispose }: Pick<vscode.WebviewView, "webview" | "onDidDispose">,
    isActive: () => boolean,
    panel?: vscode.WebviewPanel,
    overrides: BridgedPage["overrides"] = {},
  ): Promise<void> {
    const bridged: BridgedPage = {
      post: (packet) => void webview.postMessage(packet),
      onDidReceive: webview.onDidReceiveMessage,
      shows: (result) => this.#results.isListed(result),
      overrides,
    };
    const page: Page = { bridge: new ResultsBridge(bridged, this.#parts), panel, isActive };
    this.#pages.add(page);
    onDidDispose(() => {
      page.bridge.dispose();
      this.#pages.delete(page);
    });
    const { setResultsPageHtml: showResultsPage } = await loadResultActions();
    if (this.#pages.has(page)) {
      showResultsPage(webview, this.#extensionUri);
    }
  }
}

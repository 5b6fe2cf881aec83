import * as vscode from "vscode";
import type { OperationDefinition } from "../../contract/operation.ts";
import { showPanelPage } from "../../host/webview-page.ts";
import type { CallValues } from "../../protocol/operation-form.ts";
import { englishOperationsStrings } from "../../protocol/operations-strings.ts";
import { isOperationsViewState } from "../../protocol/operations-view.ts";
import { operationsHtml } from "../../protocol/page-html.ts";
import { CallHistoryStore } from "./call-history.ts";
import { callTargetLabels, callTargetText, isSameCallTarget } from "./call-target.ts";
import { formOf } from "./form-model.ts";
import { operationDocument } from "./operation-document-model.ts";
import { OperationPanel } from "./operation-panel.ts";
import { pickOperation } from "./operation-picker.ts";
import { type OperationServices, panelType } from "./operation-services.ts";

type Rows = Readonly<Record<string, OperationDefinition>>;

/** Controller of the pages that call API operations. Loaded on first use, to keep activation fast. */
export class OperationsController implements vscode.Disposable {
  readonly #services: OperationServices;
  readonly #rows: Rows;
  readonly #history: CallHistoryStore;
  readonly #documents: OperationDocuments;
  readonly #panels = new Set<vscode.WebviewPanel>();

  constructor(services: OperationServices, rows: Rows) {
    this.#services = services;
    this.#rows = rows;
    this.#history = new CallHistoryStore(services.context.workspaceState);
    this.#documents = new OperationDocuments((operation) => {
      const row = this.#rowOf(operation);
      return row && operationDocument(formOf(operation, row), row);
    });
  }

  /**
   * Opens the page of an API operation on the active connection. If no operation is given, asks the user for one.
   * Throws an error if the operation does not exist.
   */
  async call(operation?: string): Promise<void> {
    const chosen = operation ?? (await pickOperation(this.#rows, this.#services.currentTarget()));
    const row = chosen === undefined ? undefined : this.#rowOf(chosen);
    if (chosen === undefined) {
      return;
    }
    if (!row) {
      throw new Error(vscode.l10n.t('There is no operation "{0}". Choose one from the list.', chosen));
    }
    const panel = vscode.window.createWebviewPanel(panelType, row.title, vscode.ViewColumn.Active, {
      enableScripts: true,
      retainContextWhenHidden: true,
    });
    this.#connect(panel, chosen, row, {}, "");
  }

  /**
   * Restores an API operation page after a window reload, on the active connection. If the page had another connection,
   * a message names it.
   */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const row = isOperationsViewState(state) ? this.#rowOf(state.operation) : undefined;
    if (!row || !isOperationsViewState(state)) {
      panel.dispose();
      return;
    }
    const before = state.target;
    const notice = isSameCallTarget(before, callTargetLabels(this.#services.currentTarget()))
      ? ""
      : vscode.l10n.t("Before the window was reloaded, this page acted on {0}.", callTargetText(before));
    this.#connect(panel, state.operation, row, state.values, notice);
  }

  dispose(): void {
    for (const panel of [...this.#panels]) {
      panel.dispose();
    }
    this.#documents.dispose();
  }

  #connect(
    panel: vscode.WebviewPanel,
    operation: string,
    row: OperationDefinition,
    values: CallValues,
    notice: string,
  ): void {
    const { log, context, results, currentTarget, watchJob } = this.#services;
    panel.title = row.title;
    const page = new OperationPanel(panel.webview, {
      log,
      form: formOf(operation, row),
      row,
      target: currentTarget(),
      values,
      notice,
      history: this.#history,
      results,
      watchJob,
      openDocument: (name) => this.#documents.open(name),
    });
    this.#panels.add(panel);
    panel.onDidDispose(() => {
      this.#panels.delete(panel);
      page.dispose();
    });
    showPanelPage(panel, context.extensionUri, {
      name: "operations",
      english: englishOperationsStrings,
      html: operationsHtml,
    });
  }

  #rowOf(operation: string): OperationDefinition | undefined {
    return Object.hasOwn(this.#rows, operation) ? this.#rows[operation] : undefined;
  }
}

const scheme = "workforce-operation";

/** Provider of read-only Markdown documents about API operations, shown as a preview. */
class OperationDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
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

import * as vscode from "vscode";
import type { TransactionAction, TransactionSnapshot } from "../../protocol/transaction-view.ts";
import { panelType } from "./panel-type.ts";
import { TransactionPanel } from "./transaction-panel.ts";
import { transactionName } from "./transaction-text.ts";
import type { TransactionsModel, WatchedTransaction } from "./transactions-model.ts";

interface PanelsParts {
  readonly extensionUri: vscode.Uri;
  readonly model: TransactionsModel;
  snapshot(key: string): TransactionSnapshot;
  act(key: string, action: TransactionAction): Promise<void>;
  runAgain(key: string, jobId: string): Promise<void>;
  setExtended(key: string, isExtended: boolean): Promise<void>;
}

/** The pages of transactions, at most one for each. */
export class TransactionPanels implements vscode.Disposable {
  readonly #parts: PanelsParts;
  readonly #panels = new Map<string, TransactionPanel>();

  constructor(parts: PanelsParts) {
    this.#parts = parts;
  }

  show(watched: WatchedTransaction): void {
    const open = this.#panels.get(watched.key);
    if (open) {
      open.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      panelType,
      transactionName(watched.stored),
      vscode.ViewColumn.Active,
      {
        enableScripts: true,
        retainContextWhenHidden: true,
      },
    );
    this.connect(panel, watched);
  }

  connect(panel: vscode.WebviewPanel, { key, stored, followed }: WatchedTransaction): void {
    const { extensionUri, model, snapshot, act, runAgain, setExtended } = this.#parts;
    const { connectionId, tenant, transactionId } = stored;
    this.#panels.get(key)?.dispose();
    const page = new TransactionPanel(panel, {
      extensionUri,
      state: { connectionId, transactionId, ...(tenant !== undefined && { tenant }) },
      snapshot: () => snapshot(key),
      act: (action) => act(key, action),
      runAgain: (jobId) => runAgain(key, jobId),
      setExtended: (isExtended) => setExtended(key, isExtended),
      onVisible: (isVisible) => (model.find(key)?.followed ?? followed).setDetailed(isVisible),
      onClose: () => this.#panels.delete(key),
    });
    this.#panels.set(key, page);
  }

  /** Updates the page of one transaction, or all pages. */
  update(key: string | undefined): void {
    for (const [shown, page] of this.#panels) {
      if (key === undefined || key === shown) {
        page.update();
      }
    }
  }

  close(keys: readonly string[]): void {
    for (const key of keys) {
      this.#panels.get(key)?.dispose();
    }
  }

  dispose(): void {
    this.close([...this.#panels.keys()]);
  }
}

import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { openPageChannel, showPanelPage } from "../../host/webview-page.ts";
import type { Channel, HandlersOf } from "../../protocol/channel.ts";
import { transactionHtml } from "../../protocol/page-html.ts";
import { englishTransactionStrings } from "../../protocol/transaction-strings.ts";
import {
  type EventsToTransactionView,
  type RequestsFromTransactionView,
  type TransactionAction,
  type TransactionSnapshot,
  type TransactionViewState,
  transactionGuards,
} from "../../protocol/transaction-view.ts";
import { panelType } from "./transaction-services.ts";
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

/** All open transaction pages. There is at most one page for each transaction. */
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

  /**
   * Updates the page of the transaction with the given key. If the key is undefined, updates all pages. That of a
   * transaction that was removed from the list, by another window for example, keeps what it shows.
   */
  update(key: string | undefined): void {
    for (const [shown, page] of this.#panels) {
      if ((key === undefined || key === shown) && this.#parts.model.find(shown)) {
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

type Nothing = Record<never, never>;

interface PanelParts {
  readonly extensionUri: vscode.Uri;
  readonly state: TransactionViewState;
  snapshot(): TransactionSnapshot;
  act(action: TransactionAction): Promise<void>;
  runAgain(jobId: string): Promise<void>;
  setExtended(isExtended: boolean): Promise<void>;
  /** Callback when the transaction page becomes visible or hidden. */
  onVisible(isVisible: boolean): void;
  onClose(): void;
}

/** Page of one transaction. Handles the requests of its webview, and sends it changes while it is visible. */
class TransactionPanel implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PanelParts;
  readonly #channel: Channel<Nothing, RequestsFromTransactionView, EventsToTransactionView, Nothing>;
  readonly #owned = new DisposableStack();
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, parts: PanelParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#channel = openPageChannel(panel.webview, this.#owned, {
      handlers: this.#handlers(),
      guards: transactionGuards,
    });
    panel.title = parts.snapshot().details.name;
    this.#owned.add(panel.onDidChangeViewState(() => this.#updateVisibility()));
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    showPanelPage(panel, parts.extensionUri, {
      name: "transaction",
      english: englishTransactionStrings,
      html: transactionHtml,
    });
    this.#updateVisibility();
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Sends the current state of the transaction to the page. */
  update(): void {
    if (this.#panel.visible) {
      const snapshot = this.#parts.snapshot();
      this.#panel.title = snapshot.details.name;
      this.#channel.notify("snapshot", snapshot);
    }
  }

  dispose(): void {
    if (!this.#isDisposed) {
      this.#isDisposed = true;
      this.#owned.dispose();
      this.#parts.onVisible(false);
      this.#parts.onClose();
      this.#panel.dispose();
    }
  }

  #updateVisibility(): void {
    this.#parts.onVisible(this.#panel.visible);
    this.update();
  }

  #handlers(): HandlersOf<RequestsFromTransactionView> {
    const { state, snapshot, act, runAgain, setExtended } = this.#parts;
    return {
      ready: async () => ({ snapshot: snapshot(), state }),
      act: ({ action }) => unlessCancelled(act(action)),
      runAgain: ({ jobId }) => unlessCancelled(runAgain(jobId)),
      setExtended: ({ isExtended }) => unlessCancelled(setExtended(isExtended)),
    };
  }
}

/** Awaits an action and ignores a CancelledError, because the user only declined a prompt. */
async function unlessCancelled(work: Promise<void>): Promise<undefined> {
  try {
    await work;
  } catch (error) {
    if (!isCancellation(error)) {
      throw error;
    }
  }
  return undefined;
}

import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { isTransactionExtendedAutomatically } from "../../base/connection-role.ts";
import { DisposableStack } from "../../base/disposable.ts";
import { isTreeItem } from "../../base/guards.ts";
import { connectionOf } from "../../host/call-tenant.ts";
import { showFailure } from "../../host/commands.ts";
import { readSettings } from "../../host/settings.ts";
import type { TreeSource } from "../../host/updating-tree.ts";
import { isTransactionViewState, type TransactionAction } from "../../protocol/transaction-view.ts";
import { openTransaction, pickTransaction } from "./choose-transaction.ts";
import { CountdownWatch } from "./countdown-model.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import { isKeptOpen, type NoticeActions, notifyEnd, notifyFailedJob } from "./notify-transaction.ts";
import { openInsideTransaction } from "./open-inside.ts";
import { OpenTransactionsStatus } from "./open-transactions-status.ts";
import { runAgain } from "./run-again.ts";
import {
  type StoredTransaction,
  type TransactionJobReference,
  type TransactionUpdate,
  transactionKey,
} from "./stored-transaction.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";
import {
  type ActionServices,
  endTransaction,
  extendTransaction,
  setAutomaticExtension,
  targetOf,
} from "./transaction-actions.ts";
import { createTransactionCalls } from "./transaction-calls.ts";
import { expiryOf, isTransactionOpen } from "./transaction-details-model.ts";
import type { TransactionItem } from "./transaction-item.ts";
import { TransactionPanels } from "./transaction-panel.ts";
import type { TransactionServices } from "./transaction-services.ts";
import { snapshotOf } from "./transaction-snapshot.ts";
import { tablesOf, tooltipOf, toTreeItem } from "./transaction-tree-items.ts";
import { type EndedJob, TransactionsModel, type WatchedTransaction } from "./transactions-model.ts";

/** Controller of the tree, the pages and the commands of transactions. Loaded on first use, to keep activation fast. */
export class TransactionsController implements TreeSource<TransactionItem>, vscode.Disposable {
  readonly #services: TransactionServices;
  readonly #stored: StoredTransactions;
  readonly #calls: TransactionCalls;
  readonly #model: TransactionsModel;
  readonly #countdown: CountdownWatch;
  readonly #panels: TransactionPanels;
  readonly #status = new OpenTransactionsStatus();
  readonly #owned = new DisposableStack();
  readonly #since = systemClock.now();
  readonly #actions: NoticeActions;
  /**
   * Keys of failed jobs that the user was notified of. Avoids a second notification, because both the job run and the
   * polling detect a failure.
   */
  readonly #reported = new Set<string>();

  /** `onChange` is called after what the tree shows may have changed. */
  constructor(services: TransactionServices, stored: StoredTransactions, onChange: () => void) {
    const { connections, context } = services;
    this.#services = services;
    this.#stored = stored;
    this.#calls = createTransactionCalls(({ connectionId, tenant }) => connections.sessionFor(connectionId, tenant));
    this.#model = new TransactionsModel(
      stored,
      {
        clock: systemClock,
        random: Math.random,
        calls: this.#calls,
        isExtended: (one) => this.#isExtended(one),
        extendBySeconds: () => readSettings().extendBySeconds,
      },
      () => connections.target.connectionId,
    );
    this.#panels = new TransactionPanels({
      extensionUri: context.extensionUri,
      model: this.#model,
      snapshot: (key) => this.#snapshot(key),
      act: (key, action) => this.#act(this.#find(key), action),
      runAgain: (key, jobId) => runAgain(this.#find(key), jobId, this.#parts),
      setExtended: (key, isExtended) => setAutomaticExtension(this.#find(key), isExtended, this.#parts),
    });
    this.#countdown = new CountdownWatch(
      systemClock,
      () => this.#expiries(),
      () => {
        onChange();
        this.#showStatus();
      },
    );
    this.#actions = {
      openInsideTransaction: (watched: WatchedTransaction) => this.#openInsideTransaction(watched),
      runAgain: (watched: WatchedTransaction, jobId: string) => runAgain(watched, jobId, this.#parts),
      show: async (watched: WatchedTransaction) => this.#panels.show(watched),
    };
    this.#owned.add(
      this.#model.onDidChange((key) => {
        onChange();
        this.#panels.update(key);
        this.#showStatus();
        // The status bar shows the remaining time even if the tree is hidden.
        this.#countdown.setVisible(true);
      }),
    );
    this.#owned.add(this.#status);
    this.#owned.add(
      this.#model.onDidEndJob((ended) => {
        if (isKeptOpen(ended)) {
          this.#notifyFailedJob(ended);
        }
      }),
    );
    this.#owned.add(
      this.#model.onDidEnd((ended) => {
        const wasAway = ended.isFirst && ended.watched.stored.storedAt < this.#since;
        if (wasAway || ended.end === "expired") {
          this.#notify(notifyEnd(ended, this.#actions));
        }
      }),
    );
  }

  children(item: TransactionItem | undefined): readonly TransactionItem[] {
    if (!item) {
      return this.#model.list().map(({ key }) => ({ kind: "transaction", key }));
    }
    const watched = item.kind === "transaction" ? this.#model.find(item.key) : undefined;
    if (!watched) {
      return [];
    }
    const { key, stored } = watched;
    return [
      ...tablesOf(watched).map((name) => ({ kind: "table", key, name }) as const),
      ...stored.inputs.map((name) => ({ kind: "input", key, name }) as const),
      ...stored.jobIds.map((jobId) => ({ kind: "job", key, jobId }) as const),
    ];
  }

  treeItem(item: TransactionItem): vscode.TreeItem {
    const watched = this.#model.find(item.key);
    // The item may have been removed from the list before the tree renders it.
    return watched ? toTreeItem(item, watched, systemClock.now()) : new vscode.TreeItem("");
  }

  /** Returns the tree item and the text of its tooltip. */
  appearance(item: TransactionItem): unknown {
    return [{ ...this.treeItem(item) }, this.tooltip(item)?.value];
  }

  tooltip(item: TransactionItem): vscode.MarkdownString | undefined {
    const watched = item.kind === "transaction" ? this.#model.find(item.key) : undefined;
    return watched && tooltipOf(watched);
  }

  /** Polls the stored transactions that an earlier window left open. */
  pollOpen(): void {
    this.#model.pollOpen();
  }

  setVisible(isVisible: boolean): void {
    this.#model.setVisible(isVisible);
  }

  async store(store: TransactionUpdate): Promise<void> {
    const key = await this.#stored.save(store);
    this.#model.find(key)?.followed.poll();
  }

  /**
   * Notifies the user that a failed job left its transaction open, unless that was already reported. Returns false if
   * the job or its transaction is unknown.
   */
  async notifyKeptOpen({ jobId, ...reference }: TransactionJobReference): Promise<boolean> {
    const watched = this.#model.find(transactionKey(reference));
    const { signal } = new AbortController();
    const job = watched && (await this.#calls.job(watched.stored, jobId, true, signal).catch(() => undefined));
    if (!watched || !job) {
      return false;
    }
    this.#notifyFailedJob({ watched, job: { ...job, jobId } });
    watched.followed.poll();
    return true;
  }

  refreshList(): void {
    this.#model.refreshList();
  }

  refresh(): void {
    this.#model.pollAll();
  }

  async open(): Promise<void> {
    const { target } = this.#services.connections;
    const key = await openTransaction({ calls: this.#calls, stored: this.#stored, target });
    if (key !== undefined) {
      const watched = this.#find(key);
      watched.followed.poll();
      this.#panels.show(watched);
    }
  }

  /** Performs an action on the transaction of a tree item or id, or else on one that the user picks. */
  async act(target: unknown, action: TransactionAction | "show" | "toggleExtended" | "forget"): Promise<void> {
    const isOnlyOpen = !["show", "copyId", "forget"].includes(action);
    const watched =
      this.#findTarget(target) ?? (await pickTransaction(this.#model.list(), isOnlyOpen, systemClock.now()));
    if (!watched) {
      return;
    }
    switch (action) {
      case "show":
        return this.#panels.show(watched);
      case "toggleExtended":
        return await this.#toggleExtended(watched);
      case "forget":
        this.#panels.close([watched.key]);
        return await this.#stored.forget([watched.key]);
      default:
        return await this.#act(watched, action);
    }
  }

  async runAgain(target: unknown): Promise<void> {
    const watched = this.#findTarget(target);
    if (watched && isTreeItem<TransactionItem>(target) && target.kind === "job") {
      await runAgain(watched, target.jobId, this.#parts);
    }
  }

  async forgetEnded(): Promise<void> {
    const keys = this.#model.list().flatMap(({ key, followed: { phase } }) => {
      return phase !== undefined && !isTransactionOpen(phase) ? [key] : [];
    });
    this.#panels.close(keys);
    await this.#stored.forget(keys);
  }

  /** Restores a transaction page after a window reload. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (!isTransactionViewState(state)) {
      panel.dispose();
      return;
    }
    const watched = this.#model.find(transactionKey(state));
    if (watched) {
      this.#panels.connect(panel, watched);
      return;
    }
    const { connectionId, tenant, transactionId } = state;
    const key = await this.#stored.save({ connectionId, tenant, transactionId });
    this.#panels.connect(panel, this.#find(key));
  }

  dispose(): void {
    this.#countdown.setVisible(false);
    this.#owned.dispose();
    this.#panels.dispose();
    this.#model.dispose();
  }

  get #parts(): ActionServices {
    const { connections } = this.#services;
    return { model: this.#model, stored: this.#stored, calls: this.#calls, connections };
  }

  #notifyFailedJob(ended: EndedJob): void {
    const id = JSON.stringify([ended.watched.key, ended.job.jobId ?? ""]);
    if (!this.#reported.has(id)) {
      this.#reported.add(id);
      this.#notify(notifyFailedJob(ended, this.#actions));
    }
  }

  /** Shows a notification in the background, because no caller waits for the user's choice. */
  #notify(notification: Promise<void>): void {
    notification.catch((error) => showFailure(this.#services.log, error));
  }

  async #act(watched: WatchedTransaction, action: TransactionAction): Promise<void> {
    switch (action) {
      case "commit":
      case "rollBack":
      case "close":
        return await endTransaction(action, watched, this.#parts);
      case "extend":
        return await extendTransaction(watched, this.#parts);
      case "lookInside":
        return await this.#openInsideTransaction(watched);
      case "refresh":
        return watched.followed.poll();
      case "copyId":
        return await vscode.env.clipboard.writeText(watched.stored.transactionId);
    }
  }

  async #toggleExtended(watched: WatchedTransaction): Promise<void> {
    const isExtended = !this.#isExtended(watched.stored);
    await setAutomaticExtension(watched, isExtended, this.#parts);
    vscode.window.setStatusBarMessage(
      isExtended
        ? vscode.l10n.t("The transaction is extended while a job runs.")
        : vscode.l10n.t("The transaction is not extended while a job runs."),
      5000,
    );
  }

  #openInsideTransaction(watched: WatchedTransaction): Promise<void> {
    return openInsideTransaction(watched, targetOf(watched, this.#services).connection);
  }

  #isExtended(stored: StoredTransaction): boolean {
    return isTransactionExtendedAutomatically(
      readSettings().extendsTransactions,
      connectionOf(stored.connectionId, this.#services.connections).role,
      stored.isExtended,
    );
  }

  #snapshot(key: string) {
    const watched = this.#find(key);
    const { connection, tenant } = targetOf(watched, this.#services);
    return snapshotOf(watched, { connection, tenant, isExtended: this.#isExtended(watched.stored) });
  }

  #expiries(): readonly number[] {
    return this.#model.list().flatMap(({ followed: { transaction, phase } }) => {
      return (transaction && phase && isTransactionOpen(phase) ? expiryOf(transaction) : undefined) ?? [];
    });
  }

  #showStatus(): void {
    const open = this.#stored.list().filter(({ end }) => end === undefined);
    const expiries = this.#expiries();
    const leftMs = expiries.length === 0 ? undefined : Math.min(...expiries) - systemClock.now();
    this.#status.show(open.length, leftMs);
  }

  #find(key: string): WatchedTransaction {
    const watched = this.#model.find(key);
    if (!watched) {
      throw new Error(vscode.l10n.t("The transaction is not in the list any more. Use Open Transaction with its ID."));
    }
    return watched;
  }

  /**
   * Returns the transaction of a tree item or id, or undefined if none was given. Throws if it was removed from the list,
   * so that no other one is acted on.
   */
  #findTarget(target: unknown): WatchedTransaction | undefined {
    if (isTreeItem<TransactionItem>(target)) {
      return this.#find(target.key);
    }
    if (typeof target !== "string") {
      return undefined;
    }
    const stored = this.#stored.list().find(({ transactionId }) => transactionId === target);
    return this.#find(stored ? transactionKey(stored) : target);
  }
}

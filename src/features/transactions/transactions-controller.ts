import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import { isExtendedAutomatically } from "../../base/connection-role.ts";
import { DisposableStack } from "../../base/disposable.ts";
import { isTreeLine } from "../../base/guards.ts";
import { showFailure } from "../../host/commands.ts";
import { readSettings } from "../../host/settings.ts";
import { isTransactionViewState, type TransactionAction } from "../../protocol/transaction-view.ts";
import { CountdownWatch } from "./countdown-watch-model.ts";
import type { TransactionCalls } from "./followed-transaction-model.ts";
import { isKeptOpen, type NoticeActions, notifyEnd, notifyFailedJob } from "./notify-transaction.ts";
import { openInsideTransaction } from "./open-inside.ts";
import { openTransaction } from "./open-transaction.ts";
import { runAgain } from "./run-again.ts";
import {
  type StoredTransaction,
  type TransactionJobReference,
  type TransactionUpdate,
  transactionKey,
} from "./stored-transaction.ts";
import type { StoredTransactions } from "./stored-transactions-model.ts";
import { type ActionParts, endTransaction, extendTransaction, setExtended, targetOf } from "./transaction-actions.ts";
import { callsThrough } from "./transaction-calls.ts";
import { expiryOf, isTransactionOpen } from "./transaction-details-model.ts";
import { type TransactionItem, TransactionItems } from "./transaction-item.ts";
import { tablesOf, tooltipOf, treeItemOf } from "./transaction-lines.ts";
import { TransactionPanels } from "./transaction-panels.ts";
import { pickTransaction } from "./transaction-picker.ts";
import type { TransactionServices } from "./transaction-services.ts";
import { snapshotOf } from "./transaction-snapshot.ts";
import { type EndedJob, TransactionsModel, type WatchedTransaction } from "./transactions-model.ts";
import type { TransactionLines } from "./transactions-tree.ts";

/** Controls tree, pages and commands of transactions. Loaded on first use, to keep activation fast. */
export class TransactionsController implements TransactionLines, vscode.Disposable {
  readonly #services: TransactionServices;
  readonly #stored: StoredTransactions;
  readonly #calls: TransactionCalls;
  readonly #model: TransactionsModel;
  readonly #countdown: CountdownWatch;
  readonly #panels: TransactionPanels;
  readonly #items = new TransactionItems();
  readonly #owned = new DisposableStack();
  readonly #since = systemClock.now();
  readonly #actions: NoticeActions;
  /** Failed jobs that were already reported, because both the run and the polling detect a failure. */
  readonly #told = new Set<string>();
  #isVisible = false;

  constructor(services: TransactionServices, stored: StoredTransactions, refresh: (item?: TransactionItem) => void) {
    const { connections, context } = services;
    this.#services = services;
    this.#stored = stored;
    this.#calls = callsThrough(({ connectionId, tenant }) => connections.sessionFor(connectionId, tenant));
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
      setExtended: (key, isExtended) => setExtended(this.#find(key), isExtended, this.#parts),
    });
    const lineOf = (key: string) => this.#items.of({ kind: "transaction", key });
    this.#countdown = new CountdownWatch(
      systemClock,
      () => this.#expiries(),
      (key) => refresh(lineOf(key)),
    );
    this.#actions = {
      openInsideTransaction: (seen: WatchedTransaction) => this.#openInsideTransaction(seen),
      runAgain: (seen: WatchedTransaction, jobId: string) => runAgain(seen, jobId, this.#parts),
      show: async (seen: WatchedTransaction) => this.#panels.show(seen),
    };
    this.#owned.add(
      this.#model.onDidChange((key) => {
        refresh(key === undefined ? undefined : lineOf(key));
        this.#panels.update(key);
        this.#countdown.set(this.#isVisible);
      }),
    );
    this.#owned.add(
      this.#model.onDidEndJob((ended) => {
        if (isKeptOpen(ended)) {
          this.#notifyFailedJob(ended);
        }
      }),
    );
    this.#owned.add(
      this.#model.onDidEnd((ended) => {
        const wasAway = ended.isFirst && ended.seen.stored.storedAt < this.#since;
        if (wasAway || ended.end === "expired") {
          this.#notify(notifyEnd(ended, this.#actions));
        }
      }),
    );
  }

  children(item: TransactionItem | undefined): readonly TransactionItem[] {
    if (!item) {
      return this.#model.list().map(({ key }) => this.#items.of({ kind: "transaction", key }));
    }
    const seen = item.kind === "transaction" ? this.#model.find(item.key) : undefined;
    if (!seen) {
      return [];
    }
    const { key, stored } = seen;
    return [
      ...tablesOf(seen).map((name) => ({ kind: "table", key, name }) as const),
      ...stored.inputs.map((name) => ({ kind: "input", key, name }) as const),
      ...stored.jobIds.map((jobId) => ({ kind: "job", key, jobId }) as const),
    ].map((child) => this.#items.of(child));
  }

  treeItem(item: TransactionItem): vscode.TreeItem {
    const seen = this.#model.find(item.key);
    // The item may have been removed from the list before the tree renders it.
    return seen ? treeItemOf(item, seen, systemClock.now()) : new vscode.TreeItem("");
  }

  tooltip(item: TransactionItem): vscode.MarkdownString | undefined {
    const seen = item.kind === "transaction" ? this.#model.find(item.key) : undefined;
    return seen && tooltipOf(seen);
  }

  /** Polls the transactions that an earlier window left open. */
  findAgain(): void {
    this.#model.findAgain();
  }

  setVisible(isVisible: boolean): void {
    this.#isVisible = isVisible;
    this.#model.setVisible(isVisible);
    this.#countdown.set(isVisible);
  }

  async note(note: TransactionUpdate): Promise<void> {
    const key = await this.#stored.note(note);
    this.#model.find(key)?.followed.look();
  }

  /**
   * Notifies the user that a failed job left its transaction open, unless that was already reported. Returns false if
   * the job or its transaction is unknown.
   */
  async notifyKeptOpen({ jobId, ...place }: TransactionJobReference): Promise<boolean> {
    const seen = this.#model.find(transactionKey(place));
    const { signal } = new AbortController();
    const job = seen && (await this.#calls.job(seen.stored, jobId, true, signal).catch(() => undefined));
    if (!seen || !job) {
      return false;
    }
    this.#notifyFailedJob({ seen, job: { ...job, jobId } });
    seen.followed.look();
    return true;
  }

  refreshList(): void {
    this.#model.refreshList();
  }

  refresh(): void {
    this.#model.lookAtAll();
  }

  async open(): Promise<void> {
    const { target } = this.#services.connections;
    const key = await openTransaction({ calls: this.#calls, stored: this.#stored, target });
    if (key !== undefined) {
      const seen = this.#find(key);
      seen.followed.look();
      this.#panels.show(seen);
    }
  }

  /** Performs an action on the transaction of a tree item or id, or else on one that the user picks. */
  async act(target: unknown, action: TransactionAction | "show" | "toggleExtended" | "forget"): Promise<void> {
    const isOnlyOpen = !["show", "copyId", "forget"].includes(action);
    const seen = this.#seenOf(target) ?? (await pickTransaction(this.#model.list(), isOnlyOpen, systemClock.now()));
    if (!seen) {
      return;
    }
    switch (action) {
      case "show":
        return this.#panels.show(seen);
      case "toggleExtended":
        return await this.#toggleExtended(seen);
      case "forget":
        this.#panels.close([seen.key]);
        return await this.#stored.forget([seen.key]);
      default:
        return await this.#act(seen, action);
    }
  }

  async runAgain(target: unknown): Promise<void> {
    const seen = this.#seenOf(target);
    if (seen && isTreeLine<TransactionItem>(target) && target.kind === "job") {
      await runAgain(seen, target.jobId, this.#parts);
    }
  }

  async forgetEnded(): Promise<void> {
    const keys = this.#model.list().flatMap(({ key, followed: { phase } }) => {
      return phase !== undefined && !isTransactionOpen(phase) ? [key] : [];
    });
    this.#panels.close(keys);
    await this.#stored.forget(keys);
  }

  /** Restores a page after a reload. */
  async restore(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    if (!isTransactionViewState(state)) {
      panel.dispose();
      return;
    }
    const seen = this.#model.find(transactionKey(state));
    if (seen) {
      this.#panels.connect(panel, seen);
      return;
    }
    const { connectionId, tenant, transactionId } = state;
    const key = await this.#stored.note({ connectionId, tenant, transactionId });
    this.#panels.connect(panel, this.#find(key));
  }

  dispose(): void {
    this.#countdown.set(false);
    this.#owned.dispose();
    this.#panels.dispose();
    this.#model.dispose();
  }

  get #parts(): ActionParts {
    const { connections } = this.#services;
    return { model: this.#model, stored: this.#stored, calls: this.#calls, connections };
  }

  #notifyFailedJob(ended: EndedJob): void {
    const id = JSON.stringify([ended.seen.key, ended.job.jobId ?? ""]);
    if (!this.#told.has(id)) {
      this.#told.add(id);
      this.#notify(notifyFailedJob(ended, this.#actions));
    }
  }

  /** Runs in the background, because no caller waits for the user's choice in a notification. */
  #notify(telling: Promise<void>): void {
    telling.catch((error) => showFailure(this.#services.log, error));
  }

  async #act(seen: WatchedTransaction, action: TransactionAction): Promise<void> {
    switch (action) {
      case "commit":
      case "rollBack":
      case "close":
        return await endTransaction(action, seen, this.#parts);
      case "extend":
        return await extendTransaction(seen, this.#parts);
      case "lookInside":
        return await this.#openInsideTransaction(seen);
      case "refresh":
        return seen.followed.look();
      case "copyId":
        return await vscode.env.clipboard.writeText(seen.stored.transactionId);
    }
  }

  async #toggleExtended(seen: WatchedTransaction): Promise<void> {
    const isExtended = !this.#isExtended(seen.stored);
    await setExtended(seen, isExtended, this.#parts);
    vscode.window.setStatusBarMessage(
      isExtended
        ? vscode.l10n.t("The transaction is extended while a job runs.")
        : vscode.l10n.t("The transaction is not extended while a job runs."),
      5000,
    );
  }

  #openInsideTransaction(seen: WatchedTransaction): Promise<void> {
    return openInsideTransaction(seen, targetOf(seen, this.#services).connection);
  }

  #isExtended(stored: StoredTransaction): boolean {
    // An unknown connection is treated as production, to be safe.
    const connection = this.#services.connections.list().find(({ id }) => id === stored.connectionId);
    return isExtendedAutomatically(
      readSettings().extendsTransactions,
      connection?.role ?? "production",
      stored.isExtended,
    );
  }

  #snapshot(key: string) {
    const seen = this.#find(key);
    const { connection, tenant } = targetOf(seen, this.#services);
    return snapshotOf(seen, { connection, tenant, isExtended: this.#isExtended(seen.stored) });
  }

  #expiries(): ReadonlyMap<string, number> {
    const entries = this.#model.list().flatMap(({ key, followed: { transaction, phase } }) => {
      const expiry = transaction && phase && isTransactionOpen(phase) ? expiryOf(transaction) : undefined;
      return expiry === undefined ? [] : [[key, expiry] as const];
    });
    return new Map(entries);
  }

  #find(key: string): WatchedTransaction {
    const seen = this.#model.find(key);
    if (!seen) {
      throw new Error(vscode.l10n.t("The transaction is not in the list any more. Use Open Transaction with its ID."));
    }
    return seen;
  }

  #seenOf(target: unknown): WatchedTransaction | undefined {
    if (isTreeLine<TransactionItem>(target)) {
      return this.#model.find(target.key);
    }
    return typeof target === "string"
      ? this.#model.list().find(({ stored }) => stored.transactionId === target)
      : undefined;
  }
}

import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import { loadOnce } from "../../base/load-once.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { UpdatingTree } from "../../host/updating-tree.ts";
import type { TransactionAction } from "../../protocol/transaction-view.ts";
import { boundTransactionId } from "./bound-document-model.ts";
import {
  type StoredTransaction,
  storedIdsKey,
  type TransactionJobReference,
  type TransactionUpdate,
} from "./stored-transaction.ts";
import { StoredTransactions } from "./stored-transactions-model.ts";
import { itemId, type TransactionItem } from "./transaction-item.ts";
import { panelType, type TransactionServices } from "./transaction-services.ts";
import type { TransactionsController } from "./transactions-controller.ts";

/** The transactions feature, as other features use it. */
export interface Transactions {
  /** Stores a transaction or new details of it, and follows it while a job runs. */
  store(store: TransactionUpdate): Promise<void>;
  /** Stores the transaction of a job that was started from here, if the job runs in one. */
  storeJob(connectionId: string, job: JobReference, label: string): Promise<void>;
  /**
   * Notifies the user that a failed job left its transaction open, once per job. Returns false if that is not possible.
   */
  notifyKeptOpen(job: TransactionJobReference): Promise<boolean>;
  /** Returns the stored transactions, newest first. */
  list(): readonly StoredTransaction[];
  readonly onDidChange: Event<void>;
  /**
   * Returns the transaction in which the statements of a document run, whether or not it is still open. Throws if it was
   * removed from the list, so that they run nowhere else.
   */
  activeFor(document: Pick<vscode.TextDocument, "uri">): BoundTransaction | undefined;
  /** Opens the page of a stored transaction. */
  show(transactionId: string): Promise<void>;
}

export interface BoundTransaction {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
  /** Name of the transaction for the user. */
  readonly label: string;
}

const detailsState = "workforce.transactions.details";

/** Registers the transactions: their tree, pages and commands, and the polling of open ones. */
export function register(services: TransactionServices): vscode.Disposable & { transactions: Transactions } {
  const { log, context, connections } = services;
  const { globalState, workspaceState } = context;
  globalState.setKeysForSync([storedIdsKey]);
  const stored = new StoredTransactions(
    {
      readIds: () => globalState.get(storedIdsKey),
      writeIds: async (ids) => globalState.update(storedIdsKey, ids),
      readDetails: () => workspaceState.get(detailsState),
      writeDetails: async (details) => workspaceState.update(detailsState, details),
    },
    Date.now,
  );
  const loadController = loadOnce<TransactionsController>(() =>
    import("./transactions-controller.ts").then(({ TransactionsController }) => {
      const loaded = new TransactionsController(services, stored, () => void data.update());
      loaded.setVisible(tree.visible);
      return loaded;
    }),
  );
  const data = new UpdatingTree<TransactionItem>(loadController, itemId);
  const tree = vscode.window.createTreeView<TransactionItem>("workforce.transactions", { treeDataProvider: data });
  // Open transactions of before a reload are polled even if the tree is not visible.
  const timer = setTimeout(() => {
    if (stored.list().some(({ end, jobs, tables }) => end === undefined && jobs.length + tables.length > 0)) {
      void loadController().then((loaded) => loaded.pollOpen());
    }
  }, 0);
  const onItem = (
    id: (typeof commandIds)[keyof typeof commandIds],
    action: TransactionAction | "show" | "toggleExtended" | "forget",
  ) => registerCommand(log, id, async (item) => (await loadController()).act(item ?? tree.selection[0], action));
  const showList = () => {
    const all = stored.list();
    tree.badge = badgeOf(all.filter(({ end }) => end === undefined).length);
    void updateMenuContext(all);
  };
  const find = (transactionId: string) => stored.list().find((one) => one.transactionId === transactionId);
  const activeFor = ({ uri }: Pick<vscode.TextDocument, "uri">): BoundTransaction | undefined => {
    const transactionId = boundTransactionId(uri);
    const found = transactionId === undefined ? undefined : find(transactionId);
    if (!found) {
      return undefined;
    }
    const { connectionId, tenant, transactionId: id, label = id.slice(0, 8) } = found;
    return { connectionId, tenant, transactionId: id, label };
  };
  const disposable = vscode.Disposable.from(
    tree,
    data,
    stored,
    { dispose: () => clearTimeout(timer) },
    stored.onDidChange(showList),
    showBoundTransaction(activeFor, (transactionId) => find(transactionId)?.label, stored.onDidChange),
    tree.onDidChangeVisibility(async ({ visible }) => (await loadController()).setVisible(visible)),
    connections.onDidChange(() => loadController.ifLoaded((loaded) => loaded.refreshList())),
    vscode.window.registerWebviewPanelSerializer(panelType, {
      deserializeWebviewPanel: async (panel, state) => (await loadController()).restore(panel, state),
    }),
    registerCommand(log, commandIds.openTransaction, async () => (await loadController()).open()),
    registerCommand(log, commandIds.refreshTransactions, async () => (await loadController()).refresh()),
    registerCommand(log, commandIds.forgetEndedTransactions, async () => (await loadController()).forgetEnded()),
    registerCommand(log, commandIds.runFailedTenantsAgain, async (item) =>
      (await loadController()).runAgain(item ?? tree.selection[0]),
    ),
    onItem(commandIds.showTransaction, "show"),
    onItem(commandIds.commitTransaction, "commit"),
    onItem(commandIds.rollBackTransaction, "rollBack"),
    onItem(commandIds.closeTransaction, "close"),
    onItem(commandIds.extendTransaction, "extend"),
    onItem(commandIds.toggleTransactionExtension, "toggleExtended"),
    onItem(commandIds.lookInsideTransaction, "lookInside"),
    onItem(commandIds.copyTransactionId, "copyId"),
    onItem(commandIds.forgetTransaction, "forget"),
    { dispose: () => loadController.ifLoaded((loaded) => loaded.dispose()) },
  );
  showList();
  return {
    transactions: {
      store: async (store) => (await loadController()).store(store),
      storeJob: async (connectionId, job, label) => {
        if (job.kind === "sql") {
          const { tenant, transactionId, jobId } = job;
          await (await loadController()).store({ connectionId, tenant, transactionId, job: { jobId, label } });
        }
      },
      notifyKeptOpen: async (job) => (await loadController()).notifyKeptOpen(job),
      list: () => stored.list(),
      onDidChange: stored.onDidChange,
      activeFor: (document) => activeFor(document) ?? noRemovedTransaction(document.uri),
      show: async (transactionId) => (await loadController()).act(transactionId, "show"),
    },
    dispose: () => disposable.dispose(),
  };
}

/** Throws if the URI is that of an editor whose statements run in a transaction. */
function noRemovedTransaction(uri: vscode.Uri): undefined {
  const transactionId = boundTransactionId(uri);
  if (transactionId !== undefined) {
    throw new Error(
      vscode.l10n.t(
        "The transaction of this editor is not in the list any more. Use Open Transaction with its ID, {0}.",
        transactionId,
      ),
    );
  }
}

/**
 * Returns the badge of the view, which its container in the activity bar shows, too; none without open transactions.
 */
function badgeOf(openCount: number): vscode.ViewBadge | undefined {
  const tooltip =
    openCount === 1 ? vscode.l10n.t("1 open transaction") : vscode.l10n.t("{0} open transactions", openCount);
  return openCount === 0 ? undefined : { value: openCount, tooltip };
}

/** Updates the context keys, so that the command palette offers only commands that apply. */
async function updateMenuContext(all: readonly StoredTransaction[]): Promise<void> {
  const contextKeys = {
    isNoted: all.length > 0,
    hasOpen: all.some(({ end }) => end === undefined),
    hasEnded: all.some(({ end }) => end !== undefined),
  };
  for (const [name, value] of Object.entries(contextKeys)) {
    await vscode.commands.executeCommand("setContext", `workforce.transactions.${name}`, value);
  }
}

/**
 * Shows in the status bar that the statements of the active editor run inside a transaction, with a link to its page.
 */
export function showBoundTransaction(
  activeFor: (document: vscode.TextDocument) => { readonly transactionId: string } | undefined,
  labelOf: (transactionId: string) => string | undefined,
  onDidChange: Event<void>,
): vscode.Disposable {
  let item: vscode.StatusBarItem | undefined;
  const update = () => {
    const editor = vscode.window.activeTextEditor;
    const bound = editor && activeFor(editor.document);
    if (!bound) {
      item?.hide();
      return;
    }
    const { transactionId } = bound;
    const name = labelOf(transactionId) ?? transactionId.slice(0, 8);
    item ??= vscode.window.createStatusBarItem("workforce.transaction", vscode.StatusBarAlignment.Left, 98);
    item.name = vscode.l10n.t("Workforce Transaction");
    item.text = `$(unlock) ${vscode.l10n.t("Inside {0}", disableIcons(name))}`;
    item.tooltip = vscode.l10n.t(
      "Statements of this editor run inside the transaction {0}. Select to show it.",
      transactionId,
    );
    item.accessibilityInformation = { label: vscode.l10n.t("Statements run inside the transaction {0}", name) };
    item.command = { command: commandIds.showTransaction, title: "", arguments: [transactionId] };
    item.show();
  };
  update();
  return vscode.Disposable.from(vscode.window.onDidChangeActiveTextEditor(update), onDidChange(update), {
    dispose: () => item?.dispose(),
  });
}

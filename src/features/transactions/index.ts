import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { iconFree } from "../../host/link-free.ts";
import type { TransactionAction } from "../../protocol/transaction-view.ts";
import { boundTransactionId } from "./bound-document-model.ts";
import { panelType } from "./panel-type.ts";
import {
  type StoredTransaction,
  storedIdsKey,
  type TransactionJobReference,
  type TransactionUpdate,
} from "./stored-transaction.ts";
import { StoredTransactions } from "./stored-transactions-model.ts";
import type { TransactionItem } from "./transaction-item.ts";
import type { TransactionServices } from "./transaction-services.ts";
import type { TransactionsController } from "./transactions-controller.ts";
import { TransactionsTree } from "./transactions-tree.ts";

/** The transactions as the rest of the extension sees them. */
export interface Transactions {
  /** Notes a transaction, or what is new of it, so that it is found again; it is looked at from now on while a job runs. */
  note(note: TransactionUpdate): Promise<void>;
  /** Notes the transaction of a job that was started from here, if it runs in one. */
  noteJob(connectionId: string, job: JobReference, label: string): Promise<void>;
  /** Tells of a job that left its transaction open when it failed, once whoever asks; false when it cannot be told of. */
  notifyKeptOpen(job: TransactionJobReference): Promise<boolean>;
  /** The newest first. */
  list(): readonly StoredTransaction[];
  readonly onDidChange: Event<void>;
  /** The transaction inside which the statements of a document run, whether or not it is still open. */
  activeFor(document: Pick<vscode.TextDocument, "uri">): BoundTransaction | undefined;
  /** Opens the page of one that was noted. */
  show(transactionId: string): Promise<void>;
}

export interface BoundTransaction {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  readonly transactionId: string;
}

const detailsState = "workforce.transactions.details";

/** Registers the transactions: their tree, their pages, their commands, and the following of those that are open. */
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
  let loading: Promise<TransactionsController> | undefined;
  const loadController = (): Promise<TransactionsController> => {
    loading ??= import("./transactions-controller.ts").then(({ TransactionsController }) => {
      const loaded = new TransactionsController(services, stored, (item) => data.refresh(item));
      loaded.setVisible(tree.visible);
      return loaded;
    });
    // What could not be loaded now may be there at the next look.
    loading.catch(() => {
      loading = undefined;
    });
    return loading;
  };
  const data = new TransactionsTree(loadController);
  const tree = vscode.window.createTreeView<TransactionItem>("workforce.transactions", { treeDataProvider: data });
  // Those that were left open say how they are in a window that was loaded again, whether or not the tree is seen.
  const timer = setTimeout(() => {
    if (stored.list().some(({ end, jobs, tables }) => end === undefined && jobs.length + tables.length > 0)) {
      void loadController().then((loaded) => loaded.findAgain());
    }
  }, 0);
  const onItem = (
    id: (typeof commandIds)[keyof typeof commandIds],
    action: TransactionAction | "show" | "toggleExtended" | "forget",
  ) => registerCommand(log, id, async (item) => (await loadController()).act(item ?? tree.selection[0], action));
  const find = (transactionId: string) => stored.list().find((one) => one.transactionId === transactionId);
  const activeFor = ({ uri }: Pick<vscode.TextDocument, "uri">): BoundTransaction | undefined => {
    const transactionId = boundTransactionId(uri);
    const found = transactionId === undefined ? undefined : find(transactionId);
    return found && { connectionId: found.connectionId, tenant: found.tenant, transactionId: found.transactionId };
  };
  const disposable = vscode.Disposable.from(
    tree,
    data,
    stored,
    { dispose: () => clearTimeout(timer) },
    stored.onDidChange(() => void updateMenuContext(stored.list())),
    showBoundTransaction(activeFor, (transactionId) => find(transactionId)?.label, stored.onDidChange),
    tree.onDidChangeVisibility(async ({ visible }) => (await loadController()).setVisible(visible)),
    connections.onDidChange(() => void loading?.then((loaded) => loaded.refreshList())),
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
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
  );
  void updateMenuContext(stored.list());
  return {
    transactions: {
      note: async (note) => (await loadController()).note(note),
      noteJob: async (connectionId, job, label) => {
        if (job.kind === "sql") {
          const { tenant, transactionId, jobId } = job;
          await (await loadController()).note({ connectionId, tenant, transactionId, job: { jobId, label } });
        }
      },
      notifyKeptOpen: async (job) => (await loadController()).notifyKeptOpen(job),
      list: () => stored.list(),
      onDidChange: stored.onDidChange,
      activeFor,
      show: async (transactionId) => (await loadController()).act(transactionId, "show"),
    },
    dispose: () => disposable.dispose(),
  };
}

/** So that the palette offers only what there is something to do with. */
async function updateMenuContext(all: readonly StoredTransaction[]): Promise<void> {
  const facts = {
    isNoted: all.length > 0,
    hasOpen: all.some(({ end }) => end === undefined),
    hasEnded: all.some(({ end }) => end !== undefined),
  };
  for (const [name, value] of Object.entries(facts)) {
    await vscode.commands.executeCommand("setContext", `workforce.transactions.${name}`, value);
  }
}

/** Says in the status bar that the statements of the active editor run inside a transaction, with a way to its page. */
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
    item.text = `$(unlock) ${vscode.l10n.t("Inside {0}", iconFree(name))}`;
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

import * as vscode from "vscode";
import { TaskQueue } from "../../base/task-queue.ts";
import type { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { showFailure } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";

/** An open transaction that is stored already. */
interface OpenTransaction {
  readonly transaction: Pick<SqlTransaction, "commit" | "rollBack">;
  /** Text about what the transaction has written. */
  readonly written: string;
  /** Why the user is asked. */
  readonly reason?: string;
  /** Further choices of the notification, by their labels. */
  readonly otherActions?: ReadonlyMap<string, () => Promise<void>>;
  /** Stores the transaction again, so that the transactions view requests its state. */
  readonly store: () => Promise<void>;
}

/** Queue of the prompts, because each input of VS Code closes the one before it. */
const prompts = new TaskQueue();

/** The answer of the user, or that a notification asks again while the transaction stays open. */
export type TransactionEnd = "committed" | "rolledBack" | "open" | "asksAgain";

/**
 * Asks whether to commit, roll back or keep open a transaction, and does so. If the prompt closes without an answer, the
 * transaction stays open, and a notification has the choices.
 */
export async function endTransaction(open: OpenTransaction, log: Log): Promise<TransactionEnd> {
  const items = [
    {
      label: `$(check) ${vscode.l10n.t("Commit")}`,
      detail: vscode.l10n.t("Makes the changes permanent."),
      end: "commit",
    },
    {
      label: `$(discard) ${vscode.l10n.t("Roll Back")}`,
      detail: vscode.l10n.t("Undoes the changes."),
      end: "rollBack",
    },
    {
      label: `$(clock) ${vscode.l10n.t("Keep Open")}`,
      detail: vscode.l10n.t("Keeps the tables locked until you commit, roll back, or the transaction expires."),
      end: "keep",
    },
  ] as const;
  const picked = await prompts.run(() =>
    vscode.window.showQuickPick(items, {
      title: vscode.l10n.t("Commit the changes?"),
      placeHolder: [open.written, open.reason].filter(Boolean).join(". "),
      ignoreFocusOut: true,
    }),
  );
  switch (picked?.end) {
    case "commit":
      await commit(open);
      return "committed";
    case "rollBack":
      await rollBack(open);
      return "rolledBack";
    case "keep":
      return "open";
    case undefined:
      // VS Code does not tell whether the user pressed Escape or another input replaced the prompt.
      askLater(open).catch((error: unknown) => showFailure(log, error));
      return "asksAgain";
  }
}

async function askLater(open: OpenTransaction): Promise<void> {
  const others = open.otherActions ?? new Map<string, () => Promise<void>>();
  const labels = { commit: vscode.l10n.t("Commit"), rollBack: vscode.l10n.t("Roll Back") };
  const message = vscode.l10n.t("Not yet committed: {0}", open.written);
  const picked = await showWarning(message, labels.commit, labels.rollBack, ...others.keys());
  if (picked === labels.commit) {
    await commit(open);
  } else if (picked === labels.rollBack) {
    await rollBack(open);
  } else if (picked !== undefined) {
    await others.get(picked)?.();
  }
}

async function commit({ transaction, written, store }: OpenTransaction): Promise<void> {
  await runEnd(vscode.l10n.t("Committing"), () => transaction.commit(), store);
  vscode.window.setStatusBarMessage(`$(check) ${vscode.l10n.t("Committed: {0}", written)}`, 10_000);
}

async function rollBack({ transaction, store }: OpenTransaction): Promise<void> {
  await runEnd(vscode.l10n.t("Rolling back"), () => transaction.rollBack(), store);
  vscode.window.setStatusBarMessage(`$(discard) ${vscode.l10n.t("Rolled back: nothing has changed")}`, 10_000);
}

/** Runs the end of a transaction. Cannot be cancelled, because then nobody would know whether it had ended. */
async function runEnd(title: string, end: () => Promise<void>, store: () => Promise<void>): Promise<void> {
  try {
    await withProgress("notification", title, end, { isCancellable: false });
  } finally {
    await store().catch(() => undefined);
  }
}

import * as vscode from "vscode";
import { parseTransactionState } from "../../client/sql/transaction-error.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { showFailure } from "../../host/commands.ts";
import { isConnectionGone } from "../../host/connection-gone.ts";
import { showWarning } from "../../host/notifications.ts";
import { type ResumedRun, resumeRun } from "./job-run.ts";
import { notifyIfKeptOpen } from "./kept-open-error.ts";
import { notifyOutcome } from "./notify-outcome.ts";
import { stepProgressText, withStoppableProgress } from "./run-progress.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";
import type { UnfinishedRun, UnfinishedRuns } from "./unfinished-runs-model.ts";

/**
 * Resumes the runs that a closed or reloaded window left behind. If a run cannot continue, offers what to do about it.
 */
export async function resumeRuns(
  services: SqlServices,
  unfinishedRuns: UnfinishedRuns,
  runAgain: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const resume = async (stored: UnfinishedRun) => {
    try {
      await resumeSingleRun(stored, services, unfinishedRuns, runAgain).catch((error) =>
        notifyIfKeptOpen(error, services),
      );
    } catch (error) {
      if (!isCancellation(error)) {
        await showFailure(services.log, error);
      }
    }
  };
  // Each ends only when the user has closed its notification.
  await Promise.all(unfinishedRuns.list().map(resume));
}

async function resumeSingleRun(
  stored: UnfinishedRun,
  services: SqlServices,
  unfinishedRuns: UnfinishedRuns,
  runAgain: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const resumed = await resumeRun(stored, services).catch((error: unknown) =>
    rejectRun(error, stored, services, unfinishedRuns),
  );
  if (stored.jobId === undefined) {
    await unfinishedRuns.forget(stored.transactionId);
    await notifyInterrupted(stored, resumed, services, runAgain);
    return;
  }
  const title = vscode.l10n.t("Running {0}", resumed.document.name);
  const outcome = await withStoppableProgress(title, resumed.document.name, async (signal, notify) => {
    try {
      return await resumed.finish({ signal, onStep: (step) => notify(stepProgressText(step)) });
    } catch (error) {
      if (signal.aborted) {
        await resumed.transaction.abandon();
      }
      throw error;
    }
  }).finally(() => unfinishedRuns.forget(stored.transactionId));
  const isReadonly = (resumed.document.file.transaction.tablesToModify ?? []).length === 0;
  if (outcome.transactionState === "open") {
    const tables = resumed.document.file.transaction.tablesToModify ?? [];
    const { connectionId, tenant, transactionId } = stored;
    await services.storeTransaction({ connectionId, tenant, transactionId, tables });
  }
  await notifyOutcome(resumed.document, outcome, isReadonly, targetOf(stored, services), services);
}

/**
 * Forgets a run that can never be resumed, because its connection or its job file is gone. Stores its transaction if its
 * connection exists. Throws an Error that names both; any other error as it is.
 */
async function rejectRun(
  error: unknown,
  { connectionId, tenant, transactionId, file }: UnfinishedRun,
  { storeTransaction }: SqlServices,
  unfinishedRuns: UnfinishedRuns,
): Promise<never> {
  const uri = vscode.Uri.parse(file);
  const hasNoConnection = isConnectionGone(error);
  if (isCancellation(error) || !(hasNoConnection || (await isFileGone(uri)))) {
    throw error;
  }
  await unfinishedRuns.forget(transactionId);
  if (!hasNoConnection) {
    await storeTransaction({ connectionId, tenant, transactionId });
  }
  const name = vscode.workspace.asRelativePath(uri);
  throw new Error(
    hasNoConnection
      ? vscode.l10n.t(
          "{0} was interrupted in transaction {1}, and its connection no longer exists.",
          name,
          transactionId,
        )
      : vscode.l10n.t(
          "{0} was interrupted, and the file no longer exists. Check its transaction {1} with Open Transaction.",
          name,
          transactionId,
        ),
    { cause: error },
  );
}

async function isFileGone(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return false;
  } catch (error) {
    return error instanceof vscode.FileSystemError && error.code === "FileNotFound";
  }
}

/**
 * Reports a run that was interrupted before its job began. It cannot be resumed, because the uploaded bytes were lost
 * with the window.
 */
async function notifyInterrupted(
  { connectionId, tenant, transactionId, file }: UnfinishedRun,
  { document, transaction }: ResumedRun,
  { storeTransaction }: SqlServices,
  runAgain: (uri: vscode.Uri) => Promise<void>,
): Promise<void> {
  const isOpen = parseTransactionState((await transaction.state()).status) === "open";
  const again = vscode.l10n.t("Run Again");
  const rollBack = vscode.l10n.t("Roll Back");
  const message = vscode.l10n.t(
    "{0} was interrupted while its files were uploaded; its job was not started and nothing was changed.",
    document.name,
  );
  const state = isOpen ? vscode.l10n.t("Its transaction {0} is open until it expires.", transactionId) : "";
  const buttons = [again, ...(isOpen ? [rollBack] : [])];
  const picked = await showWarning([message, state].filter(Boolean).join(" "), ...buttons);
  if (isOpen && picked === undefined) {
    await storeTransaction({
      connectionId,
      tenant,
      transactionId,
      tables: document.file.transaction.tablesToModify ?? [],
    });
  } else if (isOpen) {
    await transaction.abandon();
  }
  if (picked === again) {
    await runAgain(vscode.Uri.parse(file));
  }
}

/** Returns the target of an earlier run. Its connection name is known only if it is the current connection. */
function targetOf({ connectionId, tenant }: UnfinishedRun, { sessionFor, currentTarget }: SqlServices): SqlTarget {
  const current = currentTarget();
  const connection = current.connectionId === connectionId ? current.connection : connectionId;
  return {
    connectionId,
    connection,
    tenant,
    project: undefined,
    session: () => sessionFor(connectionId, tenant),
    loginTenant: async () => (current.connectionId === connectionId ? await current.loginTenant() : undefined),
  };
}

import * as vscode from "vscode";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { SqlTransaction } from "../../contract/sql-transactions.ts";
import { formatPlural } from "../../host/amounts.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { limitRequestToTenants, planRerun } from "./run-again-model.ts";
import { type ActionServices, confirmAction, targetOf } from "./transaction-actions.ts";
import { transactionName } from "./transaction-text.ts";
import type { WatchedTransaction } from "./transactions-model.ts";

/**
 * Runs a job again in the tenants where it failed. Uses the same transaction where it is still open, otherwise a new
 * one.
 */
export async function runAgain(watched: WatchedTransaction, jobId: string, parts: ActionServices): Promise<void> {
  const { stored } = watched;
  const job = stored.jobs.find((known) => known.jobId === jobId);
  if (!job?.request) {
    throw new Error(
      vscode.l10n.t(
        "Run Again: this workspace does not know what the job ran. Run it from its SQL job file or its text.",
      ),
    );
  }
  const { request, label = vscode.l10n.t("Job") } = job;
  const title = vscode.l10n.t("Running {0} again", label);
  const { transaction, plan } = await withProgress("notification", title, async (signal) => {
    const [transaction, status] = [
      await parts.calls.transaction(stored, true, signal),
      await parts.calls.job(stored, jobId, true, signal),
    ];
    return { transaction, plan: planRerun(request, status, transaction) };
  });
  if (plan.inSameTransaction.length + plan.inNewTransaction.length === 0) {
    await showInformation(vscode.l10n.t("{0} did not fail in any tenant.", label));
    return;
  }
  if (plan.isMissingInputs) {
    throw new Error(
      vscode.l10n.t(
        "Run Again: the transaction was rolled back, and the files that were uploaded to it are gone. Run the SQL job file, which uploads them again.",
      ),
    );
  }
  const count = plan.inSameTransaction.length + plan.inNewTransaction.length;
  await confirmAction({
    question:
      count === 1
        ? vscode.l10n.t('Run "{0}" again in the tenant in which it failed?', label)
        : vscode.l10n.t('Run "{0}" again in the {1} tenants in which it failed?', label, count),
    confirm: vscode.l10n.t("Run Again"),
    ...targetOf(watched, parts),
    tables: transaction.tablesToModify ?? [],
    tenants: [...plan.inSameTransaction, ...plan.inNewTransaction],
    notes:
      plan.inNewTransaction.length > 0
        ? [
            formatPlural(plan.inNewTransaction.length, [
              vscode.l10n.t("Another transaction is started for the tenant that was rolled back."),
              vscode.l10n.t("Another transaction is started for {0} tenants that were rolled back."),
            ]),
          ]
        : [],
  });
  await withProgress("notification", title, async (signal) => {
    if (plan.inSameTransaction.length > 0) {
      await run(
        watched,
        stored.transactionId,
        limitRequestToTenants(request, plan.inSameTransaction),
        label,
        parts,
        signal,
      );
    }
    if (plan.inNewTransaction.length > 0) {
      const started = await start(watched, transaction, parts, signal);
      await run(watched, started, limitRequestToTenants(request, plan.inNewTransaction), label, parts, signal);
    }
  });
}

async function run(
  { stored: { connectionId, tenant, label: transactionLabel } }: WatchedTransaction,
  transactionId: string,
  request: SqlJobRequest,
  label: string,
  { connections, stored, model }: ActionServices,
  signal: AbortSignal,
): Promise<void> {
  const { client } = await connections.sessionFor(connectionId, tenant);
  const { jobId } = await client.runSqlJob({ path: { transactionId }, body: request }, { signal });
  const key = await stored.save({
    connectionId,
    tenant,
    transactionId,
    ...(transactionLabel !== undefined && { label: transactionLabel }),
    ...(jobId !== undefined && { job: { jobId, label, request } }),
  });
  model.find(key)?.followed.poll();
}

/**
 * Starts a transaction with the same tables and lifetime as the original one. Returns the id of the new transaction.
 */
async function start(
  watched: WatchedTransaction,
  { tablesToModify = [], createdAt, expireAt }: SqlTransaction,
  { connections, stored }: ActionServices,
  signal: AbortSignal,
): Promise<string> {
  const { connectionId, tenant } = watched.stored;
  const { client } = await connections.sessionFor(connectionId, tenant);
  const seconds = Math.round((Date.parse(expireAt ?? "") - Date.parse(createdAt ?? "")) / 1000);
  const { transactionId } = await client.startSqlTransaction(
    {
      body: {
        ...(tablesToModify.length > 0 && { tablesToModify: [...tablesToModify] }),
        ...(seconds > 0 && { expireAfterSeconds: seconds }),
      },
    },
    { signal },
  );
  if (transactionId === undefined) {
    throw new Error(vscode.l10n.t("Run Again: the service started a transaction without an id. Try again."));
  }
  await stored.save({
    connectionId,
    tenant,
    transactionId,
    tables: tablesToModify,
    label: vscode.l10n.t("{0}, again", transactionName(watched.stored)),
  });
  return transactionId;
}

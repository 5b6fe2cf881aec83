import path from "node:path";
import * as vscode from "vscode";
import { type DataFileKind, dataFileKind } from "../../base/data-file-kind.ts";
import { combineStepsWithCounts, readDryRunCounts } from "../../client/sql/dry-run-counts.ts";
import { planDryRun } from "../../client/sql/dry-run-plan.ts";
import type { DryRunWrite } from "../../client/sql/dry-run-report.ts";
import { TransactionOwner } from "../../client/sql/transaction-owner.ts";
import { createLocalFile } from "../../client/upload/local-file.ts";
import { formatBytes } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { askChoice, backStep } from "../../host/step-input.ts";
import { countText, rowsText } from "./amounts-text.ts";
import { checkFile, type FileCheck } from "./check-file.ts";
import { type CommitParts, readCommitted } from "./committed-table.ts";
import { preventsUpload, type UploadMode } from "./file-check-model.ts";
import { showFindings } from "./finding-text.ts";
import { forgetUpload, storeUpload, type UploadStorage } from "./stored-uploads-model.ts";
import { askAboutTable } from "./table-review.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import { columnsOf, type ListedTable, targetText } from "./table-target.ts";
import { inTableTransaction, type TableTransaction } from "./table-transaction.ts";
import { createUploadJob } from "./upload-job-model.ts";

interface Upload extends UploadChoice {
  readonly listedTable: ListedTable;
  readonly file: string;
  readonly name: string;
  readonly kind: DataFileKind;
}

interface UploadParts extends CommitParts {
  /** Storage of unfinished uploads. */
  readonly uploads: UploadStorage;
  /** Local folder that all windows share. */
  readonly storageFolder: string;
  readonly storeTransaction: TableSourceServices["storeTransaction"];
  readonly reviews: ReviewPages;
}

/** Checks a file against a table, loads it in a transaction, and commits if the user accepts the counts. */
export async function uploadIntoTable(listedTable: ListedTable, file: string, parts: UploadParts): Promise<void> {
  const { uploads, storageFolder, storeTransaction, reviews } = parts;
  const { objectName } = listedTable.table;
  const name = path.basename(file);
  const title = vscode.l10n.t("Upload {0} into {1}", name, objectName);
  const upload = {
    listedTable,
    file,
    name,
    kind: dataFileKind(file) ?? "csv",
    ...(await askUpload(listedTable, title)),
  };
  const check = await withProgress("notification", vscode.l10n.t("Checking {0}", name), (signal, report) =>
    checkFile(file, upload.kind, columnsOf(listedTable.table), {
      keys: upload.keys,
      signal,
      onBytes: (bytes, total) => report(vscode.l10n.t("{0} of {1}", formatBytes(bytes), formatBytes(total))),
    }),
  );
  const problems = check.findings.filter((finding) => preventsUpload(finding, upload.mode));
  if (problems.length > 0) {
    await showFindings(reviews, { target: listedTable, table: objectName, file }, problems);
    throw new Error(
      vscode.l10n.t(
        "{0} was not sent: it does not fit into {1}. Its problems are on the page that was opened.",
        name,
        objectName,
      ),
    );
  }
  const { connectionId, tenant, table } = listedTable;
  const owner = new TransactionOwner(storageFolder, connectionId);
  const done = await withProgress("notification", `${title} · ${targetText(listedTable)}`, (signal, report) =>
    inTableTransaction(listedTable, title, { storeTransaction, owner }, signal, async (run) => {
      const { id: transactionId } = run.transaction;
      await storeUpload(uploads, { connectionId, tenant, transactionId, tableId: table.uuid, objectName, file });
      return await send(upload, check, { run, reviews }, signal, report).finally(() =>
        forgetUpload(uploads, transactionId),
      );
    }),
  );
  await readCommitted(listedTable, parts);
  void showInformation(vscode.l10n.t("{0} is in {1}: {2}.", name, objectName, countsText(done)));
}

/** Sends the file, runs the job that loads it, and commits if the user agrees. Returns the counts. */
async function send(
  { listedTable, file, name, kind, mode, keys }: Upload,
  { columns }: FileCheck,
  { run, reviews }: { readonly run: TableTransaction; readonly reviews: ReviewPages },
  signal: AbortSignal,
  report: (message: string) => void,
): Promise<DryRunWrite | undefined> {
  const { objectName } = listedTable.table;
  const local = await createLocalFile(file);
  await run.transaction.upload(name, local, {
    signal,
    onProgress: ({ direction, bytes }) => {
      if (direction === "sending") {
        const sent = formatBytes(Math.min(bytes, local.size));
        report(vscode.l10n.t("{0} of {1} sent", sent, formatBytes(local.size)));
      }
    },
  });
  report(vscode.l10n.t("the job runs, nothing is permanent yet"));
  const plan = planDryRun(createUploadJob({ table: objectName, mode, keys, kind, filename: name, columns }));
  await run.run(plan.job);
  const steps = combineStepsWithCounts(
    plan.steps,
    await readDryRunCounts(run.transaction, plan.steps, undefined, signal),
  );
  const counts = steps.find((step) => step.kind === "write");
  report(vscode.l10n.t("waiting for your answer"));
  if (!(await confirmCommit(reviews, listedTable, name, counts, signal))) {
    throw new CancelledError();
  }
  report(vscode.l10n.t("committing"));
  await run.commit();
  return counts;
}

async function confirmCommit(
  reviews: ReviewPages,
  target: ListedTable,
  name: string,
  counts: DryRunWrite | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  const { table } = target;
  return await askAboutTable(reviews, {
    target,
    table,
    title: vscode.l10n.t("Upload {0} into {1}", name, table.objectName),
    verdict: vscode.l10n.t("{0}. Nothing is permanent yet: without a commit nothing changes.", countsText(counts)),
    counts,
    question: vscode.l10n.t("Commit {0} into {1}?", name, table.objectName),
    confirm: vscode.l10n.t("Commit"),
    losesValues: (counts?.removed ?? 0) > 0,
    signal,
  });
}

/** Describes what the job did to the table, as far as it was counted. */
function countsText(counts: DryRunWrite | undefined): string {
  const { before, after, added, changed, removed } = counts ?? {};
  return [
    ...(added === undefined ? [] : [vscode.l10n.t("{0} added", rowsText(added))]),
    ...(changed === undefined ? [] : [vscode.l10n.t("{0} replaced", countText(changed))]),
    ...(removed === undefined ? [] : [vscode.l10n.t("{0} removed", countText(removed))]),
    vscode.l10n.t("{0} before, {1} after", rowsText(before), countText(after)),
  ].join(", ");
}

interface UploadChoice {
  readonly mode: UploadMode;
  readonly keys: readonly string[];
}

/** Asks how to combine the file with the table's existing rows. Throws CancelledError. */
async function askUpload(listedTable: ListedTable, title: string): Promise<UploadChoice> {
  for (;;) {
    const mode = await askChoice<UploadMode>(
      { title, step: 1, totalSteps: 2 },
      {
        prompt: vscode.l10n.t("What happens to the existing rows of {0}?", listedTable.table.objectName),
        choices: [
          {
            value: "upsert",
            label: vscode.l10n.t("Update by Keys"),
            detail: vscode.l10n.t(
              "Rows with the same keys are replaced, and the other rows of the file are added (upsert)",
            ),
          },
          {
            value: "append",
            label: vscode.l10n.t("Append"),
            detail: vscode.l10n.t("All rows of the file are added to the existing rows"),
          },
          {
            value: "replace",
            label: vscode.l10n.t("Replace"),
            detail: vscode.l10n.t("The rows of the file replace all existing rows"),
          },
        ],
      },
    );
    if (mode === backStep) {
      throw new CancelledError();
    }
    const keys = mode === "upsert" ? await askKeys(listedTable, title) : [];
    if (keys) {
      return { mode, keys };
    }
  }
}

/** Returns undefined if the user goes back to the previous step. */
async function askKeys({ table }: ListedTable, title: string): Promise<readonly string[] | undefined> {
  const pick = vscode.window.createQuickPick();
  pick.title = title;
  pick.step = 2;
  pick.totalSteps = 2;
  pick.ignoreFocusOut = true;
  pick.canSelectMany = true;
  pick.placeholder = vscode.l10n.t("Columns that together identify a row of {0}", table.objectName);
  pick.buttons = [vscode.QuickInputButtons.Back];
  pick.items = columnsOf(table).map(({ name, dataType }) => ({ label: name, description: dataType }));
  return await new Promise<readonly string[] | undefined>((resolve, reject) => {
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0) {
        resolve(pick.selectedItems.map(({ label }) => label));
      }
    });
    pick.onDidTriggerButton(() => resolve(undefined));
    pick.onDidHide(() => reject(new CancelledError()));
    pick.show();
  }).finally(() => pick.dispose());
}

import * as vscode from "vscode";
import { parseCsvOutput } from "../../client/sql/csv-output.ts";
import type { SqlAction } from "../../contract/sql-job-schemas.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { countText, rowsText, timestampText } from "./amounts-text.ts";
import { chooseTimestamp } from "./choose-timestamp.ts";
import { type CommitParts, readCommitted } from "./committed-table.ts";
import type { StoredTableStates } from "./stored-states.ts";
import { askAboutTable } from "./table-review.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import type { ListedTable } from "./table-target.ts";
import { inTableTransaction, type TableTransaction } from "./table-transaction.ts";

interface ResetParts extends CommitParts {
  readonly states: StoredTableStates;
  readonly storeTransaction: TableSourceServices["storeTransaction"];
  readonly reviews: ReviewPages;
}

/** Resets a table to an earlier state after showing how many rows it has and will have. */
export async function resetTable(listedTable: ListedTable, parts: ResetParts): Promise<void> {
  const { states, storeTransaction, reviews } = parts;
  const { objectName } = listedTable.table;
  const current = await states.read(listedTable);
  const title = vscode.l10n.t("Reset {0}", objectName);
  const instant = await chooseTimestamp(listedTable, await states.list(listedTable), title, current);
  const progressTitle = vscode.l10n.t("{0} to {1}", title, timestampText(instant));
  await withProgress("notification", progressTitle, (signal, report) =>
    inTableTransaction(listedTable, progressTitle, { storeTransaction }, signal, async (run) => {
      report(vscode.l10n.t("trying, nothing is permanent yet"));
      await run.run({
        actions: [
          countAction(objectName, "before.csv"),
          { reset: { table: objectName, asOfTimestamp: instant } },
          countAction(objectName, "after.csv"),
        ],
      });
      const before = await readCount(run, "before.csv", signal);
      const after = await readCount(run, "after.csv", signal);
      report(vscode.l10n.t("waiting for your answer"));
      if (!(await confirmReset(reviews, listedTable, instant, { before, after }, signal))) {
        throw new CancelledError();
      }
      report(vscode.l10n.t("committing"));
      await run.commit();
    }),
  );
  await readCommitted(listedTable, parts);
  const done = vscode.l10n.t("{0} was reset to its state at {1}.", objectName, timestampText(instant));
  void showInformation(done);
}

async function confirmReset(
  reviews: ReviewPages,
  target: ListedTable,
  instant: string,
  { before, after }: Readonly<Record<"before" | "after", string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const { table } = target;
  return await askAboutTable(reviews, {
    target,
    table,
    title: vscode.l10n.t("Reset {0}", table.objectName),
    verdict: vscode.l10n.t(
      "The table has {0} and will have {1}, those of {2}. Everything that was written since then is undone.",
      rowsText(before),
      countText(after),
      timestampText(instant),
    ),
    counts: { before: Number(before), after: Number(after), isUpperBound: false },
    question: vscode.l10n.t("Reset {0} to {1}?", table.objectName, timestampText(instant)),
    confirm: vscode.l10n.t("Reset"),
    losesValues: true,
    signal,
  });
}

/** Returns an action that counts the rows of a table at that point of the job. */
function countAction(table: string, filename: string): SqlAction {
  const query = `SELECT count(*) AS n FROM \`${table}\``;
  return { query: { query, output: { format: { csv: { header: true } }, filename } } };
}

/** Reads the count that a `countAction` wrote. */
async function readCount({ transaction }: TableTransaction, filename: string, signal: AbortSignal): Promise<string> {
  const { body } = await transaction.output(filename, signal);
  let isHeader = true;
  for await (const [count] of parseCsvOutput(body)) {
    if (!isHeader) {
      return count ?? "";
    }
    isHeader = false;
  }
  return "";
}

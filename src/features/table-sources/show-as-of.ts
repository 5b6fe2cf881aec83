import * as vscode from "vscode";
import { failureText } from "../../base/failure.ts";
import { formatPlural } from "../../host/amounts.ts";
import { withProgress } from "../../host/progress.ts";
import { writeFirstRows } from "../../host/row-counter.ts";
import { readSettings } from "../../host/settings.ts";
import type { ResultWriter } from "../../protocol/result-sink.ts";
import { timestampText } from "./amounts-text.ts";
import { chooseTimestamp } from "./choose-timestamp.ts";
import type { StoredTableStates } from "./stored-states.ts";
import type { TableSourceServices } from "./table-source-services.ts";
import { type ListedTable, targetText } from "./table-target.ts";
import { inTableTransaction, type TableTransaction } from "./table-transaction.ts";

const output = "as-of.csv";

type AsOfServices = Pick<TableSourceServices, "results" | "storeTransaction">;

/** Shows a table's rows as of an earlier time, by resetting the table in a transaction that is rolled back. */
export async function showTableAsOf(
  listedTable: ListedTable,
  states: StoredTableStates,
  services: AsOfServices,
): Promise<void> {
  const { table } = listedTable;
  await states.read(listedTable);
  const title = vscode.l10n.t("Look at {0} As Of", table.objectName);
  const instant = await chooseTimestamp(listedTable, await states.list(listedTable), title);
  await showAsOf(listedTable, instant, services);
}

/** Shows a table's rows as of a time, ISO 8601. */
export async function showAsOf(listedTable: ListedTable, instant: string, services: AsOfServices): Promise<void> {
  const { session, table, connectionId, tenant } = listedTable;
  const query = `SELECT * FROM \`${table.objectName}\``;
  const title = vscode.l10n.t("{0} as of {1}", table.objectName, timestampText(instant));
  const stop = new AbortController();
  const origin = { title, query, connectionId, connection: session.connectionLabel, tenant, project: undefined };
  const controls = {
    cancel: () => stop.abort(),
    rerun: () => void showAsOf(listedTable, instant, services).catch(() => undefined),
  };
  await withProgress(
    "notification",
    vscode.l10n.t("{0} in {1}", title, targetText(listedTable)),
    async (cancelled, report) => {
      const signal = AbortSignal.any([cancelled, stop.signal]);
      const writer = await services.results.begin(origin, controls);
      try {
        await inTableTransaction(listedTable, title, services, signal, async (run) => {
          report(vscode.l10n.t("The table is locked until its rows are here; nothing is changed."));
          await run.run({
            actions: [
              { reset: { table: table.objectName, asOfTimestamp: instant } },
              { query: { query, output: { format: { csv: { header: true } }, filename: output } } },
            ],
          });
          await writeRows(run, writer, signal);
        });
      } catch (error) {
        await (signal.aborted ? writer.cancelled() : writer.fail(failureText(error), error));
        throw error;
      }
    },
  );
}

async function writeRows({ transaction }: TableTransaction, writer: ResultWriter, signal: AbortSignal): Promise<void> {
  const { body } = await transaction.output(output, signal);
  const describeCut = (rowLimit: number) =>
    formatPlural(rowLimit, [
      vscode.l10n.t("This is the first row; there are more."),
      vscode.l10n.t("These are the first {0} rows; there are more."),
    ]);
  await writeFirstRows(writer, { format: "csv", body }, readSettings().rowLimit, describeCut, signal);
}

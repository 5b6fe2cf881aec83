import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { isNotebookCell } from "../../host/notebook-cell.ts";
import { splitStatements } from "../../languages/core/text/statements.ts";

/** Provides "Run" above each statement of table-source SQL. */
export const tableSqlLenses: vscode.CodeLensProvider = {
  provideCodeLenses: (document) =>
    (isNotebookCell(document) ? [] : splitStatements(document.getText())).map(
      ({ start, end }) =>
        new vscode.CodeLens(new vscode.Range(document.positionAt(start), document.positionAt(end)), {
          command: commandIds.runTableSql,
          title: `$(play) ${vscode.l10n.t("Run")}`,
          tooltip: vscode.l10n.t("Run this statement on the active connection"),
          arguments: [document.uri, start],
        }),
    ),
};

/** Provides "Run", "Dry Run" and "Rehearse on Spark" above a job file. */
export const jobFileLenses: vscode.CodeLensProvider = {
  provideCodeLenses: ({ uri }) => {
    const lens = (command: string, title: string, tooltip: string) =>
      new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { command, title, tooltip, arguments: [uri] });
    return [
      lens(
        commandIds.runSqlJob,
        `$(play) ${vscode.l10n.t("Run SQL Job")}`,
        vscode.l10n.t("Upload the files, run the job and save its outputs on the active connection"),
      ),
      lens(
        commandIds.dryRunSqlJob,
        `$(beaker) ${vscode.l10n.t("Dry Run")}`,
        vscode.l10n.t("See what the job would do, and change nothing"),
      ),
      lens(
        commandIds.rehearseSqlJob,
        `$(server-process) ${vscode.l10n.t("Rehearse on Spark")}`,
        vscode.l10n.t("See what the job would do on a cluster, and change nothing"),
      ),
    ];
  },
};

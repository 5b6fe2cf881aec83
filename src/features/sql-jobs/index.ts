import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { isNotebookCell, runActiveCell } from "../../host/notebook-cell.ts";
import { requireTrust } from "../../host/trust.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import { SqlJobTasks, taskType } from "./job-tasks.ts";
import type { SqlJobsController } from "./sql-jobs-controller.ts";
import { jobFileLenses, tableSqlLenses } from "./sql-lenses.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";

const tableSqlLanguage = "workforce-tablesql";
/** Same key as in the model, which is loaded with the first run. */
const unfinishedRunsKey = "workforce.sqlJobs.underWay";

/** Functions that run table-source SQL for other features, such as notebooks. */
export interface TableSql {
  /** Runs every statement of a document. Returns a summary of the outcome if any statement wrote data. */
  runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<string | undefined>;
  /** Runs one query on a connection and tenant, and shows its rows as a result. */
  showQuery(query: { readonly text: string; readonly title: string }, target: SqlTarget): Promise<void>;
}

/** Registers the running of table-source SQL: statements of `.tablesql` documents, SQL job files, and their tasks. */
export function register(services: SqlServices): vscode.Disposable & { readonly tableSql: TableSql } {
  const { log, context } = services;
  let loading: Promise<SqlJobsController> | undefined;
  const loadController = () => {
    loading ??= import("./sql-jobs-controller.ts").then(({ SqlJobsController }) => new SqlJobsController(services));
    return loading;
  };
  // Runs of before a reload are resumed even if the user opens no view of them.
  const resume = () => {
    if (
      vscode.workspace.isTrusted &&
      context.workspaceState.get<readonly unknown[]>(unfinishedRunsKey, []).length > 0
    ) {
      loadController()
        .then((loaded) => loaded.resume())
        .catch((error: unknown) => showFailure(log, error));
    }
  };
  const timer = setTimeout(resume, 0);
  const tasks = new SqlJobTasks(async (uri, isDryRun) => (await loadController()).terminal(uri, isDryRun));
  const tableSql: TableSql = {
    runAll: async (document, results, signal) =>
      (await loadController()).tableSql.runAll(document, { results, signal }),
    showQuery: async ({ text, title }, target) => {
      requireTrust(untrustedText());
      await (await loadController()).tableSql.showQuery({ text, title, sent: text }, target);
    },
  };
  const registered = vscode.Disposable.from(
    { dispose: () => clearTimeout(timer) },
    vscode.workspace.onDidGrantWorkspaceTrust(resume),
    { dispose: () => void loading?.then((loaded) => loaded.dispose()) },
    vscode.tasks.registerTaskProvider(taskType, tasks),
    vscode.languages.registerCodeLensProvider({ language: tableSqlLanguage }, tableSqlLenses),
    vscode.languages.registerCodeLensProvider({ pattern: "**/*.sqljob.json" }, jobFileLenses),
    registerCommand(log, commandIds.runTableSql, async (uri, offset) => {
      const document = await tableSqlOf(uri);
      if (isNotebookCell(document)) {
        await runActiveCell();
        return;
      }
      requireTrust(untrustedText());
      await (await loadController()).tableSql.run(document, typeof offset === "number" ? offset : undefined);
    }),
    registerCommand(log, commandIds.runAllTableSql, async (uri) => {
      const document = await tableSqlOf(uri);
      requireTrust(untrustedText());
      await (await loadController()).tableSql.runAll(document);
    }),
    registerCommand(log, commandIds.cancelTableSql, async () => (await loading)?.tableSql.cancelAll()),
    registerCommand(log, commandIds.runSqlJob, async (item) => (await loadController()).run(item)),
    registerCommand(log, commandIds.dryRunSqlJob, async (item) => (await loadController()).dryRun(item)),
    registerCommand(log, commandIds.rehearseSqlJob, async (item) => (await loadController()).rehearse(item)),
    registerCommand(log, commandIds.setSparkToken, async () => (await loadController()).setSparkToken()),
  );
  return { tableSql, dispose: () => registered.dispose() };
}

function untrustedText(): string {
  return vscode.l10n.t("Table SQL does not run in Restricted Mode.");
}

async function tableSqlOf(uri: unknown): Promise<vscode.TextDocument> {
  const document =
    uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (document?.languageId !== tableSqlLanguage) {
    throw new Error(vscode.l10n.t("Open a .tablesql file to run its SQL."));
  }
  return document;
}

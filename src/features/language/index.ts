import * as vscode from "vscode";
import type { ColumnAdditivity } from "../../base/additivity.ts";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, showInLog } from "../../host/log.ts";
import type { ColumnTypes } from "../../languages/core/requests/column-requests.ts";
import type { LoweredParams, LoweredStatement } from "../../languages/core/requests/lowered-requests.ts";
import type { JsonProblems, JsonProblemsParams } from "../../languages/core/requests/problem-requests.ts";
import type { ReadStatements } from "../../languages/core/requests/statement-requests.ts";
import { languageServerFile } from "../../languages/start.ts";
import type { RunningLanguageClient } from "./language-client.ts";
import type { MemberCounterServices } from "./member-counter.ts";
import type { ModelConnections } from "./model-controller.ts";
import { readServerOptions } from "./server-options.ts";
import type { TableSearchServices } from "./table-search.ts";
import type { TenantServices } from "./tenant-list.ts";

export interface LanguageServices
  extends ModelConnections,
    Pick<TenantServices, "tenants">,
    Pick<MemberCounterServices, "guardOf">,
    Pick<TableSearchServices, "onDidRefreshTables"> {
  readonly log: Log;
  /** Name of the time column in the deployment of the active connection; the usual one when left out. */
  readonly timeColumn: () => Promise<string | undefined>;
  readonly extensionUri: vscode.Uri;
  readonly storageUri: vscode.Uri;
}

/** The languages as the rest of the extension sees them. */
export interface Language {
  /** What the columns of a statement's answer hold by the model of the active target; nothing while no server runs. */
  columnTypes(text: string): Promise<ColumnTypes>;
  /** How far the metrics of a statement's answer may be added up by that model; nothing while no server runs. */
  columnAdditivity(text: string): Promise<ColumnAdditivity>;
  /** What is wrong with the text of a JSON file; rejects when the server cannot be started. */
  jsonProblems(params: JsonProblemsParams): Promise<JsonProblems>;
  /** The requests that a statement stands for by the model of the active target; rejects when the server cannot be started. */
  lower(params: LoweredParams): Promise<LoweredStatement>;
  /** The statements of a text; rejects when the server cannot be started. */
  readStatements(text: string, isShellScript: boolean): Promise<ReadStatements>;
}

const queryLanguages: readonly string[] = ["workforce-sqllike", "workforce-sqllike-shell"];
const languageIds: readonly string[] = [...queryLanguages, "workforce-tablesql"];
/** Job files and definitions are JSON to the editor; our server adds to what its own says of them. */
const jsonFileEnds: readonly string[] = [".sqljob.json", ".tablesource.json"];

/** Starts the language server with the first file of our language. */
export function register(services: LanguageServices): vscode.Disposable & { language: Language } {
  const { log, extensionUri, storageUri } = services;
  let running: Promise<RunningLanguageClient> | undefined;

  const start = async (): Promise<RunningLanguageClient> => {
    const { startLanguageClient } = await import("./language-client.ts");
    return await startLanguageClient({
      serverPath: vscode.Uri.joinPath(extensionUri, "dist", languageServerFile).fsPath,
      log,
      options: readServerOptions(),
      model: { ...services, cacheFolder: vscode.Uri.joinPath(storageUri, "model-cache"), languages: queryLanguages },
      tables: services,
      tenants: services,
      members: services,
      timeColumn: services.timeColumn,
    });
  };
  const started = (): Promise<RunningLanguageClient> => {
    running ??= start();
    return running;
  };
  const startFor = (document: vscode.TextDocument) => {
    if (languageIds.includes(document.languageId) || jsonFileEnds.some((end) => document.fileName.endsWith(end))) {
      started().catch((error: unknown) => showInLog(log, "The language server could not be started", error));
    }
  };
  // After activation, so that opening the file never waits for the server.
  const timer = setTimeout(() => vscode.workspace.textDocuments.forEach(startFor), 0);
  const disposable = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(startFor),
    registerCommand(log, commandIds.refreshModel, async () => (await started()).model.searcher.refresh()),
    registerCommand(log, commandIds.exportModel, async () => await (await started()).model.exportModel()),
    { dispose: () => clearTimeout(timer) },
    { dispose: () => void running?.then((client) => client.dispose()).catch(() => undefined) },
  );
  const language: Language = {
    columnTypes: async (text) => (await running)?.columnTypes(text) ?? {},
    columnAdditivity: async (text) => (await running)?.columnAdditivity(text) ?? {},
    jsonProblems: async (params) => (await started()).jsonProblems(params),
    lower: async (params) => (await started()).lower(params),
    readStatements: async (text, isShellScript) => {
      return (await started()).readStatements(text, isShellScript);
    },
  };
  return { language, dispose: () => disposable.dispose() };
}

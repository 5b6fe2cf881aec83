import * as vscode from "vscode";
import type { AnswerAdditivity } from "../../base/additivity.ts";
import type { Session } from "../../client/call/client.ts";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, showInLog } from "../../host/log.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import type {
  ColumnTypes,
  DescribedNameParams,
  JsonProblems,
  JsonProblemsParams,
  LoweredParams,
  LoweredStatement,
  ReadStatements,
} from "../../languages/core/requests/server-requests.ts";
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
  /** Name of the time column in the deployment of the active connection; undefined for the usual name. */
  readonly timeColumn: () => Promise<string | undefined>;
  readonly extensionUri: vscode.Uri;
  readonly storageUri: vscode.Uri;
}

/** Language functions for other features. */
export interface Language {
  /** Types of the columns that a statement returns, by the model of the active target; empty while no server runs. */
  columnTypes(text: string): Promise<ColumnTypes>;
  /** What may be added up in a statement's answer, by the same model; undefined while no server runs. */
  columnAdditivity(text: string): Promise<AnswerAdditivity | undefined>;
  /** Problems of a JSON file; rejects if the server cannot be started. */
  jsonProblems(params: JsonProblemsParams): Promise<JsonProblems>;
  /**
   * Requests that a statement translates to, by the model of the active target; rejects if the server cannot be
   * started.
   */
  lower(params: LoweredParams): Promise<LoweredStatement>;
  /** Hover text of a name of any target's model, as Markdown; rejects if the server cannot be started. */
  describeName(params: DescribedNameParams, token: vscode.CancellationToken): Promise<string | undefined>;
  /** Reads one page of names of a session's model, counted from 0. Throws the errors of the call. */
  readNames(session: Session, search: ModelSearch, page: number, signal: AbortSignal): Promise<ModelSearchResult>;
  /** Statements of a text; rejects if the server cannot be started. */
  readStatements(text: string, isShellScript: boolean): Promise<ReadStatements>;
}

const queryLanguages: readonly string[] = ["workforce-sqllike", "workforce-sqllike-shell"];
const languageIds: readonly string[] = [...queryLanguages, "workforce-tablesql"];
/** File name endings of job files and definitions, which VS Code checks as JSON; our server adds its own problems. */
const jsonFileSuffixes: readonly string[] = [".sqljob.json", ".tablesource.json"];

/** Registers the languages; the language server starts when the first file of one is opened. */
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
    if (
      languageIds.includes(document.languageId) ||
      jsonFileSuffixes.some((suffix) => document.fileName.endsWith(suffix))
    ) {
      started().catch((error: unknown) => showInLog(log, "The language server could not be started", error));
    }
  };
  // Starts after activation, so that opening the file never waits for the server.
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
    columnAdditivity: async (text) => (await running)?.columnAdditivity(text),
    jsonProblems: async (params) => (await started()).jsonProblems(params),
    lower: async (params) => (await started()).lower(params),
    describeName: async (params, token) => (await started()).describeName(params, token),
    readNames: async ({ client }, search, page, signal) => {
      const { NameSearcher } = await import("./name-search-model.ts");
      return await new NameSearcher((body) => client.searchObjects({ body }, { signal })).page(search, page);
    },
    readStatements: async (text, isShellScript) => {
      return (await started()).readStatements(text, isShellScript);
    },
  };
  return { language, dispose: () => disposable.dispose() };
}

import * as vscode from "vscode";
import type { ResultAdditivity } from "../../base/additivity.ts";
import type { RecordsQuery } from "../../base/cell-members.ts";
import type { ColumnMemberNames } from "../../base/member-names.ts";
import type { Session } from "../../client/call/client.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import { type Log, logFailure } from "../../host/log.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import type {
  ColumnValueTypes,
  DescribeNameParams,
  JsonProblems,
  JsonProblemsParams,
  LowerStatementParams,
  LowerStatementResult,
  MemberNamesParams,
  QueryProblem,
  RecordsQueryParams,
  StatementsResponse,
} from "../../languages/core/requests/server-requests.ts";
import { languageServerFileName } from "../../languages/start.ts";
import type { RunningLanguageClient } from "./language-client.ts";
import type { ModelConnections } from "./model-controller.ts";
import type { RecordCounterServices } from "./record-counter.ts";
import { readServerOptions } from "./server-options.ts";
import type { TableSearchServices } from "./table-search.ts";
import type { TenantServices } from "./tenant-list.ts";

export interface LanguageServices
  extends ModelConnections,
    Pick<TenantServices, "tenants">,
    Pick<RecordCounterServices, "guardOf">,
    Pick<TableSearchServices, "onDidRefreshTables"> {
  readonly log: Log;
  /** Returns the name of the time column in results of the active connection. Undefined for the standard name. */
  readonly timeColumn: () => Promise<string | undefined>;
  readonly extensionUri: vscode.Uri;
  readonly storageUri: vscode.Uri;
}

/** Functions of the language feature that other features use. */
export interface LanguageFunctions {
  /**
   * Returns the types of a statement's result columns, by the analytics model of the active tenant. Empty if no
   * language server is running.
   */
  columnTypes(text: string): Promise<ColumnValueTypes>;
  /**
   * Returns how a statement's result columns may be added up, by the analytics model of the active tenant. Undefined if
   * no language server is running.
   */
  columnAdditivity(text: string): Promise<ResultAdditivity | undefined>;
  /** Returns the validation problems of a JSON file. Rejects if the language server cannot be started. */
  jsonProblems(params: JsonProblemsParams): Promise<JsonProblems>;
  /**
   * Translates a statement to service requests by the analytics model of the active tenant. Rejects if the language
   * server cannot be started.
   */
  lower(params: LowerStatementParams): Promise<LowerStatementResult>;
  /**
   * Returns the list query of the records behind a cell of an aggregate query's result, by the analytics model of the
   * active tenant. Rejects if the language server cannot be started.
   */
  recordsQuery(params: RecordsQueryParams): Promise<RecordsQuery>;
  /**
   * Returns the display names of the members in an aggregate query's result, by the analytics model of the active
   * tenant. Empty if no language server is running.
   */
  memberNames(params: MemberNamesParams): Promise<ColumnMemberNames>;
  /**
   * Returns the hover text of a name in the analytics model of any tenant, as Markdown. Rejects if the language server
   * cannot be started.
   */
  describeName(params: DescribeNameParams, token: vscode.CancellationToken): Promise<string | undefined>;
  /**
   * Reads one page of names of the session's analytics model. Pages are numbered from 0. Rethrows errors of the
   * request.
   */
  readNames(session: Session, search: ModelSearch, page: number, signal: AbortSignal): Promise<ModelSearchResult>;
  /** Requests the names of the model anew at their next use. Does nothing while no language server runs. */
  refreshModel(): void;
  /** Same as `refreshModel`, if queries on the active target read other data versions before. */
  readDataVersion(dataVersions: string): void;
  /**
   * Returns the problems of a query text, by the analytics model of the active tenant. Rejects if the language server
   * cannot be started.
   */
  queryProblems(text: string): Promise<readonly QueryProblem[]>;
  /** Splits a text into statements. Rejects if the language server cannot be started. */
  readStatements(text: string, isShellScript: boolean): Promise<StatementsResponse>;
}

const queryLanguages: readonly string[] = ["workforce-sqllike", "workforce-sqllike-shell"];
const languageIds: readonly string[] = [...queryLanguages, "workforce-tablesql", "workforce-users"];
/**
 * File name suffixes of job files and table definitions. VS Code validates them as JSON; the extension's language
 * server adds its own problems.
 */
const jsonFileSuffixes: readonly string[] = [".sqljob.json", ".tablesource.json"];

/** Registers the query languages. The language server starts when the first file of one of them is opened. */
export function register(services: LanguageServices): vscode.Disposable & { language: LanguageFunctions } {
  const { log, extensionUri, storageUri } = services;
  let running: Promise<RunningLanguageClient> | undefined;

  const start = async (): Promise<RunningLanguageClient> => {
    const { startLanguageClient } = await import("./language-client.ts");
    return await startLanguageClient({
      serverPath: vscode.Uri.joinPath(extensionUri, "dist", languageServerFileName).fsPath,
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
      started().catch((error: unknown) => logFailure(log, "The language server could not be started", error));
    }
  };
  // Starts after activation, so that opening the file never waits for the server.
  const timer = setTimeout(() => vscode.workspace.textDocuments.forEach(startFor), 0);
  const disposable = vscode.Disposable.from(
    vscode.workspace.onDidOpenTextDocument(startFor),
    registerCommand(log, commandIds.refreshModel, async () => (await started()).model.refresh()),
    registerCommand(log, commandIds.exportModel, async () => await (await started()).model.exportModel()),
    { dispose: () => clearTimeout(timer) },
    { dispose: () => void running?.then((client) => client.dispose()).catch(() => undefined) },
  );
  const language: LanguageFunctions = {
    columnTypes: async (text) => (await running)?.columnTypes(text) ?? {},
    columnAdditivity: async (text) => (await running)?.columnAdditivity(text),
    jsonProblems: async (params) => (await started()).jsonProblems(params),
    lower: async (params) => (await started()).lower(params),
    recordsQuery: async (params) => (await started()).recordsQuery(params),
    memberNames: async (params) => (await running)?.memberNames(params) ?? {},
    describeName: async (params, token) => (await started()).describeName(params, token),
    readNames: async ({ client }, search, page, signal) => {
      const { NameSearcher } = await import("./name-search-model.ts");
      return await new NameSearcher((body) => client.searchObjects({ body }, { signal })).page(search, page);
    },
    refreshModel: () => {
      void running?.then(({ model }) => model.refresh()).catch(() => undefined);
    },
    readDataVersion: (dataVersions) => {
      void running?.then(({ model }) => model.searcher.readDataVersion(dataVersions)).catch(() => undefined);
    },
    queryProblems: async (text) => (await started()).queryProblems(text),
    readStatements: async (text, isShellScript) => {
      return (await started()).readStatements(text, isShellScript);
    },
  };
  return { language, dispose: () => disposable.dispose() };
}

import type * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from "vscode-languageclient/node";
import type { ResultAdditivity } from "../../base/additivity.ts";
import { isRecordsQuery, type RecordsQuery } from "../../base/cell-members.ts";
import { type ColumnMemberNames, isColumnMemberNames } from "../../base/member-names.ts";
import { abortSignalOf } from "../../host/cancellation.ts";
import { logFailure } from "../../host/log.ts";
import { modelFileSuffix } from "../../languages/core/model/model-file.ts";
import {
  type ModelSearch,
  modelChangedNotification,
  modelRequests,
} from "../../languages/core/model/model-requests.ts";
import {
  type TableLookupParams,
  type TableSearchParams,
  tableRequests,
  tablesChangedNotification,
} from "../../languages/core/model/table-model.ts";
import {
  type RecordCountParams,
  type RecordCountResponse,
  recordCountRequest,
  tenantsRequest,
} from "../../languages/core/requests/editor-requests.ts";
import {
  type ColumnTypesParams,
  type ColumnValueTypes,
  columnAdditivityRequest,
  columnTypesRequest,
  type DescribeNameParams,
  describeNameRequest,
  isLoweredStatement,
  type JsonProblems,
  type JsonProblemsParams,
  jsonProblemsRequest,
  type LowerStatementParams,
  type LowerStatementResult,
  lowerStatementRequest,
  type MemberNamesParams,
  memberNamesRequest,
  type QueryProblem,
  type QueryProblemsParams,
  queryProblemsRequest,
  type RecordsQueryParams,
  recordsQueryRequest,
  type StatementsParams,
  type StatementsResponse,
  statementsRequest,
} from "../../languages/core/requests/server-requests.ts";
import { usersLanguageId } from "../../languages/core/users/parse-users.ts";
import { type LanguageServerOptions, languageServerFlags } from "../../languages/start.ts";
import { notifyWhenFormatIsRefused } from "./format-refusal.ts";
import { ModelController } from "./model-controller.ts";
import { RecordCounter, type RecordCounterServices } from "./record-counter.ts";
import { onDidChangeServerOptions } from "./server-options.ts";
import { TableSearcher } from "./table-search.ts";
import { TenantList, type TenantServices } from "./tenant-list.ts";

interface Parts {
  readonly serverPath: string;
  readonly log: vscode.LogOutputChannel;
  readonly options: LanguageServerOptions;
  readonly model: Omit<ConstructorParameters<typeof ModelController>[0], "log">;
  readonly tables: Omit<ConstructorParameters<typeof TableSearcher>[0], "log">;
  readonly tenants: Omit<TenantServices, "log">;
  readonly members: Omit<RecordCounterServices, "log">;
  readonly timeColumn: () => Promise<string | undefined>;
}

/** Client of a running language server, with the requests that it supports. */
export interface RunningLanguageClient extends vscode.Disposable {
  readonly model: ModelController;
  columnTypes(text: string): Promise<ColumnValueTypes>;
  describeName(params: DescribeNameParams, token: vscode.CancellationToken): Promise<string | undefined>;
  columnAdditivity(text: string): Promise<ResultAdditivity | undefined>;
  jsonProblems(params: JsonProblemsParams): Promise<JsonProblems>;
  lower(params: LowerStatementParams): Promise<LowerStatementResult>;
  recordsQuery(params: RecordsQueryParams): Promise<RecordsQuery>;
  memberNames(params: MemberNamesParams): Promise<ColumnMemberNames>;
  queryProblems(text: string): Promise<readonly QueryProblem[]>;
  readStatements(text: string, isShellScript: boolean): Promise<StatementsResponse>;
}

/** Starts the language server. Handles its requests for model names, tables, tenants and member counts. */
export async function startLanguageClient({
  serverPath,
  log,
  options,
  model,
  tables,
  tenants,
  members,
  timeColumn,
}: Parts): Promise<RunningLanguageClient> {
  const modelController = new ModelController({ ...model, log });
  const { searcher } = modelController;
  const tableSearcher = new TableSearcher({ ...tables, log });
  const tenantList = new TenantList({ ...tenants, log });
  const counter = new RecordCounter({ ...members, log });
  const clientOptions: LanguageClientOptions = {
    documentSelector: [
      { language: "workforce-sqllike" },
      { language: "workforce-sqllike-shell" },
      { language: "workforce-tablesql" },
      { language: usersLanguageId },
      { pattern: `**/*${modelFileSuffix}` },
    ],
    outputChannel: log,
    initializationOptions: options,
  };
  const module = {
    module: serverPath,
    transport: TransportKind.ipc,
    options: { execArgv: [...languageServerFlags] },
  };
  const client = new LanguageClient("workforce", "Workforce", { run: module, debug: module }, clientOptions);
  client.onRequest(modelRequests.search, (search: ModelSearch) => searcher.search(search));
  let sentColumn: string | undefined;
  const readColumn = async (): Promise<string | undefined> => {
    try {
      return await timeColumn();
    } catch (error) {
      logFailure(log, "The name of the time column could not be read", error);
      return undefined;
    }
  };
  client.onRequest(modelRequests.timeColumn, async () => {
    sentColumn = await readColumn();
    return sentColumn ?? null;
  });
  client.onRequest(tableRequests.search, (search: TableSearchParams) => tableSearcher.search(search));
  client.onRequest(tableRequests.find, (find: TableLookupParams) => tableSearcher.find(find));
  client.onRequest(tenantsRequest, () => tenantList.list());
  client.onRequest<RecordCountResponse, void>(
    recordCountRequest,
    async (params: RecordCountParams, token: vscode.CancellationToken) => {
      const stop = abortSignalOf(token);
      try {
        return await counter.count(params, stop.signal);
      } finally {
        stop.dispose();
      }
    },
  );
  const subscriptions = [
    modelController,
    searcher.onDidChange(() => void client.sendNotification(modelChangedNotification)),
    // The connection is the same, but its edited profile may name another column.
    model.onDidChangeTarget(async () => {
      if ((await readColumn()) !== sentColumn) {
        await client.sendNotification(modelChangedNotification);
      }
    }),
    tableSearcher.onDidChangeTables(() => void client.sendNotification(tablesChangedNotification)),
    tableSearcher.registerDocuments(),
    notifyWhenFormatIsRefused(client),
  ];
  await client.start();
  const settings = onDidChangeServerOptions((changed) => {
    void client.sendNotification(DidChangeConfigurationNotification.type, { settings: changed });
  });
  return {
    model: modelController,
    columnTypes: (text) => client.sendRequest(columnTypesRequest, { text } satisfies ColumnTypesParams),
    describeName: async (params, token) =>
      (await client.sendRequest<string | null>(describeNameRequest, params, token)) ?? undefined,
    columnAdditivity: async (text) => {
      const params: ColumnTypesParams = { text };
      return (await client.sendRequest<ResultAdditivity | null>(columnAdditivityRequest, params)) ?? undefined;
    },
    jsonProblems: (params) => client.sendRequest(jsonProblemsRequest, params),
    lower: async (params) => {
      const lowered: unknown = await client.sendRequest(lowerStatementRequest, params);
      if (!isLoweredStatement(lowered)) {
        throw new Error(`The language server answered "${lowerStatementRequest}" in an unexpected form.`);
      }
      return lowered;
    },
    recordsQuery: async (params) => {
      const answer: unknown = await client.sendRequest(recordsQueryRequest, params);
      if (!isRecordsQuery(answer)) {
        throw new Error(`The language server answered "${recordsQueryRequest}" in an unexpected form.`);
      }
      return answer;
    },
    memberNames: async (params) => {
      const names: unknown = await client.sendRequest(memberNamesRequest, params);
      return isColumnMemberNames(names) ? names : {};
    },
    queryProblems: (text) => client.sendRequest(queryProblemsRequest, { text } satisfies QueryProblemsParams),
    readStatements: (text, isShellScript) =>
      client.sendRequest(statementsRequest, { text, isShellScript } satisfies StatementsParams),
    dispose: () => {
      for (const subscription of subscriptions) {
        subscription.dispose();
      }
      settings.dispose();
      void client.dispose();
    },
  };
}

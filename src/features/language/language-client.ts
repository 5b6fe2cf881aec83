import type * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from "vscode-languageclient/node";
import { type ColumnTypes, type ColumnTypesParams, columnTypesRequest } from "../../languages/core/column-requests.ts";
import { type ModelSearch, modelChangedNotification, modelRequests } from "../../languages/core/model-requests.ts";
import {
  type ReadStatements,
  type StatementsParams,
  statementsRequest,
} from "../../languages/core/statement-requests.ts";
import {
  type TableFind,
  type TableSearch,
  tableRequests,
  tablesChangedNotification,
} from "../../languages/core/table-model.ts";
import type { LanguageServerOptions } from "../../languages/start.ts";
import type { ModelSearcher } from "./model-search.ts";
import { onDidChangeServerOptions } from "./server-options.ts";
import type { TableSearcher } from "./table-search.ts";

interface Parts {
  readonly serverPath: string;
  readonly log: vscode.LogOutputChannel;
  readonly options: LanguageServerOptions;
  readonly searcher: ModelSearcher;
  readonly tables: TableSearcher;
}

/** The language server as the rest of the extension may ask it. */
export interface RunningLanguageClient extends vscode.Disposable {
  columnTypes(text: string): Promise<ColumnTypes>;
  readStatements(text: string, isShellScript: boolean): Promise<ReadStatements>;
}

/** Starts the language server and answers what it asks of the model. */
export async function startLanguageClient({
  serverPath,
  log,
  options,
  searcher,
  tables,
}: Parts): Promise<RunningLanguageClient> {
  const clientOptions: LanguageClientOptions = {
    documentSelector: [
      { language: "workforce-sqllike" },
      { language: "workforce-sqllike-shell" },
      { language: "workforce-tablesql" },
    ],
    outputChannel: log,
    initializationOptions: options,
  };
  const module = {
    module: serverPath,
    transport: TransportKind.ipc,
    options: { execArgv: ["--max-old-space-size=256"] },
  };
  const client = new LanguageClient("workforce", "Workforce", { run: module, debug: module }, clientOptions);
  client.onRequest(modelRequests.search, (search: ModelSearch) => searcher.search(search));
  client.onRequest(tableRequests.search, (search: TableSearch) => tables.search(search));
  client.onRequest(tableRequests.find, (find: TableFind) => tables.find(find));
  const subscriptions = [
    searcher.onDidChange(() => void client.sendNotification(modelChangedNotification)),
    tables.onDidChangeTarget(() => void client.sendNotification(tablesChangedNotification)),
    tables.registerDocuments(),
  ];
  await client.start();
  let { timeColumn } = options;
  const settings = onDidChangeServerOptions((changed) => {
    void client.sendNotification(DidChangeConfigurationNotification.type, { settings: changed });
    if (changed.timeColumn !== timeColumn) {
      timeColumn = changed.timeColumn;
      // What was taken for time may now be a name of the model, and the other way round.
      void client.sendNotification(modelChangedNotification);
    }
  });
  return {
    columnTypes: (text) => client.sendRequest(columnTypesRequest, { text } satisfies ColumnTypesParams),
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

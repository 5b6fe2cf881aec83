import type * as vscode from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  TransportKind,
} from "vscode-languageclient/node";
import { type ColumnTypes, type ColumnTypesParams, columnTypesRequest } from "../../languages/core/column-requests.ts";
import { type ModelSearch, modelChangedNotification, modelRequests } from "../../languages/core/model-requests.ts";
import type { LanguageServerOptions } from "../../languages/start.ts";
import type { ModelSearcher } from "./model-search.ts";
import { onDidChangeServerOptions } from "./server-options.ts";

interface Parts {
  readonly serverPath: string;
  readonly log: vscode.LogOutputChannel;
  readonly options: LanguageServerOptions;
  readonly searcher: ModelSearcher;
}

/** The language server as the rest of the extension may ask it. */
export interface RunningLanguageClient extends vscode.Disposable {
  columnTypes(text: string): Promise<ColumnTypes>;
}

/** Starts the language server and answers what it asks of the model. */
export async function startLanguageClient({
  serverPath,
  log,
  options,
  searcher,
}: Parts): Promise<RunningLanguageClient> {
  const clientOptions: LanguageClientOptions = {
    documentSelector: [{ language: "workforce-sqllike" }],
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
  const subscription = searcher.onDidChange(() => void client.sendNotification(modelChangedNotification));
  await client.start();
  const settings = onDidChangeServerOptions(
    (changed) => void client.sendNotification(DidChangeConfigurationNotification.type, { settings: changed }),
  );
  return {
    columnTypes: (text) => client.sendRequest(columnTypesRequest, { text } satisfies ColumnTypesParams),
    dispose: () => {
      subscription.dispose();
      settings.dispose();
      void client.dispose();
    },
  };
}

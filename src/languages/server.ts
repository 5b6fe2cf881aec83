import { createConnection, ProposedFeatures, TextDocumentSyncKind, TextDocuments } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { registerColumnTypes } from "./server/column-types.ts";
import { completionCapabilities, registerCompletion } from "./server/completion.ts";
import { registerDiagnostics } from "./server/diagnostics.ts";
import { OpenQueries } from "./server/open-queries.ts";
import { SearchedModel } from "./server/searched-model.ts";
import type { ServerParts } from "./server/server-parts.ts";
import { defaultTimeColumn } from "./sql-like/time-column.ts";
import type { LanguageServerOptions } from "./start.ts";

// Over Node IPC, or over stdin and stdout with --stdio: vscode-languageserver reads the arguments itself.
const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
let options: LanguageServerOptions = { timeColumn: defaultTimeColumn };

const parts: ServerParts = {
  connection,
  documents,
  options: () => options,
  queries: new OpenQueries(documents),
  model: new SearchedModel(connection),
  now: Date.now,
};

connection.onInitialize(({ initializationOptions }) => {
  options = { ...options, ...initializationOptions };
  return {
    capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental, ...completionCapabilities },
    serverInfo: { name: "workforce-language-server" },
  };
});

registerDiagnostics(parts);
registerCompletion(parts);
registerColumnTypes(parts);

documents.listen(connection);
connection.listen();

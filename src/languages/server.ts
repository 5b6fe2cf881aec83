import {
  type ClientCapabilities,
  createConnection,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { EventSource } from "../base/event.ts";
import { codeActionCapabilities, registerCodeActions } from "./server/code-actions.ts";
import { completionCapabilities, registerCompletion } from "./server/completion.ts";
import { createServerModel } from "./server/create-server-model.ts";
import { registerDescribedNames } from "./server/described-names.ts";
import { registerDiagnostics, registerModelFileDiagnostics } from "./server/diagnostics.ts";
import { formattingCapabilities, registerFormatting } from "./server/formatting.ts";
import { hoverCapabilities, registerHover } from "./server/hover.ts";
import { inlayHintsCapabilities, refreshInlayHints, registerInlayHints } from "./server/inlay-hints.ts";
import { registerJsonFileKinds } from "./server/json-files.ts";
import {
  definitionCapabilities,
  highlightCapabilities,
  registerDefinition,
  registerHighlights,
  registerRename,
  renameCapabilities,
} from "./server/occurrences.ts";
import { OpenQueries } from "./server/open-queries.ts";
import { type ServerOptions, withOptions } from "./server/options.ts";
import {
  registerCodeLenses,
  registerColumnTypes,
  registerLowerStatement,
  registerMemberNames,
  registerQueryProblems,
  registerRecordsQuery,
} from "./server/query-requests.ts";
import { registerSemanticTokens, semanticTokensCapabilities } from "./server/semantic-tokens.ts";
import type { ServerContext } from "./server/server-parts.ts";
import { shareConnection } from "./server/shared-connection.ts";
import { registerSignatureHelp, signatureHelpCapabilities } from "./server/signature-help.ts";
import { createSqlJobFileKind } from "./server/sql-job.ts";
import {
  foldingCapabilities,
  outlineCapabilities,
  registerFolding,
  registerOutline,
  registerSelectionRanges,
  selectionRangeCapabilities,
} from "./server/structure.ts";
import { createTableSourceFileKind } from "./server/table-source.ts";
import { registerTableSql } from "./server/table-sql.ts";
import { TimeColumnRequester } from "./server/time-column-requester.ts";
import { registerUsersFiles } from "./server/users-file.ts";
import { WorkspaceFolders, workspaceFolderCapabilities } from "./server/workspace-folders.ts";
import { registerWorkspaceSymbols, workspaceSymbolCapabilities } from "./server/workspace-symbols.ts";
import { defaultTimeColumn } from "./sql-like/syntax/time-column.ts";

// Over Node IPC, or over stdin and stdout with --stdio: vscode-languageserver reads the arguments itself.
const connection = shareConnection(createConnection(ProposedFeatures.all));
const documents = new TextDocuments(TextDocument);
const folders = new WorkspaceFolders(connection);
const timeColumnChanged = new EventSource<void>();
let client: ClientCapabilities = {};
let options: ServerOptions = { timeColumn: defaultTimeColumn };
const deploymentColumn = new TimeColumnRequester(connection, documents, (name = defaultTimeColumn) =>
  changeOptions({ ...options, timeColumn: name }),
);

const parts: ServerContext = {
  connection,
  documents,
  options: () => options,
  onDidChangeTimeColumn: timeColumnChanged.event,
  client: () => client,
  queries: new OpenQueries(documents),
  model: createServerModel(connection, {
    timeColumn: () => options.timeColumn,
    onDidChangeTarget: () => void deploymentColumn.ask(),
    folders: () => folders.uris,
  }),
  workspaceFolders: () => folders.uris,
  now: Date.now,
};

connection.onInitialize((params) => {
  client = params.capabilities;
  options = withOptions(options, params.initializationOptions);
  folders.initialize(params);
  return {
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      ...completionCapabilities,
      ...codeActionCapabilities,
      ...hoverCapabilities,
      ...signatureHelpCapabilities,
      ...inlayHintsCapabilities,
      ...semanticTokensCapabilities,
      ...outlineCapabilities,
      ...foldingCapabilities,
      ...formattingCapabilities,
      ...highlightCapabilities,
      ...definitionCapabilities,
      ...renameCapabilities,
      ...selectionRangeCapabilities,
      ...workspaceSymbolCapabilities,
      ...workspaceFolderCapabilities,
    },
    serverInfo: { name: "workforce-language-server" },
  };
});

// Our editor sends all options again when a setting behind them changes; other editors may send anything.
connection.onDidChangeConfiguration(({ settings }) => {
  changeOptions(withOptions(options, settings));
  refreshInlayHints(parts);
});

function changeOptions(changed: ServerOptions): void {
  const { timeColumn } = options;
  options = changed;
  if (changed.timeColumn !== timeColumn) {
    timeColumnChanged.fire();
  }
}

registerDiagnostics(parts);
registerCompletion(parts);
registerCodeActions(parts);
registerColumnTypes(parts);
registerLowerStatement(parts);
registerRecordsQuery(parts);
registerMemberNames(parts);
registerQueryProblems(parts);
registerHover(parts);
registerDescribedNames(parts);
registerSignatureHelp(parts);
registerInlayHints(parts);
registerSemanticTokens(parts);
registerFormatting(parts);
registerOutline(parts);
registerFolding(parts);
registerSelectionRanges(parts);
registerHighlights(parts);
registerRename(parts);
registerDefinition(parts);
registerWorkspaceSymbols(parts);
registerCodeLenses(parts);
const tableSql = registerTableSql(parts);
registerJsonFileKinds(parts, tableSql, [
  createSqlJobFileKind(parts, tableSql),
  createTableSourceFileKind(parts, tableSql),
]);
registerModelFileDiagnostics(parts);
registerUsersFiles(parts);

documents.listen(connection);
connection.listen();

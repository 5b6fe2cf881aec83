import {
  type CompletionItem,
  CompletionItemKind,
  createConnection,
  type Diagnostic,
  DiagnosticSeverity,
  InsertTextFormat,
  ProposedFeatures,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ColumnTypesParams, columnTypesRequest } from "./core/column-requests.ts";
import {
  type ModelSearch,
  type ModelSearchResult,
  modelChangedNotification,
  modelRequests,
} from "./core/model-requests.ts";
import type { Problem, Severity } from "./core/problem.ts";
import { checkText } from "./sql-like/check-text.ts";
import { columnTypes } from "./sql-like/column-types.ts";
import { type CompletionOffer, complete, triggerCharacters } from "./sql-like/completion.ts";
import { defaultTimeColumn } from "./sql-like/time-column.ts";

// Over Node IPC, or over stdin and stdout with --stdio: vscode-languageserver reads the arguments itself.
const connection = createConnection(ProposedFeatures.all);
const documents = new TextDocuments(TextDocument);
const searches = new Map<string, Promise<ModelSearchResult>>();
let timeColumn = defaultTimeColumn;

connection.onInitialize(({ initializationOptions }) => {
  timeColumn = initializationOptions?.timeColumn ?? defaultTimeColumn;
  return {
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      completionProvider: { triggerCharacters: [...triggerCharacters] },
    },
    serverInfo: { name: "workforce-language-server" },
  };
});

connection.onNotification(modelChangedNotification, () => searches.clear());

documents.onDidChangeContent(({ document }) => {
  const problems = checkText(document.getText(), undefined, { timeColumn });
  void connection.sendDiagnostics({
    uri: document.uri,
    version: document.version,
    diagnostics: problems.map((problem) => diagnosticOf(document, problem)),
  });
});

documents.onDidClose(({ document }) => void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }));

connection.onCompletion(async ({ textDocument, position }, token) => {
  const document = documents.get(textDocument.uri);
  if (!document) {
    return null;
  }
  const { offers, replace, isIncomplete } = await complete(document.getText(), document.offsetAt(position), {
    timeColumn,
    now: Date.now(),
    search: searchModel,
  });
  if (token.isCancellationRequested) {
    return null;
  }
  const range = { start: document.positionAt(replace.start), end: document.positionAt(replace.end) };
  return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index)) };
});

connection.onRequest(columnTypesRequest, ({ text }: ColumnTypesParams) =>
  columnTypes(text, { timeColumn, search: searchModel }),
);

documents.listen(connection);
connection.listen();

/** Asks the editor once for each search; an editor that does not know the request has no names to give. */
function searchModel(search: ModelSearch): Promise<ModelSearchResult> {
  const key = JSON.stringify(search);
  const known = searches.get(key);
  if (known) {
    return known;
  }
  const answer = connection.sendRequest<ModelSearchResult>(modelRequests.search, search).catch(() => {
    searches.delete(key);
    return { entries: [], isComplete: false };
  });
  searches.set(key, answer);
  return answer;
}

function diagnosticOf(document: TextDocument, { code, severity, message, start, end }: Problem): Diagnostic {
  return {
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    severity: severities[severity],
    code,
    source: "workforce",
    message,
  };
}

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

const itemKinds: Readonly<Record<CompletionOffer["kind"], CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  metric: CompletionItemKind.Function,
  dimension: CompletionItemKind.Enum,
  property: CompletionItemKind.Field,
  concept: CompletionItemKind.Interface,
  object: CompletionItemKind.Class,
  time: CompletionItemKind.Event,
  function: CompletionItemKind.Method,
  unit: CompletionItemKind.Unit,
  value: CompletionItemKind.Value,
  member: CompletionItemKind.EnumMember,
};

function itemOf(offer: CompletionOffer, range: Diagnostic["range"], index: number): CompletionItem {
  const { label, kind, snippet, detail, documentation, rank } = offer;
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.Snippet,
    textEdit: { range, newText: snippet },
    filterText: label,
    sortText: `${String(rank).padStart(4, "0")}${String(index).padStart(4, "0")}`,
    ...(detail !== undefined && { detail }),
    ...(documentation !== undefined && { documentation }),
  };
}

import {
  BulkRegistration,
  type CancellationToken,
  CodeActionKind,
  CodeActionRequest,
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  type DocumentSymbol,
  DocumentSymbolRequest,
  HoverRequest,
  InsertTextFormat,
  type Range,
  SignatureHelpRequest,
  SymbolKind,
  type TextDocumentIdentifier,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { JsonHover } from "../core/json/form-schema.ts";
import {
  type JsonCompletion,
  type JsonDefinitionTarget,
  type JsonOutlineEntry,
  type JsonSuggestion,
  jsonTriggerCharacters,
} from "../core/json/json-answers.ts";
import { type JsonProblems, type JsonProblemsParams, jsonProblemsRequest } from "../core/requests/server-requests.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import type { Span } from "../core/text/span.ts";
import { lspDiagnosticOf } from "./diagnostic-of.ts";
import { rangeOf } from "./document-position.ts";
import { fixAllKind } from "./fix-all.ts";
import type { ServerContext } from "./server-parts.ts";
import {
  completeEmbeddedSql,
  type EmbeddedSqlPosition,
  findEmbeddedSqlDefinition,
  findEmbeddedSqlSignature,
  hoverEmbeddedSql,
} from "./sql-in-json.ts";
import type { TableSearchCache } from "./table-search-cache.ts";
import type { RegisteredTableSql } from "./table-sql.ts";
import { fixesOf, lspCompletionListOf, lspDefinitionOf, lspHoverOf, lspSignatureHelpOf } from "./table-sql-answers.ts";

/** Current text of a document in one of the extension's JSON file formats. */
export interface JsonDocumentState {
  readonly uri: string;
  readonly text: string;
  /** Whether the document has changed since this text was read. Slow operations then stop early. */
  readonly isStale: () => boolean;
}

/** Language features for one kind of JSON file whose strings contain table-source SQL. */
export interface JsonFileKind {
  /** Suffix of the file names by which this kind of file is recognized. */
  readonly suffix: string;
  /** URI schemes of the documents for which the language features are enabled. */
  readonly schemes: readonly string[];
  /** Finds all problems of a file, including those of its embedded SQL, in text order. */
  check(file: JsonDocumentState): Promise<readonly FixableProblem[]>;
  /** Finds the problems that overlap a range of the file, with their quick fixes. */
  fixable(file: JsonDocumentState, range: Span): Promise<readonly FixableProblem[]>;
  /** Returns the embedded SQL at an offset of the file. Undefined if the offset is not within SQL. */
  sqlAt(file: JsonDocumentState, offset: number): Promise<EmbeddedSqlPosition | undefined>;
  complete(file: JsonDocumentState, offset: number): Promise<JsonCompletion>;
  hover(file: JsonDocumentState, offset: number): Promise<JsonHover | undefined>;
  /** Finds the definition of the name at an offset that is not within embedded SQL. */
  define(file: JsonDocumentState, offset: number): Promise<JsonDefinitionTarget | undefined>;
  outline(text: string): readonly JsonOutlineEntry[];
}

/**
 * Registers the language features of several kinds of JSON files. Embedded SQL is handled by the table-source SQL
 * service. Requests for other documents return null. The documents keep the language id of JSON, so that the editor's
 * JSON support works.
 */
export function registerJsonFileKinds(
  parts: ServerContext,
  { service, tables }: RegisteredTableSql,
  kinds: readonly JsonFileKind[],
): void {
  const { connection, documents } = parts;
  const kindOf = (uri: string) => kinds.find(({ suffix }) => uri.endsWith(suffix));
  /**
   * Handles a request for a JSON file of a registered kind. Returns undefined if the editor has cancelled the request.
   */
  const on = async <Answer>(
    { uri }: TextDocumentIdentifier,
    token: CancellationToken,
    answer: (document: TextDocument, kind: JsonFileKind, file: JsonDocumentState) => Promise<Answer> | Answer,
  ): Promise<Answer | null> => {
    const document = documents.get(uri);
    const kind = kindOf(uri);
    if (!document || !kind) {
      return null;
    }
    const given = await answer(document, kind, fileOf(document, parts));
    return token.isCancellationRequested ? null : given;
  };

  connection.onCompletion((params, token) =>
    on(params.textDocument, token, async (document, kind, file) => {
      const offset = document.offsetAt(params.position);
      const location = await kind.sqlAt(file, offset);
      return location
        ? lspCompletionListOf(document, await completeEmbeddedSql(location, service))
        : jsonCompletionListOf(document, await kind.complete(file, offset));
    }),
  );
  connection.onHover((params, token) =>
    on(params.textDocument, token, async (document, kind, file) => {
      const offset = document.offsetAt(params.position);
      const location = await kind.sqlAt(file, offset);
      return lspHoverOf(
        document,
        location ? await hoverEmbeddedSql(location, service) : await kind.hover(file, offset),
      );
    }),
  );
  connection.onDefinition((params, token) =>
    on(params.textDocument, token, async (document, kind, file) => {
      const offset = document.offsetAt(params.position);
      const location = await kind.sqlAt(file, offset);
      const found = location ? await findEmbeddedSqlDefinition(location, service) : await kind.define(file, offset);
      return lspDefinitionOf(document, found, parts.client().textDocument?.definition?.linkSupport ?? false);
    }),
  );
  connection.onSignatureHelp((params, token) =>
    on(params.textDocument, token, async (document, kind, file) => {
      const location = await kind.sqlAt(file, document.offsetAt(params.position));
      return location ? lspSignatureHelpOf(findEmbeddedSqlSignature(location, service)) : null;
    }),
  );
  connection.onCodeAction((params, token) =>
    on(params.textDocument, token, async (document, kind, file) => {
      const { start, end } = params.range;
      const range = { start: document.offsetAt(start), end: document.offsetAt(end) };
      const check = (text: string) => kind.check({ ...file, text });
      return await fixesOf(document, params, token, () => kind.fixable(file, range), check);
    }),
  );
  connection.onDocumentSymbol(({ textDocument }, token) =>
    on(textDocument, token, (document, kind, { text }) =>
      kind.outline(text).map((entry) => jsonSymbolOf(document, entry)),
    ),
  );

  connection.onRequest(jsonProblemsRequest, async ({ uri, text }: JsonProblemsParams): Promise<JsonProblems> => {
    const problems = (await kindOf(uri)?.check({ uri, text, isStale: () => false })) ?? [];
    return problems.map(({ code, severity, message, start, end }) => ({ code, severity, message, start, end }));
  });

  publishProblems(parts, tables, kindOf);
  askForFiles(parts, kinds);
}

function fileOf(document: TextDocument, { documents }: Pick<ServerContext, "documents">): JsonDocumentState {
  const { uri, version } = document;
  return { uri, text: document.getText(), isStale: () => documents.get(uri)?.version !== version };
}

function publishProblems(
  parts: ServerContext,
  tables: TableSearchCache,
  kindOf: (uri: string) => JsonFileKind | undefined,
): void {
  const { connection, documents, onDidChangeTimeColumn } = parts;
  let round = 0;
  const publish = async (kind: JsonFileKind, document: TextDocument): Promise<void> => {
    const { uri, version } = document;
    const file = fileOf(document, parts);
    const startedIn = round;
    const isStale = () => file.isStale() || round !== startedIn;
    const problems = await kind.check({ ...file, isStale });
    if (!isStale()) {
      const diagnostics = problems.map((problem) => lspDiagnosticOf(document, problem));
      await connection.sendDiagnostics({ uri, version, diagnostics });
    }
  };
  const publishInBackground = (document: TextDocument): void => {
    const kind = kindOf(document.uri);
    if (kind) {
      publish(kind, document).catch((error: unknown) => {
        connection.console.error(`The file could not be checked: ${error instanceof Error ? error.message : ""}`);
      });
    }
  };
  const publishAll = (): void => {
    round++;
    documents.all().forEach(publishInBackground);
  };
  documents.onDidChangeContent(({ document }) => publishInBackground(document));
  documents.onDidClose(({ document: { uri } }) => {
    if (kindOf(uri)) {
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  });
  tables.onDidChange(publishAll);
  onDidChangeTimeColumn(publishAll);
}

/**
 * Registers the JSON files with the editor dynamically. If they were part of the static document selector, the editor
 * would consider the language server a second JSON formatter.
 */
function askForFiles({ connection, client }: ServerContext, kinds: readonly JsonFileKind[]): void {
  connection.onInitialized(async () => {
    if (!client().textDocument?.synchronization?.dynamicRegistration) {
      return;
    }
    const documentSelector = kinds.flatMap(({ suffix, schemes }) =>
      schemes.map((scheme) => ({ scheme, pattern: `**/*${suffix}` })),
    );
    const wanted = BulkRegistration.create();
    wanted.add(DidOpenTextDocumentNotification.type, { documentSelector });
    wanted.add(DidChangeTextDocumentNotification.type, {
      documentSelector,
      syncKind: TextDocumentSyncKind.Incremental,
    });
    wanted.add(DidCloseTextDocumentNotification.type, { documentSelector });
    wanted.add(CompletionRequest.type, { documentSelector, triggerCharacters: [...jsonTriggerCharacters] });
    wanted.add(HoverRequest.type, { documentSelector });
    wanted.add(DefinitionRequest.type, { documentSelector });
    wanted.add(SignatureHelpRequest.type, { documentSelector, triggerCharacters: ["(", ","] });
    const codeActionKinds = [CodeActionKind.QuickFix, fixAllKind];
    wanted.add(CodeActionRequest.type, { documentSelector, codeActionKinds });
    wanted.add(DocumentSymbolRequest.type, { documentSelector, label: "Workforce" });
    await connection.client.register(wanted);
  });
}

const symbolKinds: Readonly<Record<JsonOutlineEntry["kind"], SymbolKind>> = {
  input: SymbolKind.Interface,
  action: SymbolKind.Event,
  output: SymbolKind.File,
  column: SymbolKind.Field,
  upstream: SymbolKind.Interface,
};

const wholeDocument = { start: 0 };

function jsonSymbolOf(document: TextDocument, entry: JsonOutlineEntry): DocumentSymbol {
  return {
    name: entry.title,
    detail: entry.detail,
    kind: symbolKinds[entry.kind],
    range: rangeOf(document, wholeDocument, entry),
    selectionRange: rangeOf(document, wholeDocument, entry.name),
    children: entry.children.map((child) => jsonSymbolOf(document, child)),
  };
}

const itemKinds: Readonly<Record<JsonSuggestion["kind"], CompletionItemKind>> = {
  table: CompletionItemKind.Class,
  input: CompletionItemKind.Interface,
  column: CompletionItemKind.Field,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  output: CompletionItemKind.Value,
  tenant: CompletionItemKind.EnumMember,
};

function jsonCompletionListOf(
  document: TextDocument,
  { replace, suggestions: offers, isIncomplete }: JsonCompletion,
): CompletionList {
  const range = rangeOf(document, { start: 0 }, replace);
  const isQuoted = document.getText(range).startsWith('"');
  return { isIncomplete, items: offers.map((offer, index) => itemOf(offer, range, index, isQuoted)) };
}

/**
 * Converts a suggestion to an LSP completion item. Its filter text includes quotes, because the editor compares it with
 * the replaced text, which includes them.
 */
function itemOf(
  { label, kind, text, detail, filter }: JsonSuggestion,
  range: Range,
  index: number,
  isQuoted: boolean,
): CompletionItem {
  return {
    label,
    kind: itemKinds[kind],
    insertTextFormat: InsertTextFormat.PlainText,
    textEdit: { range, newText: text },
    filterText: filterTextOf(filter ?? label, isQuoted),
    sortText: String(index).padStart(4, "0"),
    ...(detail !== undefined && { detail }),
  };
}

function filterTextOf(filter: string, isQuoted: boolean): string {
  return isQuoted ? JSON.stringify(filter) : filter;
}

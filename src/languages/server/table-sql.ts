import type { CancellationToken, TextDocumentIdentifier } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Span } from "../core/text/span.ts";
import { createGrammarLoader, createTableSqlService, type TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";
import { notifyRefused } from "./formatting.ts";
import type { ServerContext } from "./server-parts.ts";
import { TableSearchCache } from "./table-search-cache.ts";
import {
  fixesOf,
  lspCompletionListOf,
  lspDefinitionOf,
  lspEditsOf,
  lspHoverOf,
  lspSignatureHelpOf,
} from "./table-sql-answers.ts";
import { TableSqlProblems } from "./table-sql-problems.ts";

/** LSP method of the request to the language server for the tables that a table-source SQL text reads and writes. */
const lineageRequest = "workforce/tables/lineage";

interface LineageParams {
  readonly text: string;
}

const languageId = "workforce-tablesql";

/** Table-source SQL service and tables, for features that handle SQL embedded in other files. */
export interface RegisteredTableSql {
  readonly service: TableSqlService;
  readonly tables: TableSearchCache;
}

/**
 * Registers table-source SQL (sql-like-language 13) on a shared connection. For documents of other languages the
 * handlers return null.
 */
export function registerTableSql(parts: ServerContext): RegisteredTableSql {
  const { connection, documents, options, now } = parts;
  const service = createTableSqlService(createGrammarLoader());
  const tables = new TableSearchCache(connection);
  const settings = (): TableSqlOptions => ({ tables, timeColumn: options().timeColumn, now: now() });
  const problems = new TableSqlProblems(parts, languageId, (document, isStale) =>
    service.check(document.getText(), { ...settings(), isStale }),
  );
  /**
   * Handles a request for a document in table-source SQL. Returns undefined if the editor has cancelled the request.
   */
  const on = async <Answer>(
    { uri }: TextDocumentIdentifier,
    token: CancellationToken,
    answer: (document: TextDocument) => Promise<Answer> | Answer,
  ): Promise<Answer | null> => {
    const document = documents.get(uri);
    if (document?.languageId !== languageId) {
      return null;
    }
    const given = await answer(document);
    return token.isCancellationRequested ? null : given;
  };

  connection.onCompletion((params, token) =>
    on(params.textDocument, token, async (document) => {
      const offset = document.offsetAt(params.position);
      return lspCompletionListOf(document, await service.complete(document.getText(), offset, settings()));
    }),
  );
  connection.onHover((params, token) =>
    on(params.textDocument, token, async (document) =>
      lspHoverOf(document, await service.hover(document.getText(), document.offsetAt(params.position), settings())),
    ),
  );
  connection.onDefinition((params, token) =>
    on(params.textDocument, token, async (document) => {
      const found = await service.define(document.getText(), document.offsetAt(params.position), settings());
      return lspDefinitionOf(document, found, parts.client().textDocument?.definition?.linkSupport ?? false);
    }),
  );
  connection.onSignatureHelp((params, token) =>
    on(params.textDocument, token, (document) =>
      lspSignatureHelpOf(service.signatureHelp(document.getText(), document.offsetAt(params.position))),
    ),
  );
  connection.onCodeAction((params, token) =>
    on(params.textDocument, token, (document) =>
      fixesOf(
        document,
        params,
        token,
        () => problems.of(document),
        (text) => service.check(text, settings()),
      ),
    ),
  );
  const format = (document: TextDocument, range?: Span) => {
    const edits = lspEditsOf(document, service.format(document.getText(), range));
    notifyRefused(connection, document, service.unformatted(document.getText(), range), edits);
    return edits;
  };
  connection.onDocumentFormatting((params, token) => on(params.textDocument, token, (document) => format(document)));
  connection.onDocumentRangeFormatting((params, token) =>
    on(params.textDocument, token, (document) => {
      const { start, end } = params.range;
      return format(document, { start: document.offsetAt(start), end: document.offsetAt(end) });
    }),
  );
  connection.onRequest(lineageRequest, ({ text }: LineageParams) => service.lineage(text, settings()));

  tables.onDidChange(() => problems.refresh());
  parts.onDidChangeTimeColumn(() => problems.refresh());
  return { service, tables };
}

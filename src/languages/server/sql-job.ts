import {
  BulkRegistration,
  type CancellationToken,
  CodeActionKind,
  CodeActionRequest,
  CompletionRequest,
  DefinitionRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentSymbolRequest,
  HoverRequest,
  SignatureHelpRequest,
  type TextDocumentIdentifier,
  TextDocumentSyncKind,
} from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { completeJob, triggerCharacters } from "../sql-job/completion.ts";
import { hoverJob } from "../sql-job/hover.ts";
import { jobFileSuffix } from "../sql-job/job-file-schema.ts";
import type { JobScope } from "../sql-job/job-scope.ts";
import { outlineJob } from "../sql-job/outline.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import { jobFilesOf } from "./job-files.ts";
import type { SearchedTables } from "./searched-tables.ts";
import type { ServerParts } from "./server-parts.ts";
import { jobCompletionListOf, symbolOf } from "./sql-job-answers.ts";
import {
  checkJobText,
  completeSql,
  defineSql,
  hoverSql,
  type JobSqlParts,
  readSqlFacts,
  signatureHelpSql,
  sqlPlaceOf,
} from "./sql-job-text.ts";
import type { RegisteredTableSql } from "./table-sql.ts";
import { completionListOf, definitionOf, hoverOf, quickFixesOf, signatureHelpOf } from "./table-sql-answers.ts";

/**
 * Registers SQL job files (sql-like-language 13.2, 13.3), whose SQL the service of table-source SQL answers for. For other
 * documents each request answers `null`. They stay documents of JSON: what JSON is, the editor says.
 */
export function registerSqlJob(parts: ServerParts, { service, tables }: RegisteredTableSql): void {
  const { connection, documents, options, now } = parts;
  const partsOf = ({ uri }: TextDocumentIdentifier, isStale?: () => boolean): JobSqlParts => {
    const files = jobFilesOf(uri);
    const scope: JobScope = { tables, readSql: readSqlFacts, ...(files && { files }) };
    const asked = { tables, timeColumn: options().timeColumn, now: now(), ...(isStale && { isStale }) };
    return { service, options: asked, scope };
  };
  /** Answers for a job file, and nothing when the editor does not wait any longer. */
  const on = async <Answer>(
    { uri }: TextDocumentIdentifier,
    token: CancellationToken,
    answer: (document: TextDocument, job: JobSqlParts) => Promise<Answer> | Answer,
  ): Promise<Answer | null> => {
    const document = documents.get(uri);
    if (!document || !isJobFile(uri)) {
      return null;
    }
    const given = await answer(document, partsOf({ uri }));
    return token.isCancellationRequested ? null : given;
  };

  connection.onCompletion((params, token) =>
    on(params.textDocument, token, async (document, job) => {
      const offset = document.offsetAt(params.position);
      const place = await sqlPlaceOf(document.getText(), offset, job);
      return place
        ? completionListOf(document, await completeSql(place, service))
        : jobCompletionListOf(document, await completeJob(document.getText(), offset, job.scope));
    }),
  );
  connection.onHover((params, token) =>
    on(params.textDocument, token, async (document, job) => {
      const offset = document.offsetAt(params.position);
      const place = await sqlPlaceOf(document.getText(), offset, job);
      const found = place ? hoverSql(place, service) : hoverJob(document.getText(), offset, job.scope);
      return hoverOf(document, await found);
    }),
  );
  connection.onDefinition((params, token) =>
    on(params.textDocument, token, async (document, job) => {
      const place = await sqlPlaceOf(document.getText(), document.offsetAt(params.position), job);
      const hasLinks = parts.client().textDocument?.definition?.linkSupport ?? false;
      return place ? definitionOf(document, await defineSql(place, service), hasLinks) : null;
    }),
  );
  connection.onSignatureHelp((params, token) =>
    on(params.textDocument, token, async (document, job) => {
      const place = await sqlPlaceOf(document.getText(), document.offsetAt(params.position), job);
      return place ? signatureHelpOf(signatureHelpSql(place, service)) : null;
    }),
  );
  connection.onCodeAction((params, token) =>
    on(params.textDocument, token, async (document, job) =>
      quickFixesOf(document, params, await checkJobText(document.getText(), job)),
    ),
  );
  connection.onDocumentSymbol(({ textDocument }, token) =>
    on(textDocument, token, (document) => outlineJob(document.getText()).map((entry) => symbolOf(document, entry))),
  );

  publishProblems(parts, tables, partsOf);
  askForJobFiles(parts);
}

function isJobFile(uri: string): boolean {
  return uri.endsWith(jobFileSuffix);
}

function publishProblems(
  { connection, documents }: ServerParts,
  tables: SearchedTables,
  partsOf: (document: TextDocumentIdentifier, isStale: () => boolean) => JobSqlParts,
): void {
  const publish = async (document: TextDocument): Promise<void> => {
    const { uri, version } = document;
    const isStale = () => documents.get(uri)?.version !== version;
    const problems = await checkJobText(document.getText(), partsOf(document, isStale));
    if (!isStale()) {
      const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
      await connection.sendDiagnostics({ uri, version, diagnostics });
    }
  };
  const publishInBackground = (document: TextDocument): void => {
    if (isJobFile(document.uri)) {
      publish(document).catch((error: unknown) => {
        connection.console.error(`The job could not be checked: ${error instanceof Error ? error.message : ""}`);
      });
    }
  };
  documents.onDidChangeContent(({ document }) => publishInBackground(document));
  documents.onDidClose(({ document: { uri } }) => {
    if (isJobFile(uri)) {
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    }
  });
  tables.onDidChange(() => documents.all().forEach(publishInBackground));
}

/**
 * Asks the editor for job files. They are not among the documents that it names for the whole server, because it would take
 * the server for another formatter of their JSON then.
 */
function askForJobFiles({ connection, client }: ServerParts): void {
  connection.onInitialized(async () => {
    if (!client().textDocument?.synchronization?.dynamicRegistration) {
      return;
    }
    const documentSelector = [{ scheme: "file", pattern: `**/*${jobFileSuffix}` }];
    const wanted = BulkRegistration.create();
    wanted.add(DidOpenTextDocumentNotification.type, { documentSelector });
    wanted.add(DidChangeTextDocumentNotification.type, {
      documentSelector,
      syncKind: TextDocumentSyncKind.Incremental,
    });
    wanted.add(DidCloseTextDocumentNotification.type, { documentSelector });
    wanted.add(CompletionRequest.type, { documentSelector, triggerCharacters: [...triggerCharacters] });
    wanted.add(HoverRequest.type, { documentSelector });
    wanted.add(DefinitionRequest.type, { documentSelector });
    wanted.add(SignatureHelpRequest.type, { documentSelector, triggerCharacters: ["(", ","] });
    wanted.add(CodeActionRequest.type, { documentSelector, codeActionKinds: [CodeActionKind.QuickFix] });
    wanted.add(DocumentSymbolRequest.type, { documentSelector, label: "Workforce" });
    await connection.client.register(wanted);
  });
}

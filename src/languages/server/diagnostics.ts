import type { Diagnostic } from "vscode-languageserver/node";
import { modelFileSuffix } from "../core/model/model-file.ts";
import { readModelFile } from "../core/model/read-model-file.ts";
import type { Problem } from "../core/text/problem.ts";
import { checkQueryDocument, checkStatementText } from "../sql-like/checks/check-document.ts";
import type { ParsedStatementText } from "../sql-like/syntax/query-document.ts";
import { lspDiagnosticOf } from "./diagnostic-of.ts";
import type { ServerContext } from "./server-parts.ts";

/**
 * Delay after the last keystroke before names are looked up, in milliseconds. Prevents lookups of incompletely typed
 * names.
 */
const pauseMs = 200;

/**
 * Publishes the problems of a document when its text changes and when further names of the business model become known.
 */
export function registerDiagnostics(parts: ServerContext): void {
  const { connection, documents, queries, model, onDidChangeTimeColumn } = parts;
  const published = new Map<string, string>();
  const timers = new Map<string, NodeJS.Timeout>();

  const publish = (uri: string): void => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return;
    }
    const { version } = document;
    const problems = checkQueryDocument(query, (part) => problemsOf(part, parts));
    const diagnostics: Diagnostic[] = problems.map((problem) => lspDiagnosticOf(document, problem));
    const sent = JSON.stringify([version, diagnostics]);
    if (published.get(uri) !== sent) {
      published.set(uri, sent);
      void connection.sendDiagnostics({ uri, version, diagnostics });
    }
  };
  const load = (uri: string): void => {
    for (const { part } of queries.get(uri)?.parts ?? []) {
      if (!model.isLoaded(part)) {
        void model.load(part);
      }
    }
  };
  const loadSoon = (uri: string, delayMs: number): void => {
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => load(uri), delayMs),
    );
  };

  documents.onDidChangeContent(({ document }) => {
    const isOpening = !published.has(document.uri);
    publish(document.uri);
    loadSoon(document.uri, isOpening ? 0 : pauseMs);
  });
  documents.onDidClose(({ document: { uri } }) => {
    clearTimeout(timers.get(uri));
    timers.delete(uri);
    published.delete(uri);
    void connection.sendDiagnostics({ uri, diagnostics: [] });
  });
  onDidChangeTimeColumn(() => model.forget());
  model.onDidChange(() => {
    for (const uri of queries.uris()) {
      publish(uri);
      load(uri);
    }
  });
}

/**
 * Returns the problems of a statement. An unknown name is reported only after it was looked up in the business model.
 */
export function problemsOf(part: ParsedStatementText, { model, options }: ServerContext): readonly Problem[] {
  const known = model.modelOf(part);
  const members = known?.members;
  return checkStatementText(part, known?.source, { timeColumn: options().timeColumn, ...(members && { members }) })
    .problems;
}

/** Publishes the problems of open model files whenever their text changes. */
export function registerModelFileDiagnostics({ connection, documents }: ServerContext): void {
  documents.onDidChangeContent(({ document }) => {
    if (document.uri.endsWith(modelFileSuffix)) {
      const { problems } = readModelFile(document.getText());
      const diagnostics = problems.map((problem) => lspDiagnosticOf(document, problem));
      void connection.sendDiagnostics({ uri: document.uri, version: document.version, diagnostics });
    }
  });
}

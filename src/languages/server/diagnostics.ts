import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Problem, Severity } from "../core/problem.ts";
import { checkDocument, checkPart } from "../sql-like/check-document.ts";
import type { QueryPart } from "../sql-like/query-document.ts";
import type { ServerParts } from "./server-parts.ts";

/** Sends the problems of a document when its text changes, and again when more of the model is known. */
export function registerDiagnostics(parts: ServerParts): void {
  const { connection, documents, queries, model } = parts;
  const publish = (uri: string): void => {
    const document = documents.get(uri);
    const query = queries.get(uri);
    if (!document || !query) {
      return;
    }
    const problems = checkDocument(query, (part) => problemsOf(part, parts));
    void connection.sendDiagnostics({
      uri,
      version: document.version,
      diagnostics: problems.map((problem) => diagnosticOf(document, problem)),
    });
    for (const { part } of query.parts) {
      if (!model.isLoaded(part)) {
        void model.load(part);
      }
    }
  };
  documents.onDidChangeContent(({ document }) => publish(document.uri));
  documents.onDidClose(({ document }) => void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] }));
  model.onDidChange(() => queries.uris().forEach(publish));
}

/** A name is only called unknown when it was looked for. */
export function problemsOf(part: QueryPart, { model, options }: ServerParts): readonly Problem[] {
  return checkPart(part, model.isLoaded(part) ? model.source : undefined, { timeColumn: options().timeColumn })
    .problems;
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

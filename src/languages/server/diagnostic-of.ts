import { type Diagnostic, DiagnosticSeverity } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Problem, Severity } from "../core/text/problem.ts";

/** Converts a problem to an LSP diagnostic. The problem's offsets are relative to the start of the document. */
export function lspDiagnosticOf(document: TextDocument, { code, severity, message, start, end }: Problem): Diagnostic {
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

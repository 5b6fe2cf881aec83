import * as vscode from "vscode";
import { isCommentRefusal } from "../../host/json-comments.ts";
import type { ProblemSeverity, ShownProblem } from "../../protocol/composer-view.ts";
import { problemsByField } from "./problems-model.ts";

const severities: Readonly<Record<vscode.DiagnosticSeverity, ProblemSeverity>> = {
  [vscode.DiagnosticSeverity.Error]: "error",
  [vscode.DiagnosticSeverity.Warning]: "warning",
  [vscode.DiagnosticSeverity.Information]: "information",
  [vscode.DiagnosticSeverity.Hint]: "information",
};

/** Problems of a document in the Problems view, by path in the job. */
export function documentProblems(document: vscode.TextDocument): ShownProblem[] {
  const found = vscode.languages.getDiagnostics(document.uri).filter((problem) => !isCommentRefusal(problem));
  const problems = found.map(({ range, severity, code, message }) => ({
    start: document.offsetAt(range.start),
    end: document.offsetAt(range.end),
    severity: severities[severity],
    code: String(typeof code === "object" ? code.value : (code ?? "")),
    message,
  }));
  return problemsByField(document.getText(), problems);
}

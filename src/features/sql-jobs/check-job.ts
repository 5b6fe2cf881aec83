import * as vscode from "vscode";
import { formatPlural } from "../../host/amounts.ts";
import { isJsonCommentDiagnostic } from "../../host/json-comments.ts";
import { logFailure } from "../../host/log.ts";
import { showError } from "../../host/notifications.ts";
import type { SqlServices } from "./sql-services.ts";

/** Problems that the editor would mark in a job file. */
interface JobProblems {
  /** Number of errors and the first error as one message, or undefined if there are none. */
  readonly error: string | undefined;
  /** Warnings about columns that only the file or only the table has. */
  readonly columnWarnings: readonly string[];
}

interface FoundError {
  readonly position: vscode.Position;
  readonly message: string;
}

/**
 * Checks a job file as its editor does. Finds nothing if the language server fails, because the service checks
 * everything again.
 */
export async function checkJob(uri: vscode.Uri, { jsonProblems, log }: SqlServices): Promise<JobProblems> {
  const document = await vscode.workspace.openTextDocument(uri);
  const problems = await jsonProblems({ uri: uri.toString(), text: document.getText() }).catch((error: unknown) => {
    logFailure(log, "The job file could not be checked", error);
    return [];
  });
  const found = problems.flatMap(({ severity, start, message }): FoundError[] =>
    severity === "error" ? [{ position: document.positionAt(start), message }] : [],
  );
  // VS Code itself reports invalid JSON.
  const errors = found.length > 0 ? found : errorsOfEditor(uri);
  const columnWarnings = problems.flatMap(({ code, message }) => (columnCodes.includes(code) ? [message] : []));
  return { error: errorText(uri, errors), columnWarnings };
}

const columnCodes: readonly string[] = ["SJ311", "SJ312"];

/** Shows the errors and asks whether to run the job anyway, because the editor may not know a new table yet. */
export async function confirmRunDespiteErrors(problem: string): Promise<boolean> {
  const show = vscode.l10n.t("Show Problems");
  const run = vscode.l10n.t("Run Anyway");
  const picked = await showError(problem, show, run);
  if (picked === show) {
    await vscode.commands.executeCommand("workbench.actions.view.problems");
  }
  return picked === run;
}

function errorText(uri: vscode.Uri, errors: readonly FoundError[]): string | undefined {
  const [first] = errors;
  if (!first) {
    return undefined;
  }
  const name = uri.path.split("/").at(-1) ?? "";
  const { line, character } = first.position;
  return formatPlural(
    errors.length,
    [
      vscode.l10n.t("{1} has an error; nothing was sent. Line {2}, column {3}: {4}"),
      vscode.l10n.t("{1} has {0} errors; nothing was sent. Line {2}, column {3}: {4}"),
    ],
    name,
    String(line + 1),
    String(character + 1),
    first.message,
  );
}

function errorsOfEditor(uri: vscode.Uri): readonly FoundError[] {
  return vscode.languages
    .getDiagnostics(uri)
    .flatMap((found) =>
      found.severity === vscode.DiagnosticSeverity.Error && !isJsonCommentDiagnostic(found)
        ? [{ position: found.range.start, message: found.message }]
        : [],
    );
}

import * as vscode from "vscode";
import { isCommentRefusal } from "../../host/json-comments.ts";
import { showInLog } from "../../host/log.ts";
import { showError } from "../../host/notifications.ts";
import type { SqlServices } from "./sql-services.ts";

/** What the editor marks in a job file. */
interface JobProblems {
  /** How many errors there are and what the first one is; undefined where nothing is wrong. */
  readonly error: string | undefined;
  /** Columns that a file and a table do not share. */
  readonly columnWarnings: readonly string[];
}

interface FoundError {
  readonly position: vscode.Position;
  readonly message: string;
}

/** Checks a job file as its editor does. Without a language server nothing is found: the service checks all of it again. */
export async function checkJob(uri: vscode.Uri, { jsonProblems, log }: SqlServices): Promise<JobProblems> {
  const document = await vscode.workspace.openTextDocument(uri);
  const problems = await jsonProblems({ uri: uri.toString(), text: document.getText() }).catch((error: unknown) => {
    showInLog(log, "The job file could not be checked", error);
    return [];
  });
  const found = problems.flatMap(({ severity, start, message }): FoundError[] =>
    severity === "error" ? [{ position: document.positionAt(start), message }] : [],
  );
  // What is no JSON is said by VS Code itself.
  const errors = found.length > 0 ? found : errorsOfEditor(uri);
  const columnWarnings = problems.flatMap(({ code, message }) => (columnCodes.includes(code) ? [message] : []));
  return { error: errorText(uri, errors), columnWarnings };
}

const columnCodes: readonly string[] = ["SJ311", "SJ312"];

/** Tells of the errors; whether the job is to run all the same: the editor may not know of a table that is new. */
export async function isRunAnyway(problem: string): Promise<boolean> {
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
  return vscode.l10n.t(
    "{0} has {1} errors; nothing was sent. Line {2}, column {3}: {4}",
    name,
    errors.length,
    line + 1,
    character + 1,
    first.message,
  );
}

function errorsOfEditor(uri: vscode.Uri): readonly FoundError[] {
  return vscode.languages
    .getDiagnostics(uri)
    .flatMap((found) =>
      found.severity === vscode.DiagnosticSeverity.Error && !isCommentRefusal(found)
        ? [{ position: found.range.start, message: found.message }]
        : [],
    );
}

import * as vscode from "vscode";
import { isCommentRefusal } from "../../host/json-comments.ts";
import { showError } from "../../host/notifications.ts";

/** The language server says what is wrong soon after a document was opened. */
const settleMs = 400;

/** What is wrong with a job file, as its editor marks it; nothing where that only warns. */
export async function problemOfJob(uri: vscode.Uri): Promise<string | undefined> {
  const document = await vscode.workspace.openTextDocument(uri);
  // The fixes of a document are answered when it is checked; who asks for them waits for that.
  const end = document.lineAt(document.lineCount - 1).range.end;
  const whole = new vscode.Range(new vscode.Position(0, 0), end);
  await vscode.commands.executeCommand("vscode.executeCodeActionProvider", uri, whole);
  await untilDiagnosticsSettle(uri);
  const errors = errorsOf(uri);
  const [first] = errors;
  if (!first) {
    return undefined;
  }
  const name = uri.path.split("/").at(-1) ?? "";
  const { line, character } = first.range.start;
  return vscode.l10n.t(
    "{0} has {1} errors; nothing was sent. Line {2}, column {3}: {4}",
    name,
    errors.length,
    line + 1,
    character + 1,
    first.message,
  );
}

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

function errorsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  const isError = (found: vscode.Diagnostic) =>
    found.severity === vscode.DiagnosticSeverity.Error && !isCommentRefusal(found);
  return vscode.languages.getDiagnostics(uri).filter(isError);
}

/** What the editor says of columns that a file and a table do not share. */
export function columnWarningsOf(uri: vscode.Uri): readonly string[] {
  const codes: readonly unknown[] = ["SJ311", "SJ312"];
  const codeOf = ({ code }: vscode.Diagnostic) => (typeof code === "object" ? code.value : code);
  return vscode.languages
    .getDiagnostics(uri)
    .flatMap((found) => (codes.includes(codeOf(found)) ? [found.message] : []));
}

async function untilDiagnosticsSettle(uri: vscode.Uri): Promise<void> {
  if (errorsOf(uri).length > 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, settleMs);
    const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      if (uris.some((changed) => changed.toString() === uri.toString()) && errorsOf(uri).length > 0) {
        done();
      }
    });
    function done() {
      clearTimeout(timer);
      subscription.dispose();
      resolve();
    }
  });
}

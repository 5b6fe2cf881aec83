import { basename } from "node:path";
import * as vscode from "vscode";
import { formatBytes, formatPlural } from "../../host/amounts.ts";
import { type AvailabilityTarget, requireOperations } from "../../host/availability.ts";
import { type ConfinedFiles, OutsideWorkspaceError } from "../../host/confined-files.ts";
import { withProgress } from "../../host/progress.ts";
import { ChosenFiles, confinedFilesOf, withChosenFiles } from "../../host/workspace-files.ts";
import type { StatementsResponse } from "../../languages/core/requests/server-requests.ts";
import type { QueryEditor } from "./query-editor.ts";
import type { RunOutcome, RunTarget } from "./query-runner.ts";
import { type Statement, statementIn } from "./query-text-model.ts";
import { runShellScript, type ShellProgress, type ShellReport } from "./shell-runner.ts";
import {
  checkShellScript,
  ShellScriptError,
  shellLanguageId,
  shellOperations,
  shellStatementTitle,
} from "./shell-script-model.ts";

/** Connection and tenant on which a shell script runs, with the operations that its service supports. */
export type ScriptTarget = RunTarget & AvailabilityTarget;

export interface ShellCommandServices {
  readonly editor: QueryEditor;
  readonly readScript: (text: string) => Promise<StatementsResponse>;
  readonly workspaceState: vscode.Memento;
  readonly runQuery: (statement: Statement, target: RunTarget, signal: AbortSignal) => Promise<RunOutcome>;
}

/**
 * Runs a shell script with progress and a cancel button. If a statement fails, marks it in the editor and throws the
 * error.
 */
export async function runShellDocument(
  document: vscode.TextDocument,
  target: ScriptTarget,
  { editor, readScript, runQuery, workspaceState }: ShellCommandServices,
): Promise<void> {
  const text = document.getText();
  const chosen = new ChosenFiles(workspaceState);
  const files = document.uri.scheme === "file" ? confinedFilesOf(document.uri, chosen) : undefined;
  const run = editor.startRun(document);
  try {
    const read = await readScript(text);
    checkShellScript(text, read);
    requireOperations(target, intakeStatementsLabel(), shellOperations(read.statements));
    await withChosenFiles(chosen, () => checkPaths(read.statements, files));
    const title = vscode.l10n.t("Running {0}", basename(document.uri.path));
    const report = await withProgress("notification", title, async (signal, notify) =>
      runShellScript(
        { text, statements: read.statements, files },
        {
          client: async () => (await target.session()).client,
          runQuery: (statement, stop) =>
            runQuery(statementIn(text, statement, read.statements.indexOf(statement)), target, stop),
          onProgress: (progress) => notify(progressText(progress)),
        },
        signal,
      ),
    );
    vscode.window.setStatusBarMessage(`$(check) ${reportText(report)}`, 10_000);
  } catch (error) {
    if (error instanceof ShellScriptError) {
      const start = document.validatePosition(document.positionAt(error.offset));
      const range = new vscode.Range(start, document.lineAt(start.line).range.end);
      editor.addProblem(run, range, error.message);
    }
    throw error;
  }
}

/** Returns the display name of the intake statements, for the message that they are not supported. */
export function intakeStatementsLabel(): string {
  return vscode.l10n.t("Sending data in a transaction (BEGIN, COPY, COMMIT)");
}

/**
 * Throws OutsideWorkspaceError if a script names files outside the workspace, before anything is sent. Other problems
 * of a file are reported when its statement runs.
 */
async function checkPaths(
  statements: StatementsResponse["statements"],
  files: ConfinedFiles | undefined,
): Promise<void> {
  for (const statement of statements) {
    if (statement.kind === "copy" && files) {
      try {
        await (await files.open(statement.path)).close();
      } catch (error) {
        if (error instanceof OutsideWorkspaceError) {
          throw error;
        }
      }
    }
  }
}

/**
 * Returns the shell script on which a command was started from a code lens or menu, or else the active document. Throws
 * an error if it is not a shell script.
 */
export async function shellDocumentOf(uri: unknown): Promise<vscode.TextDocument> {
  const document =
    uri instanceof vscode.Uri ? await vscode.workspace.openTextDocument(uri) : vscode.window.activeTextEditor?.document;
  if (document?.languageId !== shellLanguageId) {
    throw new Error(vscode.l10n.t("Open a .wfshell file to run a shell script."));
  }
  return document;
}

function progressText({ statement, position, count, bytes }: ShellProgress): string {
  const step = vscode.l10n.t("{0} of {1}: {2}", position, count, shellStatementTitle(statement));
  if (!bytes) {
    return step;
  }
  const sent = formatBytes(bytes.bytes);
  const amount =
    bytes.totalBytes === undefined ? sent : vscode.l10n.t("{0} of {1}", sent, formatBytes(bytes.totalBytes));
  return `${step} · ${amount}`;
}

function reportText({ queries, files, committed }: ShellReport): string {
  return vscode.l10n.t(
    "Script done: {0}, {1}, {2}",
    formatPlural(queries, [vscode.l10n.t("1 query"), vscode.l10n.t("{0} queries")]),
    formatPlural(files, [vscode.l10n.t("1 file sent"), vscode.l10n.t("{0} files sent")]),
    formatPlural(committed, [vscode.l10n.t("1 transaction committed"), vscode.l10n.t("{0} transactions committed")]),
  );
}

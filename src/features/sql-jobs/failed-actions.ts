import * as vscode from "vscode";
import type { DryRunReport } from "../../client/sql/dry-run-report.ts";
import { jsonItemsOf, jsonSpanOf, jsonValueAt, parseJsonTree } from "../../languages/core/json/json-tree.ts";

/** An action of a job that failed. */
interface FailedAction {
  /** Zero-based index of the failed action in the job. */
  readonly index: number;
  readonly message: string;
}

/** Marks the failed actions of a job file after its last run or dry run, until the file changes or runs again. */
export class FailedActions implements vscode.Disposable {
  readonly #problems = vscode.languages.createDiagnosticCollection("workforce-sql-job-runs");
  readonly #subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (contentChanges.length > 0) {
      this.clear(document.uri);
    }
  });

  clear(uri: vscode.Uri): void {
    this.#problems.delete(uri);
  }

  async show(uri: vscode.Uri, failed: readonly FailedAction[]): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const actions = jsonItemsOf(jsonValueAt(parseJsonTree(document.getText()), "job", "actions"));
    const problems = failed.flatMap(({ index, message }) => {
      const action = actions[index];
      if (!action) {
        return [];
      }
      const { start, end } = jsonSpanOf(action);
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const problem = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
      problem.source = vscode.l10n.t("last run");
      return [problem];
    });
    this.#problems.set(uri, problems);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#problems.dispose();
  }
}

/** Returns the actions that would fail, each failure once for all tenants. */
export function failedActionsOf({ tenants }: Pick<DryRunReport, "tenants">): readonly FailedAction[] {
  const found = new Map<string, FailedAction>();
  for (const { failure, failedStep, steps } of tenants) {
    if (failure !== undefined && failedStep !== undefined) {
      found.set(`${failedStep} ${failure}`, { index: failedStep, message: failure });
    }
    for (const step of steps) {
      if (step.kind === "rows" && step.assertion === "failed") {
        found.set(`${step.index}`, { index: step.index, message: emptyResultText(step.index) });
      }
    }
  }
  return [...found.values()];
}

/** Returns the action named in the error message of a failed job, or undefined. */
export function failedActionIn(message: string): FailedAction | undefined {
  const [, number] = /\bAction (\d+) \(/.exec(message) ?? [];
  return number === undefined ? undefined : { index: Number(number) - 1, message };
}

/** Explains in a sentence or two why a job would not run to its end. */
export function failureReason(report: DryRunReport): string {
  const { preconditions, tenants } = report;
  const failure = tenants.find((tenant) => tenant.failure !== undefined)?.failure;
  const [action] = failedActionsOf(report);
  const unmet = preconditions.find(({ unmet: keys }) => keys.length > 0);
  return (
    failure ??
    action?.message ??
    (unmet
      ? vscode.l10n.t(
          "The metadata of {0} has another value of {1}.",
          unmet.name ?? unmet.table,
          unmet.unmet.join(", "),
        )
      : vscode.l10n.t("The service named no tenant that it would run in."))
  );
}

function emptyResultText(index: number): string {
  return vscode.l10n.t("Action {0} (query) has no rows, so rollbackOnEmpty rolls back.", index + 1);
}

import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { isNotebookCell } from "../../host/notebook-cell.ts";
import type { ReadStatements } from "../../languages/core/statement-requests.ts";
import type { FinishedRun, LastRuns } from "./last-runs-model.ts";
import { rangeOf } from "./query-editor.ts";
import { QueryKinds } from "./query-kinds-model.ts";
import { type Statement, statementsOf } from "./query-text-model.ts";

export interface RunLensServices {
  /** What stands where in a text; rejects while no language server can be had. */
  readonly readStatements: (text: string) => Promise<ReadStatements>;
  readonly lastRuns: LastRuns;
}

/** Above each statement: Run, what kind of query it is, and what its last run gave. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: RunLensServices;
  readonly #kinds = new QueryKinds();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(services: RunLensServices) {
    this.#services = services;
  }

  /** The lenses say something else now: a run has ended. */
  refresh(): void {
    this.#changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (isNotebookCell(document)) {
      return [];
    }
    const statements = statementsOf(document.getText());
    // Run is there at once, whatever the language server does.
    void this.#learnKinds(statements);
    return statements.flatMap((statement) => this.#lensesOf(document, statement));
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #lensesOf(document: vscode.TextDocument, statement: Statement): vscode.CodeLens[] {
    const range = rangeOf(document, statement);
    const run = new vscode.CodeLens(range, {
      command: commandIds.runQuery,
      title: `$(play) ${vscode.l10n.t("Run")}`,
      tooltip: vscode.l10n.t("Run this query on the active connection"),
      arguments: [document.uri, statement.range.start],
    });
    const titles = [
      titleOfKind(this.#kinds.find(statement)),
      titleOfRun(this.#services.lastRuns.find(document.uri.toString(), statement.text)),
    ];
    const told = titles.flatMap((title) =>
      title === undefined ? [] : [new vscode.CodeLens(range, { command: "", title })],
    );
    return [run, ...told];
  }

  async #learnKinds(statements: readonly Statement[]): Promise<void> {
    try {
      if (await this.#kinds.learn(statements, this.#services.readStatements)) {
        this.#changed.fire();
      }
    } catch {
      // The language server says in the log why it is not there; lenses do without the kind.
    }
  }
}

/** Runs a script of the shell as a whole: its statements depend on those before. */
export const scriptLens: vscode.CodeLensProvider = {
  provideCodeLenses: ({ uri }) => [
    new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), {
      command: commandIds.runShellScript,
      title: `$(play) ${vscode.l10n.t("Run Script")}`,
      tooltip: vscode.l10n.t("Run the statements of this script in their order on the active connection"),
      arguments: [uri],
    }),
  ],
};

function titleOfKind(kind: ReturnType<QueryKinds["find"]>): string | undefined {
  switch (kind) {
    case "aggregate":
      return vscode.l10n.t("aggregate query");
    case "list":
      return vscode.l10n.t("list query");
    default:
      return undefined;
  }
}

function titleOfRun(run: FinishedRun | undefined): string | undefined {
  if (!run) {
    return undefined;
  }
  const { language } = vscode.env;
  const rows = run.rows.toLocaleString(language);
  const seconds = (run.tookMs / 1000).toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const time = new Date(run.endedAtMs).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return run.isCut
    ? vscode.l10n.t("first {0} rows in {1} s at {2}", rows, seconds, time)
    : run.rows === 1
      ? vscode.l10n.t("1 row in {0} s at {1}", seconds, time)
      : vscode.l10n.t("{0} rows in {1} s at {2}", rows, seconds, time);
}

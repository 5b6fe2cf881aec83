import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import { formatPlural, formatRows } from "../../host/amounts.ts";
import * as commandIds from "../../host/command-ids.ts";
import { isNotebookCell } from "../../host/notebook-cell.ts";
import type { StatementsResponse } from "../../languages/core/requests/server-requests.ts";
import type { FinishedRun, LastRuns, StatementTarget } from "./last-runs-model.ts";
import { rangeOf } from "./query-editor.ts";
import { QueryKindCache } from "./query-kinds-model.ts";
import { type Statement, statementsOf } from "./query-text-model.ts";
import { shellOperations } from "./shell-script-model.ts";

interface RunLensServices {
  /** Splits a text into statements. Rejects if no language server is available. */
  readonly readStatements: (text: string) => Promise<StatementsResponse>;
  readonly lastRuns: LastRuns;
  /** Returns the active connection and tenant. Code lenses show only the last run on this connection and tenant. */
  readonly currentTarget: () => StatementTarget;
}

/** Provider of the code lenses above each statement: Run, the kind of query, and the outcome of the last run. */
export class RunLenses implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #services: RunLensServices;
  readonly #kinds = new QueryKindCache();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(services: RunLensServices) {
    this.#services = services;
  }

  /** Updates the code lenses after a statement has run. */
  refresh(): void {
    this.#changed.fire();
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    if (isNotebookCell(document)) {
      return [];
    }
    const statements = statementsOf(document.getText());
    // The Run lens appears at once, without waiting for the language server.
    void this.#readKinds(statements);
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
    const { lastRuns, currentTarget } = this.#services;
    const titles = [
      titleOfKind(this.#kinds.find(statement)),
      titleOfRun(lastRuns.find(document.uri.toString(), statement.text, currentTarget())),
    ];
    const details = titles.flatMap((title) =>
      title === undefined ? [] : [new vscode.CodeLens(range, { command: "", title })],
    );
    return [run, ...details];
  }

  async #readKinds(statements: readonly Statement[]): Promise<void> {
    try {
      if (await this.#kinds.readMissing(statements, this.#services.readStatements)) {
        this.#changed.fire();
      }
    } catch {
      // The language server logs why it is not available; the lenses omit the kind.
    }
  }
}

/**
 * Provider of the code lens that runs a complete shell script. Single statements cannot be run, because they depend on
 * earlier ones.
 */
export class ScriptLens implements vscode.CodeLensProvider {
  readonly #readScript: (text: string) => Promise<StatementsResponse>;
  readonly #unavailable: () => ReadonlySet<string>;
  readonly onDidChangeCodeLenses: vscode.Event<void>;

  /**
   * `unavailable` returns the operations that the active connection's service does not support. `onDidChange` fires
   * when they may have changed.
   */
  constructor(
    readScript: (text: string) => Promise<StatementsResponse>,
    unavailable: () => ReadonlySet<string>,
    onDidChange: Event<void>,
  ) {
    this.#readScript = readScript;
    this.#unavailable = unavailable;
    this.onDidChangeCodeLenses = (listener) => onDidChange(() => listener());
  }

  async provideCodeLenses(document: vscode.TextDocument): Promise<vscode.CodeLens[]> {
    const missing = await this.#missing(document.getText());
    const command = {
      command: commandIds.runShellScript,
      title: `$(play) ${vscode.l10n.t("Run Script")}`,
      tooltip: vscode.l10n.t("Run the statements of this script in order on the active connection"),
      arguments: [document.uri],
    };
    const refused = {
      ...command,
      title: `$(circle-slash) ${vscode.l10n.t("Not available on this connection yet")}`,
      tooltip: vscode.l10n.t("The service does not offer {0}", missing.join(", ")),
    };
    return [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), missing.length === 0 ? command : refused)];
  }

  async #missing(text: string): Promise<readonly string[]> {
    const unavailable = this.#unavailable();
    if (unavailable.size === 0) {
      return [];
    }
    try {
      const { statements } = await this.#readScript(text);
      return shellOperations(statements).filter((operation) => unavailable.has(operation));
    } catch {
      // The language server logs why it is not available; the run itself reports missing operations.
      return [];
    }
  }
}

function titleOfKind(kind: ReturnType<QueryKindCache["find"]>): string | undefined {
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
  const seconds = (run.tookMs / 1000).toLocaleString(language, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
  const time = new Date(run.endedAtMs).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return run.isCut
    ? formatPlural(
        run.rows,
        [vscode.l10n.t("first row in {1} s at {2}"), vscode.l10n.t("first {0} rows in {1} s at {2}")],
        seconds,
        time,
      )
    : vscode.l10n.t("{0} in {1} s at {2}", formatRows(run.rows), seconds, time);
}

import * as vscode from "vscode";
import { abortError } from "../../base/abort.ts";
import { readSqlStatements, type SqlStatement, sqlStatementAt } from "../../client/sql/sql-statement.ts";
import { editorOf } from "../../host/document-editor.ts";
import { RunDecorations, type RunText, wordRangeAt } from "../../host/run-decorations.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import { runTableQuery, type TableQuery } from "./run-table-query.ts";
import { runInBoundTransaction, runTableWrites, StatementError } from "./run-table-writes.ts";
import type { BoundTransaction, SqlServices, SqlTarget } from "./sql-services.ts";
import { paddedStatement, positionInMessage, statementTitle } from "./table-sql-text-model.ts";

/** Sink and abort signal of a run outside a file's editor, such as in a notebook. */
interface EmbeddedRun {
  readonly results: ResultSink;
  readonly signal: AbortSignal;
}

/** Runs the statements of `.tablesql` documents on the active connection. */
export class TableSqlController implements vscode.Disposable {
  readonly #services: SqlServices;
  readonly #editor = new TableSqlEditor();
  readonly #running = new Set<AbortController>();

  constructor(services: SqlServices) {
    this.#services = services;
  }

  /** Runs the selected statements, or else the statement at an offset. */
  async run(document: vscode.TextDocument, offset: number | undefined): Promise<void> {
    const statements = readSqlStatements(document.getText());
    const selection = offset === undefined ? editorOf(document)?.selection : undefined;
    if (selection && !selection.isEmpty) {
      const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
      await this.#runAll(
        document,
        statements.filter((statement) => statement.start < end && statement.end > start),
      );
      return;
    }
    const at = offset ?? (selection ? document.offsetAt(selection.active) : 0);
    const statement = sqlStatementAt(statements, at);
    await this.#runAll(document, statement ? [statement] : []);
  }

  /** Runs all statements. Returns a summary of the outcome if any statement wrote. */
  async runAll(document: vscode.TextDocument, embedded?: EmbeddedRun): Promise<string | undefined> {
    return await this.#runAll(document, readSqlStatements(document.getText()), embedded);
  }

  /** Runs one query on a target and shows its rows; the results view stops it. */
  async showQuery(query: TableQuery, target: SqlTarget): Promise<void> {
    const controller = new AbortController();
    this.#running.add(controller);
    try {
      await runTableQuery(query, target, this.#services, controller);
    } finally {
      this.#running.delete(controller);
    }
  }

  cancelAll(): void {
    for (const controller of this.#running) {
      controller.abort(abortError("The query was cancelled."));
    }
  }

  dispose(): void {
    this.cancelAll();
    this.#editor.dispose();
  }

  async #runAll(
    document: vscode.TextDocument,
    statements: readonly SqlStatement[],
    embedded?: EmbeddedRun,
  ): Promise<string | undefined> {
    if (statements.length === 0) {
      throw new Error(vscode.l10n.t("There is no statement here to run. Write one, such as SELECT."));
    }
    const run = this.#editor.startRun(document);
    const bound = this.#services.boundTransaction(document);
    const services = embedded ? { ...this.#services, results: embedded.results } : this.#services;
    try {
      if (bound || statements.some(({ verb }) => verb !== "query")) {
        return await this.#runInOneTransaction(run, statements, bound, services, embedded?.signal);
      }
      await this.#runQueries(run, statements, services, embedded?.signal);
      return undefined;
    } finally {
      this.#editor.clearBounds(document);
    }
  }

  async #runQueries(
    run: RunText,
    statements: readonly SqlStatement[],
    services: SqlServices,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { document } = run;
    const text = document.getText();
    // All statements use the same target; a change during the run applies to the next run.
    const target = this.#services.currentTarget();
    for (const [index, statement] of statements.entries()) {
      this.#editor.showBounds(document, statement);
      const query = {
        sent: paddedStatement(text, statement),
        text: statement.text,
        title: statementTitle(text, statement, index),
        file: document.uri.toString(),
      };
      const controller = this.#begin();
      const onAbort = () => controller.abort(abortError("The query was cancelled."));
      signal?.addEventListener("abort", onAbort, { once: true });
      const outcome = await runTableQuery(query, target, services, controller).finally(() => {
        signal?.removeEventListener("abort", onAbort);
        this.#end(controller);
      });
      if (outcome.kind === "failed") {
        this.#editor.showProblem(run, statement, outcome.message);
      }
      if (outcome.kind === "cancelled") {
        return;
      }
    }
  }

  /** Runs all statements in one transaction: the one that the document is bound to, or a new one. */
  async #runInOneTransaction(
    run: RunText,
    statements: readonly SqlStatement[],
    bound: BoundTransaction | undefined,
    services: SqlServices,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const { document } = run;
    const unsupported = statements.find(({ verb }) => verb === "other");
    if (unsupported) {
      const message = vscode.l10n.t(
        "Only queries, INSERT, UPDATE, DELETE and MERGE run on table sources. To change a table itself, edit its definition.",
      );
      this.#editor.showProblem(run, unsupported, message);
      throw new Error(message);
    }
    try {
      const source = { text: document.getText(), file: document.uri.toString() };
      const show = (statement: SqlStatement) => this.#editor.showBounds(document, statement);
      return await (bound
        ? runInBoundTransaction(source, statements, bound, services, show, signal)
        : runTableWrites(source, statements, services.currentTarget(), services, show, signal));
    } catch (error) {
      if (error instanceof StatementError) {
        this.#editor.showProblem(run, error.statement, error.message);
      }
      throw error;
    }
  }

  #begin(): AbortController {
    const controller = new AbortController();
    this.#running.add(controller);
    setRunning(true);
    return controller;
  }

  #end(controller: AbortController): void {
    this.#running.delete(controller);
    setRunning(this.#running.size > 0);
  }
}

function setRunning(isRunning: boolean): void {
  void vscode.commands.executeCommand("setContext", "workforce.tableSql.isRunning", isRunning);
}

/** Highlights the running statement in the editor, and marks errors that the service reported. */
class TableSqlEditor extends RunDecorations {
  constructor() {
    super("workforce-table-sql-run");
  }

  showProblem(run: RunText, statement: SqlStatement, message: string): void {
    const { document } = run;
    const target = positionInMessage(message);
    if (target) {
      const position = document.validatePosition(new vscode.Position(target.line, target.character));
      this.addProblemAt(run, position, message);
    } else {
      this.addProblem(run, wordRangeAt(document, document.positionAt(statement.start)), message);
    }
  }
}

import * as vscode from "vscode";
import { splitFailureText } from "../../base/failure.ts";
import { abortSignalOf, isCancellation } from "../../host/cancellation.ts";
import { splitStatements } from "../../languages/core/text/statements.ts";
import type { OutputItem } from "../../protocol/notebook-output.ts";
import type { ResultOrigin, ResultSink, ResultWriter, RunControls } from "../../protocol/result-sink.ts";
import type { CellOutputStore } from "./cell-output-store.ts";
import { cellLanguages, outputOf } from "./notebook-data.ts";
import type { NotebookServices } from "./notebook-services.ts";
import { outputItemsOf, runCell } from "./output-cells.ts";

/** Outcome of running a notebook cell. */
type CellOutcome = "done" | "failed" | "cancelled";

interface CellRunParts {
  readonly services: NotebookServices;
  readonly memory: CellOutputStore;
  /** Closes a result that no notebook cell shows any more. */
  readonly release: (resultId: string) => Promise<void>;
}

/** Runs notebook cells on the active connection in sequence, until one fails or is cancelled. */
export class CellRuns {
  readonly #parts: CellRunParts;
  readonly #running = new Set<vscode.NotebookCell>();
  /** Last execution order (the number beside a cell) of each notebook. */
  readonly #orders = new WeakMap<vscode.NotebookDocument, number>();

  constructor(parts: CellRunParts) {
    this.#parts = parts;
  }

  isRunning(cell: vscode.NotebookCell): boolean {
    return this.#running.has(cell);
  }

  async run(cells: readonly vscode.NotebookCell[], controller: vscode.NotebookController): Promise<void> {
    for (const cell of cells) {
      if ((await this.#run(cell, controller)) !== "done") {
        break;
      }
    }
  }

  async #run(cell: vscode.NotebookCell, controller: vscode.NotebookController): Promise<CellOutcome> {
    const order = (this.#orders.get(cell.notebook) ?? 0) + 1;
    this.#orders.set(cell.notebook, order);
    const execution = controller.createNotebookCellExecution(cell);
    execution.executionOrder = order;
    execution.start(Date.now());
    this.#running.add(cell);
    const stop = abortSignalOf(execution.token);
    let outcome: CellOutcome = "failed";
    try {
      outcome = await this.#runIn(execution, cell, stop.signal);
    } finally {
      stop.dispose();
      this.#running.delete(cell);
      // A cancelled cell has neither a tick nor a cross.
      execution.end(outcome === "cancelled" ? undefined : outcome === "done", Date.now());
    }
    return outcome;
  }

  async #runIn(
    execution: vscode.NotebookCellExecution,
    cell: vscode.NotebookCell,
    signal: AbortSignal,
  ): Promise<CellOutcome> {
    const { services, memory, release } = this.#parts;
    const before = outputItemsOf(cell).map(({ resultId }) => resultId);
    await execution.clearOutput();
    await Promise.all(before.map(release));
    const isOneOfSeveral = splitStatements(cell.document.getText()).length > 1;
    const sink = new CellSink(services.results, execution, isOneOfSeveral);
    try {
      if (cell.document.languageId === cellLanguages.tablesql) {
        const written = await services.tableSql.runAll(cell.document, sink, signal);
        if (written) {
          await execution.appendOutput(textOutput(written));
        }
      } else {
        await services.queries.runAll(cell.document, sink, signal);
      }
    } catch (error) {
      if (signal.aborted || isCancellation(error)) {
        return "cancelled";
      }
      await sink.showFailure(error instanceof Error ? error.message : String(error));
    }
    await memory.store(cell, sink.items);
    return sink.isCancelled ? "cancelled" : sink.hasFailed ? "failed" : "done";
  }
}

function textOutput(text: string): vscode.NotebookCellOutput {
  return new vscode.NotebookCellOutput([vscode.NotebookCellOutputItem.text(text)]);
}

/**
 * Sink that adds each result of a run to its cell as an output. The output is added at the start of the result, so that
 * rows appear as they arrive.
 */
class CellSink implements ResultSink {
  readonly #results: NotebookServices["results"];
  readonly #execution: vscode.NotebookCellExecution;
  readonly #hasTitles: boolean;
  readonly #items = new Map<string, OutputItem>();
  #shownFailure: string | undefined;
  #isCancelled = false;

  /** `hasTitles` adds a title to each output of the cell, to distinguish several results. */
  constructor(results: NotebookServices["results"], execution: vscode.NotebookCellExecution, hasTitles: boolean) {
    this.#results = results;
    this.#execution = execution;
    this.#hasTitles = hasTitles;
  }

  /** Results that the notebook cell shows. */
  get items(): readonly OutputItem[] {
    return [...this.#items.values()];
  }

  get hasFailed(): boolean {
    return this.#shownFailure !== undefined;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  async begin(origin: ResultOrigin, { cancel, records }: RunControls): Promise<ResultWriter> {
    const { cell } = this.#execution;
    const writer = await this.#results.begin(
      { ...origin, file: cell.notebook.uri.toString(), isInNotebook: true },
      { cancel, rerun: () => void runCell(cell), ...(records && { records }) },
    );
    const { resultId } = writer;
    const item: OutputItem = { version: 1, resultId, title: this.#hasTitles ? origin.title : undefined };
    const output = outputOf(item);
    this.#items.set(resultId, item);
    await this.#execution.appendOutput(output);
    return {
      setTenant: (tenant) => writer.setTenant(tenant),
      write: (answer, signal) => writer.write(answer, signal),
      cut: (message) => writer.cut(message),
      cancelled: async () => {
        this.#isCancelled = true;
        await writer.cancelled();
      },
      fail: async (message, error) => {
        await writer.fail(message, error);
        // Rows that arrived before a failure stay visible; their output shows the failure.
        const hasRows = (this.#results.embedded.find(resultId)?.summary.rowCount ?? 0) > 0;
        if (!hasRows) {
          this.#items.delete(resultId);
        }
        await this.#showFailure(splitFailureText(message).message, hasRows ? undefined : output);
      },
    };
  }

  /** Shows the error of a cell's run as an output, unless an output already shows it. */
  async showFailure(message: string): Promise<void> {
    if (this.#shownFailure === undefined || !message.startsWith(this.#shownFailure)) {
      await this.#execution.appendOutput(new vscode.NotebookCellOutput([errorItem(message)]));
    }
    this.#shownFailure = message;
  }

  async #showFailure(message: string, output: vscode.NotebookCellOutput | undefined): Promise<void> {
    this.#shownFailure = message;
    if (output) {
      await this.#execution.replaceOutputItems([errorItem(message)], output);
    }
  }
}

function errorItem(message: string): vscode.NotebookCellOutputItem {
  return vscode.NotebookCellOutputItem.error({ name: vscode.l10n.t("The cell failed"), message });
}

import * as vscode from "vscode";
import type { OutputItem } from "../../protocol/notebook-output.ts";
import type { ResultOrigin, ResultSink, ResultWriter, RunControls } from "../../protocol/result-sink.ts";
import { outputOf } from "./notebook-data.ts";
import type { NotebookServices } from "./notebook-services.ts";
import { runCell } from "./output-cells.ts";

/** Shows each result of a run as an output of its cell, from its beginning on, so that rows appear as they arrive. */
export class CellSink implements ResultSink {
  readonly #results: NotebookServices["results"];
  readonly #execution: vscode.NotebookCellExecution;
  readonly #hasTitles: boolean;
  readonly #items = new Map<string, OutputItem>();
  #shownFailure: string | undefined;
  #isCancelled = false;

  /** `hasTitles` adds a title to each output, to distinguish several results. */
  constructor(results: NotebookServices["results"], execution: vscode.NotebookCellExecution, hasTitles: boolean) {
    this.#results = results;
    this.#execution = execution;
    this.#hasTitles = hasTitles;
  }

  /** Results that the cell displays. */
  get items(): readonly OutputItem[] {
    return [...this.#items.values()];
  }

  get hasFailed(): boolean {
    return this.#shownFailure !== undefined;
  }

  get isCancelled(): boolean {
    return this.#isCancelled;
  }

  async begin(origin: ResultOrigin, { cancel }: RunControls): Promise<ResultWriter> {
    const { cell } = this.#execution;
    const writer = await this.#results.begin(
      { ...origin, file: cell.notebook.uri.toString(), isInNotebook: true },
      { cancel, rerun: () => void runCell(cell) },
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
      fail: async (message) => {
        await writer.fail(message);
        // Rows that arrived before a failure stay visible; their output shows the failure.
        const hasRows = (this.#results.elsewhere.find(resultId)?.summary.rowCount ?? 0) > 0;
        if (!hasRows) {
          this.#items.delete(resultId);
        }
        await this.#showFailure(message, hasRows ? undefined : output);
      },
    };
  }

  /** Shows a failure of the complete run, unless an output already shows it. */
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

import * as vscode from "vscode";
import { formatPlural } from "../../host/amounts.ts";
import type { SavedResult } from "../../protocol/notebook-output.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { NotebookServices } from "./notebook-services.ts";
import { cellWithResult, runCell } from "./output-cells.ts";
import { encodeSavedRows, SavedRowsEnd, savedAdditivity, savedMemberNames } from "./saved-rows-model.ts";

/**
 * Opens rows that are saved in a notebook file as results. They can be sorted, filtered and displayed like other
 * results, and are labelled as saved.
 */
export class SavedResults {
  readonly #results: NotebookServices["results"];
  readonly #opened = new Map<string, Promise<ShownResult | undefined>>();
  readonly #originals = new Map<string, string>();

  constructor(results: NotebookServices["results"]) {
    this.#results = results;
  }

  open(saved: SavedResult): Promise<ShownResult | undefined> {
    const known = this.#opened.get(saved.resultId);
    if (known) {
      return known;
    }
    const opening = this.#open(saved);
    this.#opened.set(saved.resultId, opening);
    opening.catch(() => this.#opened.delete(saved.resultId));
    return opening;
  }

  /** Returns the result id that the notebook file uses for an opened saved result. */
  originalOf(resultId: string): string {
    return this.#originals.get(resultId) ?? resultId;
  }

  /** Closes the result that was opened for rows saved in a notebook file. */
  async release(originalId: string): Promise<void> {
    const opened = await this.#opened.get(originalId)?.catch(() => undefined);
    this.#opened.delete(originalId);
    if (opened) {
      this.#originals.delete(opened.summary.resultId);
      await this.#results.embedded.release(opened.summary.resultId);
    }
  }

  async #open(saved: SavedResult): Promise<ShownResult | undefined> {
    const { resultId, title, query, connection, tenant, project, columns } = saved;
    const stop = new AbortController();
    const origin = { title, query, connection, tenant, project, isInNotebook: true, isSaved: true };
    const writer = await this.#results.begin(origin, {
      cancel: () => stop.abort(),
      rerun: () => void runCellOf(resultId),
    });
    this.#originals.set(writer.resultId, resultId);
    const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
    try {
      const findAdditivity = async () => savedAdditivity(saved);
      const findMemberNames = async () => savedMemberNames(saved);
      const body = encodeSavedRows(saved);
      await writer.write({ format: "jsonLines", body, kinds, findAdditivity, findMemberNames }, stop.signal);
    } catch (error) {
      if (!(error instanceof SavedRowsEnd)) {
        await writer.fail(error instanceof Error ? error.message : String(error));
        throw error;
      }
      await writer.cut(savedText(saved));
    }
    return this.#results.embedded.find(writer.resultId);
  }
}

async function runCellOf(resultId: string): Promise<void> {
  for (const notebook of vscode.workspace.notebookDocuments) {
    const cell = cellWithResult(notebook, resultId);
    if (cell) {
      await runCell(cell);
      return;
    }
  }
}

function savedText({ ranAt, rowCount, rows }: SavedResult): string {
  const { language } = vscode.env;
  const when = new Date(ranAt).toLocaleString(language);
  const shown = rows.length.toLocaleString(language);
  return rows.length < rowCount
    ? vscode.l10n.t(
        "Saved with the notebook: the first {0} of {1} rows of a run on {2}. Run the cell to get all of them.",
        shown,
        rowCount.toLocaleString(language),
        when,
      )
    : formatPlural(
        rowCount,
        [
          vscode.l10n.t("Saved with the notebook: the row of a run on {1}."),
          vscode.l10n.t("Saved with the notebook: all {0} rows of a run on {1}."),
        ],
        when,
      );
}

import * as vscode from "vscode";
import { readSettings } from "../../host/settings.ts";
import type { OutputItem, SavedResult } from "../../protocol/notebook-output.ts";
import { readCellMetadata, readNotebookMetadata, withoutUndefined } from "./notebook-data.ts";
import type { OutputResults } from "./notebook-services.ts";
import { outputItemsOf } from "./output-cells.ts";
import { readSavedResult } from "./saved-rows-model.ts";
import { type CellKey, occurrenceOf, type StoredRuns } from "./stored-runs-model.ts";

/**
 * Storage of notebook cell outputs. The workspace state stores the ids of their results. If outputs are saved, the
 * notebook file stores their first rows.
 */
export class CellOutputStore {
  readonly #storedRuns: StoredRuns;
  readonly #results: OutputResults;

  constructor(storedRuns: StoredRuns, results: OutputResults) {
    this.#storedRuns = storedRuns;
    this.#results = results;
  }

  savesOutputs(notebook: vscode.NotebookDocument): boolean {
    return readNotebookMetadata(notebook.metadata).saveOutputs ?? readSettings().savesNotebookOutputs;
  }

  /**
   * Stores the results that a cell has just produced. They are passed as `items`, because the cell's outputs in the
   * editor may not be updated yet.
   */
  async store(cell: vscode.NotebookCell, items: readonly OutputItem[]): Promise<void> {
    const runs = items.flatMap(({ resultId }) => {
      const result = this.#results.find(resultId);
      return result ? [{ resultId, title: result.origin.title }] : [];
    });
    await this.#storedRuns.store(cellKeyOf(cell), runs);
    const saved = this.savesOutputs(cell.notebook) ? await this.#saved(items) : undefined;
    await this.#edit(cell.notebook, editsOf(cell, saved));
  }

  /** Deletes the stored outputs of a cell that the user cleared. */
  async forget(cell: vscode.NotebookCell): Promise<void> {
    await this.#storedRuns.store(cellKeyOf(cell), []);
    await this.#edit(cell.notebook, editsOf(cell, undefined));
  }

  /** Turns saving of outputs in a notebook on or off. Saves or deletes the existing outputs. */
  async setSavesOutputs(notebook: vscode.NotebookDocument, saveOutputs: boolean): Promise<void> {
    const edits = [vscode.NotebookEdit.updateNotebookMetadata(withoutUndefined({ ...notebook.metadata, saveOutputs }))];
    for (const cell of notebook.getCells()) {
      edits.push(...editsOf(cell, saveOutputs ? await this.#saved(outputItemsOf(cell)) : undefined));
    }
    await this.#edit(notebook, edits);
  }

  /** Returns the first rows of results, to save them. Rows that exist only in the notebook file stay unchanged. */
  async #saved(items: readonly OutputItem[]): Promise<SavedResult[]> {
    const all = items.map(async ({ resultId, saved }) => {
      const result = this.#results.find(resultId);
      if (!result) {
        return saved;
      }
      // Results with small-group marks are not saved: a file could not distinguish a small group's cell, or a hidden
      // value from a missing one.
      return result.summary.smallGroups ? undefined : await readSavedResult(result, this.#results);
    });
    return (await Promise.all(all)).filter((saved) => saved !== undefined);
  }

  async #edit({ uri, isClosed }: vscode.NotebookDocument, edits: vscode.NotebookEdit[]): Promise<void> {
    if (edits.length === 0 || isClosed) {
      return;
    }
    const edit = new vscode.WorkspaceEdit();
    edit.set(uri, edits);
    await vscode.workspace.applyEdit(edit);
  }
}

/**
 * Returns the edits of a cell's metadata. Empty if nothing changes, so that running a cell does not modify a notebook
 * without saved outputs.
 */
function editsOf(cell: vscode.NotebookCell, saved: readonly SavedResult[] | undefined): vscode.NotebookEdit[] {
  const before = readCellMetadata(cell.metadata).saved;
  if (cell.index < 0 || (!before?.length && !saved?.length)) {
    return [];
  }
  return [vscode.NotebookEdit.updateCellMetadata(cell.index, withoutUndefined({ ...cell.metadata, saved }))];
}

function cellKeyOf({ notebook, index, document }: vscode.NotebookCell): CellKey {
  const cells = notebook.getCells().map((cell) => textOf(cell.document));
  const occurrence = occurrenceOf(cells, index);
  return { ...textOf(document), notebookId: readNotebookMetadata(notebook.metadata).id, occurrence };
}

function textOf(document: vscode.TextDocument): Pick<CellKey, "language" | "text"> {
  return { language: document.languageId, text: document.getText().replaceAll("\r\n", "\n") };
}

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { CancelledError } from "../../host/cancellation.ts";
import { logFailure } from "../../host/log.ts";
import { showWarning } from "../../host/notifications.ts";
import { CellOutputStore } from "./cell-output-store.ts";
import { CellRuns } from "./cell-runs.ts";
import { notebookType, toNotebookData } from "./notebook-data.ts";
import { NotebookOutputs } from "./notebook-outputs.ts";
import { NotebookSerializer } from "./notebook-serializer.ts";
import type { NotebookServices } from "./notebook-services.ts";
import { outputItemsOf } from "./output-cells.ts";
import { SavedResults } from "./saved-results.ts";
import { StoredRuns } from "./stored-runs-model.ts";

const skeleton = `SELECT employeeCount() AS Headcount, level(Function, "Function") AS "Function"
FROM Employee
WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month));`;

/** Controller of notebooks. Loaded on first use, to keep activation fast. */
export class NotebookController implements vscode.Disposable {
  readonly serializer: NotebookSerializer;
  readonly outputs: NotebookOutputs;
  readonly runs: CellRuns;
  readonly #services: NotebookServices;
  readonly #memory: CellOutputStore;
  readonly #savedResults: SavedResults;
  readonly #subscriptions: vscode.Disposable;

  constructor(services: NotebookServices, messaging: vscode.NotebookRendererMessaging) {
    const { log, context, results } = services;
    const { embedded: elsewhere } = results;
    const storedRuns = new StoredRuns(context.workspaceState);
    this.#services = services;
    this.#memory = new CellOutputStore(storedRuns, elsewhere);
    this.#savedResults = new SavedResults(results);
    this.serializer = new NotebookSerializer({ log, storedRuns, storedIds: () => elsewhere.storedIds() });
    this.outputs = new NotebookOutputs(messaging, elsewhere, this.#savedResults);
    this.runs = new CellRuns({ services, memory: this.#memory, release: (resultId) => this.#release(resultId) });
    this.#subscriptions = vscode.Disposable.from(
      this.outputs,
      vscode.workspace.onDidCloseNotebookDocument((notebook) => this.#runInBackground(this.#close(notebook))),
      vscode.workspace.onDidChangeNotebookDocument((change) => this.#runInBackground(this.#clearStored(change))),
    );
  }

  async create(): Promise<void> {
    const title = vscode.l10n.t("# Notebook\n\nText cells are Markdown. **Shift+Enter** runs a query and moves on.");
    const cells = [
      { kind: "text", text: title },
      { kind: "sqllike", text: skeleton },
    ] as const;
    const data = toNotebookData({ id: randomUUID(), cells }, () => []);
    await vscode.window.showNotebookDocument(await vscode.workspace.openNotebookDocument(notebookType, data));
  }

  /**
   * Turns saving of outputs in a notebook on, after a confirmation, or off. Throws CancelledError if the user declines.
   */
  async toggleSaveOutputs(notebook: vscode.NotebookDocument): Promise<void> {
    const saves = !this.#memory.savesOutputs(notebook);
    if (saves) {
      const save = vscode.l10n.t("Save Outputs");
      const detail = vscode.l10n.t(
        "The file then contains up to 1,000 rows of each result, possibly data about people, for everyone who can read the file.",
      );
      const question = vscode.l10n.t("Save the outputs of this notebook in its file?");
      if ((await showWarning(question, { modal: true, detail }, save)) !== save) {
        throw new CancelledError();
      }
    }
    await this.#memory.setSavesOutputs(notebook, saves);
    const text = saves
      ? vscode.l10n.t("Outputs are saved with this notebook")
      : vscode.l10n.t("Outputs are not saved with this notebook");
    vscode.window.setStatusBarMessage(`$(notebook) ${text}`, 10_000);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #close(notebook: vscode.NotebookDocument): Promise<void> {
    if (notebook.notebookType === notebookType) {
      this.outputs.close(notebook);
      await Promise.all(notebook.getCells().flatMap((cell) => this.#releaseAll(cell)));
    }
  }

  /** Deletes the stored and saved results of cells whose outputs were cleared. */
  async #clearStored({ notebook, cellChanges }: vscode.NotebookDocumentChangeEvent): Promise<void> {
    if (notebook.notebookType !== notebookType) {
      return;
    }
    for (const { cell, outputs } of cellChanges) {
      if (outputs?.length === 0 && !this.runs.isRunning(cell)) {
        await this.#memory.forget(cell);
      }
    }
  }

  #releaseAll(cell: vscode.NotebookCell): Promise<void>[] {
    return outputItemsOf(cell).map(({ resultId }) => this.#release(resultId));
  }

  async #release(resultId: string): Promise<void> {
    await this.#savedResults.release(resultId);
    await this.#services.results.embedded.release(resultId);
  }

  #runInBackground(work: Promise<void>): void {
    work.catch((error: unknown) =>
      logFailure(this.#services.log, "Outputs of a notebook could not be released", error),
    );
  }
}

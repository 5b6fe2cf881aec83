import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { showFailure } from "../../host/commands.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { ComparedRun } from "./compare-model.ts";
import type { HistoryEntry, HistoryModel } from "./history-model.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import type { ResultRetention } from "./result-retention.ts";
import { scratchLanguage, withScratchMark } from "./scratch-text-model.ts";

interface HistoryParts {
  readonly log: Log;
  /** Folder that stores the history. */
  readonly folder: string;
  readonly results: ResultListModel;
  readonly retention: ResultRetention;
  /** Shows the results view. */
  readonly reveal: () => Promise<void>;
}

/** History of query runs: lists, opens, repeats and deletes them. */
export class History implements vscode.Disposable {
  readonly #parts: HistoryParts;
  readonly #owned = new DisposableStack();
  #model: Promise<HistoryModel> | undefined;

  constructor(parts: HistoryParts) {
    this.#parts = parts;
    // The file is read when the first run ends or the history is shown, not when the window opens.
    this.#owned.add(
      parts.results.onDidChange((result) => {
        this.#load().then(
          (model) => model.record(result),
          (error: unknown) => logFailure(parts.log, "The history could not be read", error),
        );
      }),
    );
  }

  /** Returns the previous run of the statement that produced a result, if the rows of that run are still stored. */
  async findPrevious(result: ShownResult): Promise<ComparedRun | undefined> {
    const { retention, results } = this.#parts;
    const [model, storedIds] = [await this.#load(), await retention.storedIds()];
    const { findPreviousRun } = await loadResultActions();
    return findPreviousRun(result, model.list(), storedIds, results);
  }

  async show(): Promise<void> {
    const { log, retention } = this.#parts;
    const model = await this.#load();
    model.prune(retention.keepDays);
    const { pickFromHistory } = await loadResultActions();
    pickFromHistory(
      () => model.list(),
      await retention.storedIds(),
      {
        open: (entry) => this.#open(entry),
        runAgain: (entry) => this.#runAgain(entry),
        delete: async ({ id }) => {
          await retention.forget(id);
          model.remove(id);
        },
        clear: () => this.#clear(model),
      },
      (error) => void showFailure(log, error),
    );
  }

  /** Clears the history of query runs after the user confirmed. */
  async clear(): Promise<void> {
    await this.#clear(await this.#load());
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #load(): Promise<HistoryModel> {
    this.#model ??= this.#read();
    return this.#model;
  }

  async #read(): Promise<HistoryModel> {
    const { folder, log } = this.#parts;
    const actions = await loadResultActions();
    const store = new actions.HistoryStore(folder);
    const model = new actions.HistoryModel(await store.read(), () => Date.now());
    this.#owned.add(
      model.onDidChange((entries) => {
        store.write(entries).catch((error: unknown) => logFailure(log, "The history could not be written", error));
      }),
    );
    return model;
  }

  async #open(entry: HistoryEntry): Promise<void> {
    const { retention, reveal } = this.#parts;
    if (await retention.reopen(entry.id)) {
      await reveal();
      return;
    }
    await openText(entry);
  }

  /**
   * Repeats a query run of this window on its original connection. For a run before a reload, only opens the query
   * text, so that the user decides where to run it.
   */
  async #runAgain(entry: HistoryEntry): Promise<void> {
    const controls = this.#parts.results.controlsOf(entry.id);
    if (controls) {
      controls.rerun();
      return;
    }
    await openText(entry);
    void showInformation(
      vscode.l10n.t(
        "{0} was run on {1}. Check the active connection, then run it.",
        entry.title,
        [entry.connection, entry.tenant, entry.project].filter(Boolean).join(" / "),
      ),
    );
  }

  async #clear(model: HistoryModel): Promise<void> {
    const clear = vscode.l10n.t("Clear");
    const detail = vscode.l10n.t("The stored rows of closed results are deleted, too. Open and pinned results stay.");
    const message = vscode.l10n.t("Clear the history of results?");
    if ((await showWarning(message, { modal: true, detail }, clear)) !== clear) {
      return;
    }
    await this.#parts.retention.forgetShelved();
    model.clear();
  }
}

/** Opens the query text of a past run in an editor. */
async function openText(entry: HistoryEntry): Promise<void> {
  const { query, language = "plaintext" } = entry;
  const content = language === scratchLanguage ? withScratchMark(query) : query;
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, { preview: true });
}

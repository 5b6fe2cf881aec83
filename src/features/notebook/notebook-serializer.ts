import * as vscode from "vscode";
import { type Log, logFailure } from "../../host/log.ts";
import { readSettings } from "../../host/settings.ts";
import type { OutputItem } from "../../protocol/notebook-output.ts";
import { cellLanguages, toNotebookData, toStoredNotebook } from "./notebook-data.ts";
import {
  formatNotebook,
  NotebookFormatError,
  parseNotebook,
  type StoredCell,
  type StoredNotebook,
} from "./notebook-format-model.ts";
import { occurrenceOf, type StoredRuns } from "./stored-runs-model.ts";

interface SerializerParts {
  readonly log: Log;
  readonly storedRuns: StoredRuns;
  /** Returns the ids of results whose rows are still stored. */
  readonly storedIds: () => Promise<ReadonlySet<string>>;
}

/**
 * VS Code serializer of notebook files. Rejects a file that it cannot parse, so that VS Code shows the reason and does
 * not overwrite the file.
 */
export class NotebookSerializer implements vscode.NotebookSerializer {
  readonly #parts: SerializerParts;

  constructor(parts: SerializerParts) {
    this.#parts = parts;
  }

  async deserializeNotebook(content: Uint8Array): Promise<vscode.NotebookData> {
    const stored = readNotebook(content);
    const outputs = await this.#outputsOf(stored);
    return toNotebookData(stored, (_, index) => outputs[index] ?? []);
  }

  async serializeNotebook(data: vscode.NotebookData): Promise<Uint8Array> {
    return new TextEncoder().encode(formatNotebook(toStoredNotebook(data, readSettings().savesNotebookOutputs)));
  }

  /**
   * Returns the outputs of each cell: the results of its last run on this machine if their rows are still stored, or
   * else the results saved in the file.
   */
  async #outputsOf({ id, cells }: StoredNotebook): Promise<readonly (readonly OutputItem[])[]> {
    const texts = cells.map(({ kind, text }) => ({ language: cellLanguages[kind], text }));
    const runs = texts.map((cell, index) =>
      this.#parts.storedRuns.find({ ...cell, notebookId: id, occurrence: occurrenceOf(texts, index) }),
    );
    const stored = await this.#storedIds(runs.flat().length > 0);
    return cells.map((cell, index) => {
      const found = runs[index] ?? [];
      const isAvailable = found.length > 0 && found.every(({ resultId }) => stored.has(resultId));
      return outputItems(isAvailable ? found : (cell.saved ?? []), cell);
    });
  }

  /**
   * Returns the ids of stored results. Does not start the data worker for a notebook that never ran on this machine.
   * After a failure, the notebook opens without stored results.
   */
  async #storedIds(isNeeded: boolean): Promise<ReadonlySet<string>> {
    try {
      return isNeeded ? await this.#parts.storedIds() : new Set();
    } catch (error) {
      logFailure(this.#parts.log, "The outputs of earlier runs could not be listed", error);
      return new Set();
    }
  }
}

function outputItems(
  results: readonly { readonly resultId: string; readonly title: string }[],
  { saved = [] }: StoredCell,
): OutputItem[] {
  return results.map(({ resultId, title }) => ({
    version: 1,
    resultId,
    title: results.length > 1 ? title : undefined,
    saved: saved.find((one) => one.resultId === resultId),
  }));
}

function readNotebook(content: Uint8Array): StoredNotebook {
  try {
    return parseNotebook(new TextDecoder().decode(content));
  } catch (error) {
    throw error instanceof NotebookFormatError ? new Error(problemText(error), { cause: error }) : error;
  }
}

function problemText({ problem }: NotebookFormatError): string {
  const advice = vscode.l10n.t('Repair it with "Reopen Editor With... > Text Editor"; the file is left unchanged.');
  switch (problem.kind) {
    case "newer":
      return vscode.l10n.t(
        "This notebook has version {0}, and this extension supports versions up to {1}. Update the extension to open it.",
        problem.version,
        problem.known,
      );
    case "notJson":
      return vscode.l10n.t(
        "This notebook is damaged: it is not valid JSON from line {0} on. {1}",
        problem.line,
        advice,
      );
    case "form":
      return problem.path === ""
        ? vscode.l10n.t("This notebook is damaged: it is not a JSON object. {0}", advice)
        : vscode.l10n.t('This notebook is damaged at "{0}". {1}', problem.path, advice);
  }
}

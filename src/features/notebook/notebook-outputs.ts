import * as vscode from "vscode";
import type { OutputResults } from "./notebook-services.ts";
import { cellWithResult, runCell } from "./output-cells.ts";
import type { SavedResults } from "./saved-results.ts";

/**
 * Connection between the extension and the cell outputs in one notebook editor, which send requests through their
 * renderer.
 */
class OutputsPage implements vscode.Disposable {
  readonly #received = new vscode.EventEmitter<unknown>();
  readonly #connection: vscode.Disposable;
  /** Ids of the results that cell outputs of this editor requested. Only changes of these are sent to the editor. */
  readonly #shownIds = new Set<string>();

  constructor(
    editor: vscode.NotebookEditor,
    post: (message: unknown) => void,
    results: OutputResults,
    savedResults: SavedResults,
  ) {
    this.#connection = results.connect({
      post,
      onDidReceive: this.#received.event,
      shows: ({ summary }) => this.#shownIds.has(summary.resultId),
      overrides: {
        outputReady: async () => ({ ...(await results.pageSettings()), language: vscode.env.language }),
        output: async ({ resultId, saved }) => {
          const shown = (await results.bringBack(resultId)) ?? (saved && (await savedResults.open(saved)));
          if (shown) {
            this.#shownIds.add(shown.summary.resultId);
          }
          return { shown };
        },
        openInResults: async ({ resultId }) => {
          await results.open(resultId);
          return undefined;
        },
        leaveOutput,
        // From a result in a notebook, the way back to the editor leads to the cell.
        focusEditor: leaveOutput,
        // A result from before a reload can run again too, because its cell exists.
        rerun: async ({ resultId }) => {
          const cell = cellWithResult(editor.notebook, savedResults.originalOf(resultId));
          if (cell) {
            await runCell(cell);
          }
          return undefined;
        },
      },
    });
  }

  receive(message: unknown): void {
    this.#received.fire(message);
  }

  dispose(): void {
    this.#connection.dispose();
    this.#received.dispose();
  }
}

/** Handles the requests of cell outputs in all notebook editors. */
export class NotebookOutputs implements vscode.Disposable {
  readonly #pages = new Map<vscode.NotebookEditor, OutputsPage>();
  readonly #messaging: vscode.NotebookRendererMessaging;
  readonly #results: OutputResults;
  readonly #savedResults: SavedResults;

  constructor(messaging: vscode.NotebookRendererMessaging, results: OutputResults, savedResults: SavedResults) {
    this.#messaging = messaging;
    this.#results = results;
    this.#savedResults = savedResults;
  }

  receive(editor: vscode.NotebookEditor, message: unknown): void {
    const page = this.#pages.get(editor) ?? this.#connect(editor);
    page.receive(message);
  }

  /** Closes the connections to the cell outputs of a closed notebook. */
  close(notebook: vscode.NotebookDocument): void {
    for (const [editor, page] of this.#pages) {
      if (editor.notebook === notebook) {
        page.dispose();
        this.#pages.delete(editor);
      }
    }
  }

  dispose(): void {
    for (const page of this.#pages.values()) {
      page.dispose();
    }
    this.#pages.clear();
  }

  #connect(editor: vscode.NotebookEditor): OutputsPage {
    const post = (message: unknown) => void this.#messaging.postMessage(message, editor);
    const page = new OutputsPage(editor, post, this.#results, this.#savedResults);
    this.#pages.set(editor, page);
    return page;
  }
}

/** Moves the focus from the output of a notebook cell to the cell. */
async function leaveOutput(): Promise<undefined> {
  await vscode.commands.executeCommand("notebook.cell.focusOutOutput");
  return undefined;
}

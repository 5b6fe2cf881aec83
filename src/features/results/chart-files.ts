import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import { askSaveUri, folderForNewFiles } from "../../host/file-dialogs.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { ChannelError, type HandlersOf } from "../../protocol/channel.ts";
import type { ChartEvents, ChartFileType, ChartSpecFile, ChartViewRequests } from "../../protocol/chart.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { chartFileNamesOf, isChartFileName, isSpecFor, withResultTitle } from "./chart-file-names-model.ts";
import type { ResultListModel } from "./result-list-model.ts";

const quietMs = 300;

/**
 * Chart specifications of results: JSON documents beside the query files. They become files only when the user saves
 * them.
 */
export class ChartSpecFiles implements vscode.Disposable {
  readonly #results: ResultListModel;
  readonly #log: Log;
  readonly #changed = new EventSource<ChartEvents["chartSpecChanged"]>();
  /** Fires shortly after the user edited a chart specification in an editor. */
  readonly onDidChange = this.#changed.event;
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;

  constructor(results: ResultListModel, log: Log) {
    this.#results = results;
    this.#log = log;
    this.#subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && isChartFileName(document.uri.path)) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => {
          this.#notify(document).catch((error: unknown) =>
            logFailure(this.#log, "An edited chart specification could not be shown", error),
          );
        }, quietMs);
      }
    });
  }

  /** Reads the chart specification of a result from its open editor, or else from its file. */
  async read(shown: ShownResult): Promise<ChartSpecFile> {
    const found = await this.#find(shown);
    return { text: found?.text, name: nameOf(found?.uri ?? specUrisOf(shown).shared) };
  }

  /** Opens the chart specification of a result in an editor. If there is none yet, the editor starts with `text`. */
  async edit(shown: ShownResult, text: string): Promise<void> {
    const document = await this.#open(shown, text);
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside });
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  async #open(shown: ShownResult, text: string): Promise<vscode.TextDocument> {
    const found = await this.#find(shown);
    if (found) {
      return await vscode.workspace.openTextDocument(found.uri);
    }
    const { perResult, shared } = specUrisOf(shown);
    const isTaken = (await readText(shared)) !== undefined;
    const uri = (isTaken ? perResult : shared).with({ scheme: "untitled" });
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.getText() === "") {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 0), withResultTitle(text, shown.origin.title));
      await vscode.workspace.applyEdit(edit);
    }
    return await vscode.languages.setTextDocumentLanguage(document, "json");
  }

  async #find(shown: ShownResult): Promise<{ readonly uri: vscode.Uri; readonly text: string } | undefined> {
    const { perResult, shared } = specUrisOf(shown);
    for (const candidate of [perResult, shared]) {
      const open = vscode.workspace.textDocuments.find(({ uri }) => isSameDocument(uri, candidate));
      const text = open?.getText() ?? (await readText(candidate));
      if (text !== undefined && (candidate === perResult || isSpecFor(text, shown.origin.title))) {
        return { uri: open?.uri ?? candidate, text };
      }
    }
    return undefined;
  }

  async #notify(document: vscode.TextDocument): Promise<void> {
    for (const shown of this.#results.list()) {
      const found = await this.#find(shown);
      if (found && isSameDocument(found.uri, document.uri)) {
        const { resultId } = shown.summary;
        this.#changed.fire({ resultId, text: document.getText(), name: nameOf(document.uri) });
      }
    }
  }
}

/**
 * Returns the URIs of a result's chart specification files. If the query is in no file, they are where new files are
 * suggested.
 */
function specUrisOf({ origin }: ShownResult): { perResult: vscode.Uri; shared: vscode.Uri } {
  const file = origin.file === undefined ? undefined : vscode.Uri.parse(origin.file);
  const specFolder = file && file.scheme !== "untitled" ? vscode.Uri.joinPath(file, "..") : folderForNewFiles();
  const names = chartFileNamesOf(file ? nameOf(file) : "result", origin.title);
  return {
    perResult: vscode.Uri.joinPath(specFolder, names.perResult),
    shared: vscode.Uri.joinPath(specFolder, names.shared),
  };
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.split("/").at(-1) ?? "";
}

/** Whether two URIs name the same document. An unsaved document differs in scheme from its future file. */
function isSameDocument(one: vscode.Uri, other: vscode.Uri): boolean {
  return one.path === other.path && (one.scheme === other.scheme || [one.scheme, other.scheme].includes("untitled"));
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // A missing file is the usual case, and an unreadable file is treated like a missing one.
    return undefined;
  }
}

/** Returns the handlers of a results page's requests for chart files. */
export function chartHandlers(
  results: ResultListModel,
  specs: ChartSpecFiles,
): HandlersOf<Omit<ChartViewRequests, "chartData">> {
  const requireResult = (resultId: string): ShownResult => {
    const shown = results.find(baseResultId(resultId));
    if (!shown) {
      throw new ChannelError({ code: "closed", message: vscode.l10n.t("This result was closed.") });
    }
    return shown;
  };
  return {
    chartSpec: ({ resultId }) => specs.read(requireResult(resultId)),
    editChartSpec: async ({ resultId, text }) => {
      await specs.edit(requireResult(resultId), text);
      return undefined;
    },
    saveChart: async ({ resultId, type, data }) => ({
      isWritten: await saveChart(requireResult(resultId).origin.title, type, data),
    }),
  };
}

async function saveChart(title: string, type: ChartFileType, data: string): Promise<boolean> {
  const name = `${title.replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "chart"}.${type}`;
  const filters = type === "svg" ? { SVG: ["svg"] } : { PNG: ["png"] };
  const uri = await askSaveUri({ title: vscode.l10n.t("Save Chart As"), name, filters });
  if (!uri) {
    return false;
  }
  await vscode.workspace.fs.writeFile(uri, new Uint8Array(Buffer.from(data, type === "svg" ? "utf8" : "base64")));
  return true;
}

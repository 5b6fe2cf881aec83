import * as vscode from "vscode";
import { ChannelError, type HandlersOf } from "../../protocol/channel.ts";
import type { ChartFileType, ChartViewRequests } from "../../protocol/chart.ts";
import { baseResultId } from "../../protocol/pivot.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { ChartSpecFiles } from "./chart-spec-files.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import type { ResultListModel } from "./result-list-model.ts";

/** Handles the chart requests of a results page. */
export function chartHandlers(
  results: ResultListModel,
  worker: DataWorkerProcess,
  specs: ChartSpecFiles,
): HandlersOf<ChartViewRequests> {
  const requireResult = (resultId: string): ShownResult => {
    const shown = results.find(baseResultId(resultId));
    if (!shown) {
      throw new ChannelError({ code: "closed", message: vscode.l10n.t("This result was closed.") });
    }
    return shown;
  };
  return {
    chartData: (params, signal) => worker.request("chartData", params, signal),
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
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save Chart As"),
    filters: type === "svg" ? { SVG: ["svg"] } : { PNG: ["png"] },
    defaultUri: folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name),
  });
  if (!uri) {
    return false;
  }
  await vscode.workspace.fs.writeFile(uri, new Uint8Array(Buffer.from(data, type === "svg" ? "utf8" : "base64")));
  return true;
}

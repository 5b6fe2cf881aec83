import * as vscode from "vscode";
import { signalOf } from "../../host/cancellation.ts";
import type { ResultsViewAsks, ShownResult } from "../../protocol/results-view.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";

type Request = ResultsViewAsks["exportCsv"]["params"];

/** Asks where to and writes the result as it is sorted, with a count before and a stop while it is written. */
export async function exportCsv(
  worker: DataWorkerProcess,
  { origin, summary }: ShownResult,
  { resultId, columns, sort }: Request,
  signal: AbortSignal,
): Promise<{ isWritten: boolean; rowCount: number }> {
  const count = summary.rowCount.toLocaleString();
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export {0} rows as CSV", count),
    filters: { CSV: ["csv"] },
    defaultUri: defaultUri(origin.title),
  });
  if (!uri) {
    return { isWritten: false, rowCount: 0 };
  }
  if (uri.scheme !== "file") {
    throw new Error(
      vscode.l10n.t("An export is written by a process on this machine: choose a folder of the file system."),
    );
  }
  return await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: vscode.l10n.t("Exporting {0} rows", count),
      cancellable: true,
    },
    async (_progress, token) => {
      const cancellation = signalOf(token);
      try {
        const { rowCount } = await worker.ask(
          "exportCsv",
          { resultId, columns, sort, path: uri.fsPath, hasHeaders: true, neutralisesFormulas: true },
          AbortSignal.any([signal, cancellation.signal]),
        );
        return { isWritten: true, rowCount };
      } finally {
        cancellation.dispose();
      }
    },
  );
}

function defaultUri(title: string): vscode.Uri {
  const name = `${title.replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "result"}.csv`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  return folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name);
}

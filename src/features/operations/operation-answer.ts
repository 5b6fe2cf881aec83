import * as vscode from "vscode";
import type { CallOutcome } from "../../protocol/operations-view.ts";

/**
 * Lets the user choose the file of an answer; undefined if none was chosen. Throws an error for a location that is not
 * on this machine.
 */
export async function chooseAnswerFile(operation: string, contentType: string): Promise<string | undefined> {
  const name = `${operation}.${extensionOf(contentType)}`;
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const uri = await vscode.window.showSaveDialog({
    title: vscode.l10n.t("Save the Answer of {0}", operation),
    defaultUri: folder ? vscode.Uri.joinPath(folder.uri, name) : vscode.Uri.file(name),
  });
  if (uri && uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("An answer can be saved only on this machine: choose a folder of its file system."));
  }
  return uri?.fsPath;
}

const extensions: Readonly<Record<string, string>> = {
  "application/json": "json",
  "application/jsonlines": "jsonl",
  "application/zip": "zip",
  "application/vnd.apache.parquet": "parquet",
  "application/pdf": "pdf",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
};

/** Usual file extension of a content type, without a dot. */
function extensionOf(contentType: string): string {
  return extensions[contentType] ?? "bin";
}

/** Short text of an outcome for the history; contains nothing of the answer, which may hold data. */
export function outcomeText(outcome: CallOutcome): string {
  switch (outcome.kind) {
    case "cancelled":
      return vscode.l10n.t("cancelled");
    case "failed":
      return outcome.status === undefined
        ? vscode.l10n.t("failed")
        : vscode.l10n.t("failed, status {0}", outcome.status);
    default: {
      const { status, elapsedMs } = outcome.metadata;
      const time = vscode.l10n.t("{0} ms", Math.round(elapsedMs));
      return status === undefined ? time : `${status}, ${time}`;
    }
  }
}

import * as vscode from "vscode";
import { askSavePath } from "../../host/file-dialogs.ts";
import type { CallOutcome } from "../../protocol/operations-view.ts";

/**
 * Asks the user where to save a response. Undefined if the user cancelled. Throws an error for a location on another
 * machine.
 */
export async function chooseAnswerFile(operation: string, contentType: string): Promise<string | undefined> {
  const name = `${operation}.${extensionOf(contentType)}`;
  return askSavePath({ title: vscode.l10n.t("Save the Answer of {0}", operation), name });
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

/** Returns the usual file name extension of a content type, without a dot. */
function extensionOf(contentType: string): string {
  return extensions[contentType] ?? "bin";
}

/**
 * Returns a short description of a call's outcome for the history. Contains no part of the response, which may be
 * confidential.
 */
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

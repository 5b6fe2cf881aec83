import * as vscode from "vscode";
import type { StreamAnswer } from "../../client/interface/method.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import type { CallOutcome, CallTargetLabels } from "../../protocol/operations-view.ts";
import type { ResultSink, RunControls } from "../../protocol/result-sink.ts";

/** Format of an answer; a table may be answered even if JSON Lines were requested. */
function formatOf(contentType: string): BodyFormat {
  switch (contentType.split(";")[0]?.trim()) {
    case "text/csv":
      return "csv";
    case "application/json":
      return "jsonTable";
    default:
      return "jsonLines";
  }
}

/** Opens an answer that was shown as text in the results: the list or the cell set in it. */
export async function openListInResults(
  results: ResultSink,
  { title, query, target }: RowsOrigin,
  text: string,
  rerun: () => void,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const stop = new AbortController();
  const controls = { cancel: () => stop.abort(), rerun };
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: "json", body: chunksOf(text), kinds: {} }, stop.signal);
  } catch (error) {
    await (stop.signal.aborted
      ? writer.cancelled()
      : writer.fail(error instanceof Error ? error.message : String(error)));
  }
}

const chunkLength = 256 * 1024;

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkLength) {
    yield bytes.subarray(start, start + chunkLength);
  }
}

interface RowsOrigin {
  readonly title: string;
  readonly query: string;
  readonly target: CallTargetLabels;
}

/** Opens streamed rows in the results; resolves when all have arrived. A failure is shown there and thrown. */
export async function showRows(
  results: ResultSink,
  { title, query, target }: RowsOrigin,
  { contentType, body }: StreamAnswer,
  signal: AbortSignal,
  controls: RunControls,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: formatOf(contentType), body, kinds: {} }, signal);
  } catch (error) {
    await (signal.aborted ? writer.cancelled() : writer.fail(error instanceof Error ? error.message : String(error)));
    throw error;
  }
}

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

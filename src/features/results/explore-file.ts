import { randomUUID } from "node:crypto";
import path from "node:path";
import * as vscode from "vscode";
import { dataFileKind } from "../../base/data-file-kind.ts";
import { chooseDataFile } from "../../host/file-dialogs.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { deriveResult } from "./derive-result.ts";
import type { ResultListModel } from "./result-list-model.ts";

interface ExploreServices {
  readonly results: ResultListModel;
  readonly worker: DataWorkerProcess;
  readonly reveal: () => Promise<void>;
}

/**
 * Opens a local CSV file, compressed or not, or Parquet file as a result, whose chart is shown first. `item` is the file on which a menu was
 * opened; if undefined, asks the user for a file.
 */
export async function exploreFile(item: unknown, services: ExploreServices): Promise<void> {
  const title = vscode.l10n.t("Choose a CSV or Parquet File to Explore");
  const options = { takesCompressed: true };
  await openFile(await chooseDataFile(item, title, vscode.l10n.t("Explore"), options), services);
}

async function openFile(file: string, services: ExploreServices): Promise<void> {
  const resultId = randomUUID();
  const format = dataFileKind(file) === "parquet" ? "parquet" : "csvFile";
  const origin = {
    title: path.basename(file),
    query: file,
    connection: vscode.l10n.t("This machine"),
    tenant: undefined,
    project: undefined,
    isFile: true,
  };
  await deriveResult(
    resultId,
    origin,
    services,
    (label, signal) => services.worker.request("openFile", { resultId, file, format, label }, signal),
    () => openFile(file, services),
  );
}

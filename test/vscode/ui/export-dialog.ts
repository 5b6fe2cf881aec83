import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { waitLimitMs } from "../host/wait-limit.mjs";
import { acceptProposedFile } from "./file-dialog.ts";
import { eventually, type WorkforceWindow } from "./workforce-window.ts";

/** The formats by their names, with what the line of each says beside it. */
const details = {
  CSV: "Comma-separated text",
  "JSON Lines": "One JSON object per line",
  JSON: "One JSON array of objects",
  Parquet: "Typed columns",
  Excel: "A workbook",
};
export type ExportFormat = keyof typeof details;

/** What is chosen to be exported. */
export interface ExportChoice {
  readonly format: ExportFormat;
  /** The beginning of the line that is chosen where there is more than one; all rows when left out. */
  readonly scope?: string;
  /** With the separators of thousands that are shown. */
  readonly rows: string;
}

/** Answers the questions of an export of the active result up to the file, and gives its path; the counts are told before. */
export async function startExport(window: WorkforceWindow, { format, scope, rows }: ExportChoice): Promise<string> {
  await window.namedCommand("Workforce: Export Result...");
  if (scope) {
    await window.quickPickRow(scope).click();
  }
  await window.page.locator(".quick-input-title", { hasText: `Export ${rows} Rows As` }).waitFor();
  await window.quickPickRow(details[format]).click();
  return await acceptProposedFile(window, `Export ${rows} rows as ${format}`);
}

/** Exports the active result to a file of the workspace, which is there, whole, under its name when this resolves. */
export async function exportResult(
  window: WorkforceWindow,
  choice: ExportChoice,
  timeoutMs = waitLimitMs,
): Promise<string> {
  const path = await startExport(window, choice);
  await eventually(async () => assert.ok(existsSync(path), `${path} was not written`), timeoutMs);
  return path;
}

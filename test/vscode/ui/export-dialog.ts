import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { eventually, type WorkforceWindow } from "./workforce-window.ts";

export type ExportFormat = "CSV" | "JSON Lines" | "JSON" | "Parquet" | "Excel";

const extensions: Readonly<Record<ExportFormat, string>> = {
  CSV: "csv",
  "JSON Lines": "jsonl",
  JSON: "json",
  Parquet: "parquet",
  Excel: "xlsx",
};

/** What is chosen to be exported. */
export interface ExportChoice {
  readonly title: string;
  readonly format: ExportFormat;
  /** The beginning of the line that is chosen where there is more than one; all rows when left out. */
  readonly scope?: string;
  /** With the separators of thousands that are shown. */
  readonly rows: string;
}

/** Answers the questions of an export of the active result up to the file, and gives its path; the counts are told before. */
export async function startExport(
  window: WorkforceWindow,
  { title, format, scope, rows }: ExportChoice,
): Promise<string> {
  await window.command("Workforce: Export Result...");
  if (scope) {
    await window.quickPickRow(scope).click();
  }
  const pick = window.page.locator(".quick-input-widget", { hasText: `Export ${rows} Rows As` });
  await pick.getByText(format, { exact: true }).click();
  const dialog = window.page.locator(".quick-input-widget", { hasText: `Export ${rows} rows as ${format}` });
  const path = join(window.workspaceFolder, `${title}.${extensions[format]}`);
  await eventually(async () => {
    assert.equal(await dialog.locator("input").first().inputValue(), path);
    // The dialog takes note of a path when it changes.
    await window.page.keyboard.press("End");
    await window.page.keyboard.press("Backspace");
    await window.page.keyboard.type(path.slice(-1));
    await window.page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden", timeout: 3_000 });
  });
  return path;
}

/** Exports the active result to a file of the workspace, which is there, whole, under its name when this resolves. */
export async function exportResult(window: WorkforceWindow, choice: ExportChoice, timeoutMs = 30_000): Promise<string> {
  const path = await startExport(window, choice);
  await eventually(async () => assert.ok(existsSync(path), `${path} was not written`), timeoutMs);
  return path;
}

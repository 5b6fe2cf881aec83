import assert from "node:assert/strict";
import { readdir, rm } from "node:fs/promises";
import { type ExportFormat, exportResult, startExport } from "../export-dialog.ts";
import { resultsWorkerOf, watchMemory } from "../results-worker.ts";
import { rowCountOf } from "../shown-result.ts";
import { endProcess, eventually } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTimeoutMs, bigTitle, rowCount } from "./big-result.ts";
import { countByDuckDb, countSheetRows } from "./exported-file.ts";

const mostGrowthMb = 200;
/** Writing all cells of a workbook takes minutes. */
const isLarge = rowCount >= 1_000_000;
const rowsOfSheet = 1_048_575;
const all = rowCount.toLocaleString("en");

export function exports(current: () => AnsweredWindow): void {
  describe(`7. Exports of ${all} rows`, function () {
    this.timeout(bigTimeoutMs);
    before(async () => {
      const frame = await current().show(bigTitle);
      const header = frame.locator('[role="columnheader"]', { hasText: "Id" }).first();
      // From descending to none: in an order of its own every piece of a file takes a look at all rows.
      await header.locator(".grid-name").click();
      await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "none"));
    });

    it("tell how many rows they are of before they write, and write those on screen", async () => {
      const { window } = current();
      const frame = await window.results();
      await window.command("Workforce: Show or Hide Filter Row of Results");
      const field = frame.getByRole("textbox", { name: "Filter Group" });
      await field.fill("=Group 3");
      await field.press("Enter");
      await frame.locator(".filter-condition").waitFor();
      const passing = await rowCountOf(frame);
      assert.equal(passing, Math.ceil((rowCount - 3) / 12));
      const rows = passing.toLocaleString("en");
      await window.namedCommand("Workforce: Export Result...");
      await window.quickPickRow("Filtered Rows").waitFor();
      assert.match(
        (await window.quickPickRow("Filtered Rows").textContent()) ?? "",
        new RegExp(`${rows} rows, 50 columns`),
      );
      assert.match((await window.quickPickRow("All Rows").textContent()) ?? "", new RegExp(`${all} rows, 50 columns`));
      await window.page.keyboard.press("Escape");
      const path = await exportResult(window, { format: "Excel", scope: "Filtered Rows", rows });
      assert.equal((await countSheetRows(path))[0], passing + 1);
      await rm(path);
      await window.command("Workforce: Clear Filters of Results");
      await eventually(async () => assert.equal(await rowCountOf(frame), rowCount));
      await window.command("Workforce: Show or Hide Filter Row of Results");
      await field.waitFor({ state: "hidden" });
    });

    it("that are stopped leave no file", async () => {
      const { window } = current();
      const { pid } = resultsWorkerOf(window);
      const before = await readdir(window.workspaceFolder);
      await startExport(window, { format: "Excel", rows: all });
      await eventually(async () => assert.notDeepEqual(await readdir(window.workspaceFolder), before));
      // It is held while somebody looks for the button.
      endProcess(pid, "SIGSTOP");
      try {
        const told = await window.notified(`Exporting ${all} rows`);
        await told.getByRole("button", { name: "Cancel" }).click();
        await told.waitFor({ state: "hidden" });
      } finally {
        endProcess(pid, "SIGCONT");
      }
      await eventually(async () => assert.deepEqual(await readdir(window.workspaceFolder), before));
      await window.clearNotifications();
    });

    it(`take less than ${mostGrowthMb} MB more`, async () => {
      const { window } = current();
      const { pid } = resultsWorkerOf(window);
      const formats: readonly ExportFormat[] = ["CSV", "JSON Lines", "Parquet", ...(isLarge ? ["Excel" as const] : [])];
      for (const format of formats) {
        const memory = watchMemory(pid);
        const atFirst = memory.end();
        const during = watchMemory(pid);
        const path = await exportResult(window, { format, rows: all }, bigTimeoutMs);
        const growth = during.end() - atFirst;
        assert.ok(growth < mostGrowthMb, `${format} took ${Math.round(growth)} MB more`);
        if (format === "Excel") {
          const sheets = await countSheetRows(path);
          assert.equal(sheets.length, Math.ceil(rowCount / rowsOfSheet) + 1);
          const withoutNames = sheets.slice(0, -1).reduce((sum, rows) => sum + rows - 1, 0);
          assert.equal(withoutNames, rowCount);
        } else if (format !== "JSON Lines") {
          assert.equal(await countByDuckDb(path), rowCount);
        }
      }
    });
  });
}

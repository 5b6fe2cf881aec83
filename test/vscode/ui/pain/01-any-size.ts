import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { extensionHostOf, watchMemory } from "../results-worker.ts";
import { cellsOf, rowCountOf } from "../shown-result.ts";
import { eventually } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTimeoutMs, bigTitle, rowCount } from "./big-result.ts";
import { WideBody } from "./bodies.ts";

/** More than the body of the smaller size: what the host kept of it would show. */
const mostGrowthMb = 100;

export function anySize(current: () => AnsweredWindow): void {
  describe(`1. A result of any size: ${rowCount.toLocaleString("en")} rows of 50 columns`, function () {
    this.timeout(bigTimeoutMs);
    const body = new WideBody(rowCount, rowCount / 20);
    let memory: { end(): number };
    let atFirst: number;

    it("shows its first rows before a tenth of the body has come", async () => {
      const { host, window } = current();
      host.answerQuery = (outgoing) => body.write(outgoing);
      await current().openQuery(bigTitle);
      memory = watchMemory(extensionHostOf(window));
      atFirst = memory.end();
      memory = watchMemory(extensionHostOf(window));
      const frame = await current().run(bigTitle, "loading");
      assert.deepEqual((await cellsOf(frame, 1)).slice(0, 3), ["1", "Name 0", "Group 0"]);
      assert.ok(body.writtenRows < rowCount / 10, `${body.writtenRows} rows had been written`);
    });

    it("takes the rest without keeping it in the extension host", async () => {
      body.goOn();
      const frame = await await current().window.results();
      await frame
        .locator('.tab[aria-selected="true"][data-state="done"]')
        .waitFor({ state: "attached", timeout: bigTimeoutMs });
      assert.equal(await rowCountOf(frame), rowCount);
      const growth = memory.end() - atFirst;
      assert.ok(growth < mostGrowthMb, `the extension host grew by ${Math.round(growth)} MB`);
    });

    it("never has more than 500 rows in the page, from the first row to the last, sorted too", async () => {
      const frame = await current().window.results();
      const windows = await watchWindows(frame);
      const header = frame.locator('[role="columnheader"]', { hasText: "Id" }).first();
      // What columns hold is found out once all rows are here, and before anything else.
      await frame
        .locator('[role="columnheader"][data-kind="number"]', { hasText: "Id" })
        .first()
        .waitFor({ timeout: bigTimeoutMs });
      await header.locator(".grid-name").click();
      await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "ascending"));
      await header.locator(".grid-name").click();
      await eventually(async () => assert.equal((await cellsOf(frame, 1))[0], String(rowCount)));
      await current().window.page.keyboard.press("Control+ArrowDown");
      await eventually(async () => assert.equal((await cellsOf(frame, rowCount))[1], "Name 0"));
      assert.ok((await frame.locator('[role="row"]').count()) < 200);
      const most = await windows.end();
      assert.ok(most > 0 && most <= 500, `a window of ${most} rows came`);
    });
  });
}

/** Counts the rows of every window that the page is sent; `end` gives the most that one had. */
async function watchWindows(frame: Frame): Promise<{ end(): Promise<number> }> {
  await frame.evaluate(() => {
    document.body.dataset["mostRows"] = "0";
    window.addEventListener("message", ({ data }) => {
      const rows = data?.value?.rows;
      const before = Number(document.body.dataset["mostRows"]);
      document.body.dataset["mostRows"] = String(Math.max(before, Array.isArray(rows) ? rows.length : 0));
    });
  });
  return { end: async () => Number(await frame.evaluate(() => document.body.dataset["mostRows"])) };
}

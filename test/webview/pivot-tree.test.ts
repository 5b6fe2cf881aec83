import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { ResultViewState } from "../../src/protocol/results-view.ts";
import { useSuiteWorker } from "../unit/results/suite-worker.ts";
import type { WorkerProcess } from "../unit/results/worker-process.ts";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeResult } from "./support/fake-result.ts";
import { announced, type ResultsPage, type ResultsPageOptions, withResultsPage } from "./support/results-page.ts";
import { workerRows } from "./support/worker-rows.ts";

const columns = [
  { name: "Region", kind: "text" },
  { name: "Team", kind: "text" },
  { name: "Pay", kind: "number" },
] as const;
const rows = [
  ...Array.from({ length: 10_000 }, (_, index) => ["EMEA", `Team ${index}`, `${index % 7}`]),
  ["AMER", "X", "5"],
];
const pay: FakeResult = { columns, rowCount: rows.length, cell: (row, column) => rows[row]?.[column] ?? null };

const kept: ResultViewState = {
  topRow: 0,
  left: 0,
  view: { sort: [], filter: [] },
  widths: {},
  columns: undefined,
  tab: "pivot",
  pivot: {
    request: {
      rows: [0, 1],
      columns: [],
      values: [{ column: 2, function: "sum", show: "value" }],
      hasTotals: true,
      hasSubtotals: true,
      isTree: true,
      memberOrder: "result",
    },
    depth: 1,
  },
  cell: { row: 0, column: 0 },
};

suite("The tree of a pivot in the results view", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;

  useSuiteWorker(async (started) => {
    worker = started;
    const lines = [columns.map(({ name }) => name), ...rows].map((line) => `${JSON.stringify(line)}\n`);
    await worker.load("pay", lines.join(""), { Region: "text", Team: "text", Pay: "number" });
  });

  function withTree(work: (opened: ResultsPage) => Promise<void>, options: ResultsPageOptions = {}): Promise<void> {
    const forwarded: ResultsPageOptions["forwarded"] = {
      ...workerRows(worker),
      pivot: (params, signal) => worker.channel.request("pivot", params, signal),
    };
    return withResultsPage({ pay }, work, { forwarded, state: { pay: kept }, ...options });
  }

  test("is opened, walked and closed by keyboard, however many members there are", async () => {
    await withTree(async ({ page, violations }) => {
      await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "Total|Total|29999"]);
      const tree = page.locator(".pivot-table [role=treegrid]");
      await tree
        .locator('[aria-rowindex="2"] .grid-cell')
        .first()
        .click({ position: { x: 60, y: 10 } });
      await page.keyboard.press("ArrowRight");
      await announced(page, "Expanded. 10,003 rows.");
      await shows(page, ["EMEA|Total|29994", "EMEA|Team 0|0", "EMEA|Team 1|1"]);
      assert.deepEqual(await levels(page), ["1 true", "2 null", "2 null"]);
      assert.deepEqual(await active(page), ["2", "2"]);
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await active(page), ["2", "3"]);

      await page.keyboard.press("Control+End");
      await page.keyboard.press("Home");
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("ArrowUp");
      await page.waitForFunction(() => document.activeElement?.textContent === "EMEA");
      assert.deepEqual(await active(page), ["10002", "2"]);
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => {
        const row = document.activeElement?.parentElement;
        return row?.getAttribute("aria-rowindex") === "2" && row.getAttribute("aria-expanded") === "true";
      });
      await page.keyboard.press("ArrowLeft");
      await announced(page, "Collapsed. 3 rows.");
      await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "Total|Total|29999"]);
      assert.deepEqual(await active(page), ["2", "2"]);

      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("End");
      await page.keyboard.press("+");
      await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "AMER|X|5"]);
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press("-");
      await announced(page, "Collapsed. 3 rows.");
      assert.deepEqual(await violations(), []);
    });
  });

  test("is opened by its sign, all at once by button and menu, and sorted within its members", async () => {
    await withTree(async ({ page, host }) => {
      await shows(page, ["EMEA|Total|29994"]);
      await member(page, "AMER").click({ position: { x: 8, y: 10 } });
      await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "AMER|X|5", "Total|Total|29999"]);
      await page.getByRole("columnheader", { name: "Pay, sum" }).click();
      await shows(page, ["AMER|Total|5", "AMER|X|5", "EMEA|Total|29994", "Total|Total|29999"]);
      host.channel.notify("command", { command: "cells" });
      await page.getByRole("button", { name: "Expand All" }).click();
      await announced(page, "Expanded. 10,004 rows.");
      await shows(page, ["AMER|Total|5", "AMER|X|5", "EMEA|Total|29994", "EMEA|Team 0|0", "EMEA|Team 7|0"]);
      await member(page, "EMEA")
        .first()
        .click({ button: "right", position: { x: 60, y: 10 } });
      await page.getByRole("menuitem", { name: "Collapse All" }).click();
      await shows(page, ["AMER|Total|5", "EMEA|Total|29994", "Total|Total|29999"]);
    });
  });

  test("is as it was left after a reload", async () => {
    let saved: Readonly<Record<string, unknown>> = {};
    await withTree(async ({ page }) => {
      await shows(page, ["EMEA|Total|29994"]);
      await member(page, "AMER").click({ position: { x: 8, y: 10 } });
      await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "AMER|X|5", "Total|Total|29999"]);
      const changed = await page.waitForFunction(() => {
        const { savedState } = window as unknown as { savedState: { states: { pay: ResultViewState } } };
        return savedState.states.pay.pivot?.tree?.toggled.length === 1 ? savedState.states : undefined;
      });
      saved = (await changed.jsonValue()) ?? {};
    });
    await withTree(
      async ({ page }) => {
        await shows(page, ["EMEA|Total|29994", "AMER|Total|5", "AMER|X|5", "Total|Total|29999"]);
      },
      { state: saved },
    );
  });

  test("has its fields out of the way where there is no room, until they are wanted", async () => {
    await withTree(
      async ({ page }) => {
        await shows(page, ["EMEA|Total|29994"]);
        const fields = page.getByRole("button", { name: "Fields", exact: true });
        assert.equal(await fields.getAttribute("aria-expanded"), "false");
        assert.equal(await page.locator(".pivot-panel").isVisible(), false);
        await fields.click();
        await page.locator(".pivot-panel").waitFor();
        assert.equal(await fields.getAttribute("aria-expanded"), "true");
        await page.setViewportSize({ width: 1200, height: 600 });
        await fields.click();
        await page.locator(".pivot-panel").waitFor({ state: "hidden" });
      },
      { viewport: { width: 1200, height: 260 } },
    );
    await withTree(async ({ page }) => {
      await page.locator(".pivot-panel").waitFor();
    });
  });
});

/** The own cell of a member. */
function member(page: Page, name: string) {
  return page.locator(".pivot-table .grid-cell:is([data-tree=open], [data-tree=closed])", { hasText: name });
}

/** Waits until the first rows of the tree are these. */
async function shows(page: Page, wanted: readonly string[]): Promise<void> {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const found = await firstRows(page, wanted.length);
    if (found.join() === wanted.join() || Date.now() > deadline) {
      assert.deepEqual(found, wanted);
      return;
    }
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

function firstRows(page: Page, count: number): Promise<string[]> {
  return page.evaluate((length) => {
    const place = (cell: Element) => Number(cell.getAttribute("aria-colindex"));
    return Array.from({ length }, (_, row) => {
      const cells = [...document.querySelectorAll(`.pivot-table .grid-row[aria-rowindex="${row + 2}"] .grid-cell`)];
      const texts = cells
        .toSorted((one, other) => place(one) - place(other))
        .map(({ textContent }) => textContent ?? "");
      return texts.join("|").replaceAll(",", "");
    });
  }, count);
}

/** Level and `aria-expanded` of the first rows. */
function levels(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [2, 3, 4].map((index) => {
      const row = document.querySelector(`.pivot-table .grid-row[aria-rowindex="${index}"]`);
      return `${row?.getAttribute("aria-level")} ${row?.getAttribute("aria-expanded")}`;
    }),
  );
}

/** Row and column of the cell with the focus. */
function active(page: Page): Promise<(string | null | undefined)[]> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    return [cell?.parentElement?.getAttribute("aria-rowindex"), cell?.getAttribute("aria-colindex")];
  });
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { PivotRequests } from "../../src/protocol/pivot.ts";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeHost } from "./support/fake-host.ts";
import { announced, type ResultsPage, settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult } from "./support/sample-results.ts";

/** The table of the pivot as it stands there: headers, then rows. */
async function tableOf(page: Page): Promise<string[][]> {
  return await page.evaluate(() => {
    const table = document.querySelector(".pivot-table .grid");
    const byColumn = (one: Element, other: Element) =>
      Number(one.getAttribute("aria-colindex")) - Number(other.getAttribute("aria-colindex"));
    const byRow = (one: Element, other: Element) =>
      Number(one.getAttribute("aria-rowindex")) - Number(other.getAttribute("aria-rowindex"));
    const heads = [...(table?.querySelectorAll(".grid-header-cell") ?? [])].toSorted(byColumn);
    const names = heads.map((head) => head.querySelector(".grid-name")?.textContent ?? "");
    const rows = [...(table?.querySelectorAll(".grid-row") ?? [])].toSorted(byRow);
    const cells = rows.map((row) =>
      [...row.querySelectorAll(".grid-cell")].toSorted(byColumn).map((cell) => cell.textContent ?? ""),
    );
    return [names, ...cells];
  });
}

function lastRequest(host: FakeHost): PivotRequests["pivot"]["params"]["request"] | undefined {
  return (host.asks("pivot").at(-1) as PivotRequests["pivot"]["params"] | undefined)?.request;
}

/** Opens a field's menu and chooses in it, by keyboard. */
async function choose(page: Page, key: string, item: string): Promise<void> {
  await page.locator(`[data-key="${key}"]`).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: item, exact: true }).focus();
  await page.keyboard.press("Enter");
}

suite("The pivot of a result", function () {
  this.timeout(60_000);

  test("is put together by keyboard alone, with totals, shares and levels", async () => {
    await withResultsPage({ headcount: headcountResult(3) }, async ({ page, host, violations }: ResultsPage) => {
      await settled(page);
      await page.getByRole("button", { name: "Pivot" }).click();
      await page.waitForSelector(".pivot-table .grid-row");
      await announced(page, /^Pivot of 5 rows and 5 columns/);
      await settled(page);
      assert.deepEqual((await tableOf(page)).slice(0, 2), [
        ["Function", "2023-01-01", "2023-02-01", "2023-03-01", "Total"],
        ["Engineering", "820", "837", "851", "2508"],
      ]);
      assert.equal((await tableOf(page)).at(-1)?.[0], "Total");

      await choose(page, "columns:0", "Move to Rows");
      assert.deepEqual(lastRequest(host)?.rows, [1, 0]);
      assert.equal(await page.evaluate(() => (document.activeElement as HTMLElement).dataset["key"]), "rows:1");
      await page.getByLabel("As a Tree").uncheck();
      await page.getByLabel("Subtotals").check();
      await announced(page, /^Pivot of 17 rows/);
      await page.getByLabel("Drill To").selectOption({ label: "Function" });
      await announced(page, /^Pivot of 5 rows and 2 columns/);
      assert.deepEqual(lastRequest(host)?.rows, [1]);
      await page.getByLabel("Drill To").selectOption({ label: "DateInRange" });

      await choose(page, "rows:1", "Move to Columns");
      await page.getByLabel("Show Headcount as").selectOption({ label: "% of Column" });
      // The pivot before it, of the values themselves, has as many rows and columns.
      await page
        .locator('.pivot-table [role="gridcell"]', { hasText: /^100\.00$/ })
        .first()
        .waitFor();
      await settled(page);
      assert.equal((await tableOf(page)).at(-1)?.[1], "100.00");
      await page.getByLabel("Function of Headcount").selectOption({ label: "Average" });
      assert.deepEqual(lastRequest(host)?.values, [{ column: 2, function: "average", show: "percentOfColumn" }]);
      assert.deepEqual(await axeFindings(page), []);

      await choose(page, "values:0", "Remove");
      await page.getByText("This pivot has no values yet.").waitFor();
      await choose(page, "field:2", "Add to Values");
      await page.waitForSelector(".pivot-table .grid-row");
      assert.deepEqual(await violations(), []);
    });
  });

  test("comes back after a reload as it was, and copies its own cells", async () => {
    const request = {
      rows: [1],
      columns: [],
      values: [{ column: 2, function: "maximum", show: "value" }],
      hasTotals: false,
      hasSubtotals: false,
      memberOrder: "name",
    };
    const kept = {
      topRow: 0,
      left: 0,
      view: { sort: [], filter: [] },
      widths: {},
      columns: undefined,
      tab: "pivot",
      pivot: { request, depth: 1 },
      cell: { row: 0, column: 0 },
    };
    await withResultsPage(
      { headcount: headcountResult(3) },
      async ({ page, host }) => {
        await page.waitForSelector(".pivot-table .grid-row");
        await settled(page);
        const table = await tableOf(page);
        assert.deepEqual(
          table.map(([name]) => name),
          ["Function", "Customer Support", "Engineering", "Finance", "Sales"],
        );
        host.channel.notify("command", { command: "cells" });
        await announced(page, /^Copied 1 cell/);
        const [copied] = host.asks("copy") as { resultId: string }[];
        assert.match(copied?.resultId ?? "", /^headcount#pivot-\d+$/);
      },
      { state: { headcount: kept } },
    );
  });

  test("shows every metric under its period, by name in ARIA too, and says which totals are left empty", async () => {
    const two = {
      columns: [
        ...headcountResult(3).columns,
        { name: "averagePay", kind: "number" as const, additivity: "none" as const },
      ],
      rowCount: 12,
      cell: (row: number, column: number) => (column === 3 ? `${1000 + row}` : headcountResult(3).cell(row, column)),
    };
    const single = (column: number) => ({ column, function: "single", show: "value" }) as const;
    const request = {
      rows: [1],
      columns: [0],
      values: [single(2), single(3)],
      hasTotals: false,
      hasSubtotals: false,
      memberOrder: "result" as const,
    };
    await withResultsPage(
      { headcount: two },
      async ({ page, host, violations }) => {
        await page.waitForSelector('.pivot-table .grid-cell:not([data-state="waiting"])');
        assert.deepEqual((await tableOf(page))[0], ["Function", ...Array(3).fill(["Headcount", "averagePay"]).flat()]);
        const over = page.locator(".pivot-table .grid-over-cell");
        const facts = await over.evaluateAll((cells) =>
          cells.map((cell) => [
            cell.textContent,
            cell.getAttribute("aria-colindex"),
            cell.getAttribute("aria-colspan"),
          ]),
        );
        assert.deepEqual(facts, [
          ["2023-01-01", "3", "2"],
          ["2023-02-01", "5", "2"],
          ["2023-03-01", "7", "2"],
        ]);
        const { WORKFORCE_TEST_PICTURES: pictures } = process.env;
        if (pictures) {
          await page.screenshot({ path: `${pictures}/pivot-two-metrics.png` });
        }
        // Over the columns that it says it spans.
        const corners = await page.evaluate(() =>
          [".grid-over-cell", '.grid-header-cell[aria-label="2023-01-01 · Headcount"]'].map((selector) => {
            const box = document.querySelector(`.pivot-table ${selector}`)?.getBoundingClientRect();
            return [box?.left, selector.startsWith(".grid-over") ? box?.bottom : box?.top];
          }),
        );
        assert.deepEqual(corners[0], corners[1]);
        const rowIndexes = await page
          .locator('.pivot-table .grid [role="row"][aria-rowindex]')
          .evaluateAll((rows) =>
            rows.map((row) => Number(row.getAttribute("aria-rowindex"))).toSorted((a, b) => a - b),
          );
        assert.deepEqual(rowIndexes.slice(0, 4), [1, 2, 3, 4]);
        assert.equal(await page.locator(".pivot-table .grid").getAttribute("aria-rowcount"), "6");
        assert.deepEqual(await axeFindings(page), []);
        if (!(await page.getByLabel("Totals", { exact: true }).isVisible())) {
          await page.getByRole("button", { name: "Fields" }).click();
        }
        await page.getByLabel("Totals", { exact: true }).check();
        await page.getByText("Totals of Headcount, averagePay cannot be added up").waitFor();
        await page.getByLabel("Function of Headcount").selectOption({ label: "Sum" });
        await page.getByText("Totals of averagePay cannot be added up").waitFor();
        const offered = page.getByLabel("Function of averagePay").locator("option");
        assert.deepEqual(await offered.allTextContents(), [
          "As It Is",
          "Count",
          "Distinct Count",
          "Minimum",
          "Maximum",
        ]);
        assert.deepEqual(lastRequest(host)?.values, [{ column: 2, function: "sum", show: "value" }, single(3)]);
        assert.deepEqual(await violations(), []);
      },
      { instead: { suggestPivot: { request } } },
    );
  });

  test("says that it is computed, and takes no press of Fields, until the kinds of the columns are found", async () => {
    const result = headcountResult(3);
    let find = () => {};
    const columnTypes = new Promise((resolve) => {
      find = () => resolve({ columns: result.columns });
    });
    await withResultsPage(
      { headcount: result },
      async ({ page }) => {
        await page.getByRole("button", { name: "Pivot", exact: true }).click();
        await page.getByText("Computing the pivot…").waitFor();
        const fields = page.getByRole("button", { name: "Fields", exact: true });
        assert.equal(await fields.isDisabled(), true);
        find();
        await page.getByLabel("Totals", { exact: true }).waitFor();
        await fields.click();
        assert.equal(await fields.getAttribute("aria-expanded"), "false");
      },
      { instead: { columnTypes } },
    );
  });

  test("is how an aggregate is shown until somebody looks at its table", async () => {
    const suggestion = {
      rows: [1],
      columns: [0],
      values: [{ column: 2, function: "sum", show: "value" } as const],
      hasTotals: false,
      hasSubtotals: false,
      memberOrder: "result" as const,
    };
    await withResultsPage(
      { headcount: headcountResult(3) },
      async ({ page }) => {
        await page.waitForSelector('.pivot-table .grid-cell:not([data-state="waiting"])');
        assert.deepEqual((await tableOf(page))[0], ["Function", "2023-01-01", "2023-02-01", "2023-03-01"]);
        // One metric is named in the corner.
        assert.deepEqual(await page.locator(".pivot-table .grid-over-cell").allTextContents(), ["Headcount, sum"]);
        await page.getByRole("button", { name: "Table", exact: true }).click();
        await page.locator('.content > .grid [aria-rowindex="13"]').waitFor();
      },
      { instead: { suggestPivot: { request: suggestion } } },
    );
  });
});

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { PivotRequest } from "../../src/protocol/pivot.ts";
import { rowsInSight } from "../support/rows-in-sight.ts";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeResult } from "./support/fake-result.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult, peopleResult } from "./support/sample-results.ts";

/** Size of the results view in the default panel of a window of 1440x900. */
const large = { width: 1082, height: 258 };
/** The same of a window of 1024x700. */
const small = { width: 710, height: 191 };

/** Height of compact rows, the default. */
const rowHeight = 20;

/** Members by month: more columns than are in sight. */
const pivotOfHeadcount: PivotRequest = {
  rows: [1],
  columns: [0],
  values: [{ column: 2, function: "sum", show: "value" }],
  hasTotals: true,
  hasSubtotals: false,
  memberOrder: "result",
};

/** Headcount of many functions, so that a pivot has more rows than are in sight. */
function manyFunctions(): FakeResult {
  const { columns } = headcountResult();
  return {
    columns,
    rowCount: 24 * 20,
    cell: (row, column) =>
      [
        new Date(Date.UTC(2023, Math.floor(row / 20), 1)).toISOString(),
        `Function ${(row % 20) + 1}`,
        String(9_900 + row * 3),
      ][column] ?? null,
  };
}

async function showPivot(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Pivot", exact: true }).click();
  await page.locator(".is-part .grid-cell").first().waitFor();
  await settled(page);
}

suite("The frame around a result", function () {
  this.timeout(60_000);

  for (const [name, viewport, tableRows, pivotRows] of [
    ["1440x900", large, 10, 8],
    ["1024x700", small, 5, 5],
  ] as const) {
    test(`leaves room for rows in the default panel of a window of ${name}`, async () => {
      await withResultsPage(
        { people: peopleResult(1000) },
        async ({ page }) => {
          await settled(page);
          assert.ok((await rowsInSight(page)) >= tableRows, `${await rowsInSight(page)} rows of a table`);
        },
        { viewport, rowHeight },
      );
      await withResultsPage(
        { headcount: manyFunctions() },
        async ({ page }) => {
          await settled(page);
          await showPivot(page);
          assert.ok((await rowsInSight(page)) >= pivotRows, `${await rowsInSight(page)} rows of a pivot`);
        },
        { viewport, rowHeight, state: { headcount: pivotState(pivotOfHeadcount) } },
      );
    });
  }

  test("is one line whose tools are one tab stop, with what has no room in a menu", async () => {
    await withResultsPage({ people: peopleResult(1000) }, async ({ page }) => {
      await settled(page);
      const box = await page.locator(".bar").boundingBox();
      assert.ok(box && box.height <= 28, `${box?.height} px`);
      const stops = () => page.locator('.toolbar button[tabindex="0"]').count();
      assert.deepEqual([await stops(), await page.locator(".more-tools").isVisible()], [1, true]);
      await page.getByRole("button", { name: "Table", exact: true }).focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Pivot");
      await page.keyboard.press("End");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), "More Actions");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Table");
      assert.equal(await stops(), 1);

      await page.setViewportSize({ width: 420, height: 258 });
      await page.waitForFunction(() => document.querySelectorAll(".is-in-menu").length > 2);
      const line = await page.locator(".toolbar").evaluate((toolbar) => toolbar.scrollWidth - toolbar.clientWidth);
      assert.equal(line, 0);
      assert.equal(await page.locator(".facts").textContent(), "1,000 rows · 1.2 sec");
      await page.getByRole("button", { name: "More Actions" }).click();
      await page.getByRole("menuitem", { name: "Copy As" }).click();
      await page.getByRole("menuitem", { name: "Copy as Markdown" }).waitFor();
    });
  });

  test("has summaries where there is room, and a line of statistics for a selection of several cells only", async () => {
    await withResultsPage(
      { people: peopleResult(40) },
      async ({ page }) => {
        await settled(page);
        await page.waitForSelector(".has-summaries .grid-summary svg");
        // All names of a column are different, or as frequent as the others: bars would say nothing.
        const texts = await page.locator(".summary-text").allTextContents();
        assert.ok(texts.includes("40 different"), texts.join());
        await page.setViewportSize(large);
        await page.waitForFunction(() => !document.querySelector(".has-summaries"));
        const line = page.locator(".status-line");
        assert.equal(await line.isVisible(), false);
        await page.locator(".grid-cell").first().click();
        await page.keyboard.press("Shift+ArrowDown");
        await line.waitFor();
        await page.keyboard.press("ArrowUp");
        await line.waitFor({ state: "hidden" });
      },
      { viewport: { width: 1082, height: 600 } },
    );
  });

  test("keeps the labels of a pivot in sight, sets its totals apart and writes its numbers alike", async () => {
    await withResultsPage(
      { headcount: manyFunctions() },
      async ({ page }) => {
        await settled(page);
        const views = await page.locator(".views").boundingBox();
        await showPivot(page);
        assert.deepEqual(await page.locator(".bar:visible .views").boundingBox(), views);
        assert.equal(await page.locator(".bar:visible").count(), 1);
        const part = page.locator(".is-part");
        const label = part.locator(".grid-cell.is-frozen").first();
        const before = await label.boundingBox();
        assert.equal(await label.evaluate((cell) => getComputedStyle(cell).borderInlineEndWidth), "2px");
        const numbers = await part.locator('[aria-rowindex="3"] .grid-cell[data-kind="number"]').allTextContents();
        assert.ok(numbers.includes("9,900"), numbers.join());
        await part.locator(".grid").evaluate((grid) => grid.scrollTo(grid.scrollWidth, 0));
        await part.locator(".grid-cell.is-total").first().waitFor();
        assert.deepEqual(await label.boundingBox(), before);
        const weights = await part
          .locator(".grid-header-cell.is-total, .grid-cell.is-total")
          .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).fontWeight));
        assert.ok(weights.length > 3 && weights.every((weight) => weight === "600"), weights.join());
      },
      { viewport: large, rowHeight, state: { headcount: pivotState(pivotOfHeadcount) } },
    );
  });

  test("has a chart that fits, with a tooltip by the keys and series that a click on the legend hides", async () => {
    await withResultsPage(
      { headcount: headcountResult(6) },
      async ({ page }) => {
        await settled(page);
        await page.getByRole("button", { name: "Chart", exact: true }).click();
        const lines = page.locator(".chart-drawing .mark-line path");
        await lines.first().waitFor();
        const plot = await page.locator(".chart-drawing .background").first().boundingBox();
        assert.ok(plot && plot.height >= 110 && plot.y + plot.height <= small.height, JSON.stringify(plot));
        assert.equal(await page.locator(".chart-data").isVisible(), false);
        assert.equal(await page.locator(".chart-drawing .role-title").count(), 0);
        await page.locator(".chart-drawing").focus();
        await page.keyboard.press("ArrowRight");
        const tooltip = page.locator(".chart-tooltip");
        assert.match((await tooltip.textContent()) ?? "", /^DateInRange.*Function.*Headcount\d/);
        await page.keyboard.press("Escape");
        await tooltip.waitFor({ state: "hidden" });
        assert.equal(await lines.count(), 4);
        await page.locator(".chart-drawing .role-legend-label text", { hasText: "Sales" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".chart-drawing .mark-line path").length === 3);
        await page.getByRole("button", { name: "Shown Series" }).click();
        await page.getByRole("menuitem", { name: "Sales" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".chart-drawing .mark-line path").length === 4);
        await page.locator(".chart-drawing .mark-symbol path").first().hover();
        await tooltip.waitFor();
        assert.deepEqual(await axeFindings(page), []);
      },
      { viewport: small },
    );
  });

  test("starts the chart of a list with the average by a dimension", async () => {
    await withResultsPage({ people: peopleResult(1000) }, async ({ page, host }) => {
      await settled(page);
      await page.getByRole("button", { name: "Chart", exact: true }).click();
      await page.locator(".chart-drawing .mark-rect path").first().waitFor();
      const [request] = host.asks("chartData");
      const view = { sort: [], filter: [] };
      assert.deepEqual(request, { resultId: "people", kind: "bars", function: "average", x: 1, y: 5, view });
    });
  });
});

function pivotState(request: PivotRequest) {
  return {
    topRow: 0,
    left: 0,
    view: { sort: [], filter: [] },
    widths: {},
    columns: undefined,
    tab: "table",
    cell: { row: 0, column: 0 },
    pivot: { request, depth: 1 },
  };
}

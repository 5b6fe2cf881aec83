import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { PivotRequest } from "../../src/protocol/pivot.ts";
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

/** Number of rows of the grid that are completely in sight. */
async function rowsInSight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const grid = [...document.querySelectorAll(".grid")].find(
      (one) => one instanceof HTMLElement && one.offsetWidth > 0,
    );
    const header = grid?.querySelector(".grid-header");
    if (!grid || !header) {
      return 0;
    }
    const top = header.getBoundingClientRect().bottom;
    const bottom = Math.min(grid.getBoundingClientRect().top + grid.clientHeight, window.innerHeight);
    return [...grid.querySelectorAll(".grid-row")].filter((row) => {
      const box = row.getBoundingClientRect();
      return box.top >= top - 1 && box.bottom <= bottom + 2;
    }).length;
  });
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

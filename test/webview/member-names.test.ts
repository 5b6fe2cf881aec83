import assert from "node:assert/strict";
import { axeFindings } from "./support/axe-findings.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult } from "./support/sample-results.ts";

const memberNames = { Engineering: "Research and Development", Sales: "Sales and Partners" };

suite("Members that have display names", function () {
  this.timeout(60_000);

  test("are shown by them once these come, and the tooltip and the value beside have the text of the result", async () => {
    const plain = headcountResult(3);
    await withResultsPage({ headcount: plain }, async ({ page, host, violations }) => {
      await settled(page);
      const cell = page.locator('.grid-row[aria-rowindex="2"] .grid-cell').nth(1);
      assert.equal(await cell.textContent(), "Engineering");
      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-line");
      await page.getByRole("button", { name: "Table" }).click();
      const columns = plain.columns.map((column) => (column.name === "Function" ? { ...column, memberNames } : column));
      host.addResult("headcount", { ...plain, columns });
      host.channel.notify("changed", host.shown("headcount"));
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".grid-cell")].some(({ textContent }) => textContent === "Sales and Partners"),
      );
      await settled(page);
      assert.equal(await cell.textContent(), "Research and Development");
      assert.equal(await cell.getAttribute("title"), "Engineering");
      const isWhole = await cell.evaluate((shown) => shown.scrollWidth <= shown.clientWidth);
      assert.ok(isWhole, "the column is as wide as the names need");

      await cell.dblclick();
      await page.getByRole("heading", { name: "Function, row 1: Research and Development" }).waitFor();
      assert.equal(await page.locator(".viewer-text").textContent(), "Engineering");
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: "Chart" }).click();
      await page.waitForSelector(".chart-drawing svg .mark-line");
      await page.locator(".chart-table td", { hasText: "Research and Development" }).first().waitFor();
      assert.equal(await page.locator(".chart-table td", { hasText: /^Engineering$/ }).count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("can be chosen in a filter by their names, which filters by the text of the result", async () => {
    const plain = headcountResult(3);
    const columns = plain.columns.map((column) => (column.name === "Function" ? { ...column, memberNames } : column));
    await withResultsPage({ headcount: { ...plain, columns } }, async ({ page, host }) => {
      await settled(page);
      host.instead.set("columnValues", { values: [{ value: "Engineering", rowCount: 3 }], isCut: false });
      const cell = page.locator('.grid-row[aria-rowindex="2"] .grid-cell').nth(1);
      await cell.click();
      await page.locator('.grid-header-cell[aria-colindex="3"]').click({ button: "right" });
      await page
        .getByRole("menuitem", { name: /^Filter/ })
        .first()
        .click();
      const value = page.locator(".value-item", { hasText: "Research and Development" });
      assert.equal(await value.getAttribute("title"), "Engineering");
      await value.click();
      await page.waitForFunction(() => document.querySelector(".filter-bar, .condition") !== null);
      const asked = host.asks("arrange").at(-1) as { readonly view: { readonly filter: unknown } };
      assert.deepEqual(asked.view.filter, [{ column: 1, operator: "oneOf", values: ["Engineering"] }]);
    });
  });
});

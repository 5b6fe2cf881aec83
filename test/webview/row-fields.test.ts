import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeResult } from "./support/fake-result.ts";
import { settled, withResultsPage } from "./support/results-page.ts";

const values = [
  ["RnD", "20750.1234567", "", "first line\nsecond line"],
  ["Sales", null, "x".repeat(400), "{}"],
] as const;

const people: FakeResult = {
  title: "People",
  columns: [
    { name: "Function", kind: "text", memberNames: { RnD: "Research and Development" } },
    { name: "Pay", kind: "number" },
    { name: "Note", kind: "text" },
    { name: "Text", kind: "text" },
  ],
  rowCount: values.length,
  cell: (row, column) => values[row]?.[column] ?? null,
};

/** Name and text of each field that the row view has, and the active one. */
function fields(page: Page) {
  return page.evaluate(() => {
    const rows = [...document.querySelectorAll(".viewer-fields tr")];
    const textsOf = (row: Element) => [...row.children].map(({ textContent }) => textContent ?? "");
    return {
      all: rows.map(textsOf),
      active: rows.flatMap((row) => (row.getAttribute("aria-current") === "true" ? (textsOf(row)[0] ?? "") : [])),
    };
  });
}

suite("All fields of a row", function () {
  this.timeout(60_000);

  test("stand beside the grid with exact values, from the menu of a cell, and follow the active cell", async () => {
    await withResultsPage({ people }, async ({ page, violations }) => {
      await settled(page);
      await page.locator('[aria-rowindex="2"] .grid-cell').nth(1).click({ button: "right" });
      await page.getByRole("menuitem", { name: "All Fields of the Row" }).click();
      await page.getByRole("heading", { name: "Row 1", exact: true }).waitFor();
      assert.deepEqual(await fields(page), {
        all: [
          ["Function", "Research and Development RnD"],
          ["Pay", "20750.1234567"],
          ["Note", "empty text"],
          ["Text", "first line\nsecond line"],
        ],
        active: ["Pay"],
      });
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press("ArrowRight");
      await page.locator('tr[aria-current="true"]', { hasText: "Note" }).waitFor();
      await page.keyboard.press("Alt+ArrowDown");
      await page.getByRole("heading", { name: "Row 2", exact: true }).waitFor();
      const { all, active } = await fields(page);
      assert.deepEqual(active, ["Note"]);
      assert.deepEqual(all[1], ["Pay", "missing"]);
      assert.match(all[2]?.[1] ?? "", /^x{300,}…$/, "a long one is cut off; its own value has all of it");
      assert.deepEqual(await violations(), []);
    });
  });

  test("lead to the cell of a field, stay while other cells are looked at, and give way to the one value", async () => {
    await withResultsPage({ people }, async ({ page }) => {
      await settled(page);
      await page.getByRole("columnheader", { name: "Function" }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Hide Column", exact: true }).click();
      await page.locator('[aria-rowindex="2"] .grid-cell').first().dblclick();
      const toggle = page.getByRole("button", { name: "All Fields of the Row" });
      await toggle.click();
      await page.locator(".viewer-fields").waitFor();
      assert.deepEqual(
        (await fields(page)).all.map(([name]) => name),
        ["Pay", "Note", "Text", "Function"],
        "hidden columns are last",
      );
      await page.locator(".viewer-fields tr", { hasText: /^Text/ }).click();
      await page.locator(".grid-cell.is-active", { hasText: "first line" }).waitFor();
      await page.locator('tr[aria-current="true"]', { hasText: /^Text/ }).waitFor();
      await toggle.click();
      await page.locator(".viewer-text", { hasText: "second line" }).waitFor();
      assert.equal(await page.locator(".viewer-fields").count(), 0);
    });
  });
});

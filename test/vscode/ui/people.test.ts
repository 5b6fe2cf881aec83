import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { cellsOf, rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, type WorkforceWindow } from "./workforce-window.ts";

const time = 'Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';
const query = `-- Heads
SELECT employeeCount() AS Heads, level(Function, "Function") AS Job, level(Gender, "Gender") AS Gender
FROM Employee WHERE ${time};
-- Rate
SELECT resignationRate() AS Rate, Exit_Type FROM Employee_Exit WHERE ${time};
`;

describe("The people behind a cell", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  before(async () => {
    window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await window.openQueries("people.sqllike", query);
  });
  after(function () {
    return leaveWindow(window, this.test);
  });

  /** Chooses the item in the menu of a cell, by the number of its row from 1, and gives the page with the list. */
  async function people(frame: Frame, row: number, column: number): Promise<Frame> {
    return await window.showingNewResult(async () => {
      const cell = frame
        .locator(`[role="row"][aria-rowindex="${row + 1}"]:not(.is-part *) [role="gridcell"]`)
        .nth(column);
      await cell.click({ button: "right" });
      await frame.getByRole("menuitem", { name: "Show These People" }).click();
    });
  }

  it("are listed from the menu of a value, as many as it says", async () => {
    await window.clickRun();
    const frame = await window.result("Heads");
    await frame.getByRole("button", { name: "Table", exact: true }).click();
    const jobCell = frame.locator('.grid-row[aria-rowindex="3"]:not(.is-part *) .grid-cell').nth(1);
    // The display name is shown, and the name that queries take is its tooltip.
    await eventually(async () => assert.equal(await jobCell.getAttribute("title"), "GM"));
    const [heads = "", shown = "", gender = ""] = await cellsOf(frame, 2);
    assert.equal(shown, "General Management");
    const job = "GM";
    const list = await people(frame, 2, 0);
    await eventually(async () => assert.equal(String(await rowCountOf(list)), heads));
    await list.locator('.tab[aria-selected="true"]', { hasText: `Heads: ${job}, ${gender}` }).waitFor();
    const names = list.locator(".grid-header [role=columnheader]");
    await eventually(async () => assert.match((await names.allInnerTexts()).join(" "), /Full_Name/));
  });

  it("show all their fields beside the list, and Escape leads back to its cell", async () => {
    const list = await window.results();
    const person = list.locator('.pane:visible .grid-row[aria-rowindex="2"] .grid-cell').first();
    await person.click({ button: "right" });
    await list.getByRole("menuitem", { name: "All Fields of the Row" }).click();
    const shown = list.locator(".viewer-fields:visible");
    await shown.waitFor();
    await window.picture("row-fields");
    const names = await shown.locator(".field-name").allInnerTexts();
    assert.ok(names.includes("Full_Name"), names.join(", "));
    const active = shown.locator('.field[aria-current="true"] .field-value');
    await eventually(async () => assert.equal(await active.innerText(), await person.innerText()));
    await window.page.keyboard.press("Escape");
    await shown.waitFor({ state: "hidden" });
  });

  it("are listed behind a total of the pivot", async () => {
    const frame = await window.showingNewResult(() => window.runLine("employeeCount"));
    await frame.locator('.tab[aria-selected="true"][data-state="done"]', { hasText: "Heads" }).waitFor();
    await frame.locator(".toolbar").first().getByRole("button", { name: "Pivot", exact: true }).click();
    const value = frame.locator(".pivot-table .grid-row").first().locator('[role="gridcell"]');
    await eventually(async () => assert.match(await value.last().innerText(), /\d/));
    const shown = (await value.last().innerText()).trim();
    await value.last().click({ button: "right" });
    const list = await window.showingNewResult(() =>
      frame.getByRole("menuitem", { name: "Show These People" }).click(),
    );
    await eventually(async () => assert.equal(String(await rowCountOf(list)), shown.replaceAll(",", "")));
  });

  it("are not offered where no list can have them, and the menu says why", async () => {
    await window.runLine("resignationRate");
    const frame = await window.result("Rate");
    await frame.getByRole("button", { name: "Table", exact: true }).click();
    await frame.locator('.grid-row[aria-rowindex="2"] .grid-cell').first().click({ button: "right" });
    const item = frame.getByRole("menuitem", { name: "Show These People" });
    await eventually(async () => assert.equal(await item.getAttribute("aria-disabled"), "true"));
    assert.match(await item.innerText(), /computed from other metrics/);
    await window.picture("people-refused");
    await window.page.keyboard.press("Escape");
  });
});

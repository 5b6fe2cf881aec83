import assert from "node:assert/strict";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** Names of the business model come into a query by the mouse, in the form that a query needs. */
describe("The model in the explorer", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  before(async () => {
    window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await window.showExplorer();
    for (const name of ["Local", "WFF_demo", "Model", "Employee", "Dimensions", "Location"]) {
      await window.toggle(name);
    }
    await window.treeRow("Location_1").waitFor();
  });
  after(function () {
    return leaveWindow(window, this.test);
  });

  /** The text of the active editor, without the hint that the language server adds after SELECT when it is ready. */
  const shown = async () =>
    (await textOf(window.page.locator(".editor-group-container.active .view-lines")))
      .replaceAll("\u00a0", " ")
      .replaceAll("SELECTaggregate", "SELECT");

  it("inserts a level by a double click, and nothing by a single one", async () => {
    await window.openQueries("clicked.sqllike", "-- from the tree\nSELECT employeeCount()");
    await window.page.locator(".editor-group-container.active .view-line").first().click();
    await window.page.keyboard.press("Control+End");
    const before = await shown();
    const label = window.treeRow("Location_1").locator(".label-name");
    await label.click();
    await window.treeRow("Location_1").and(window.page.locator(".selected")).waitFor();
    assert.equal(await shown(), before);
    await label.dblclick();
    await eventually(async () => assert.match(await shown(), /employeeCount\(\), level\(Location, "Location_1"\)/));
    await window.page.keyboard.press("Control+S");
  });

  it("puts a level where it is dragged to", async () => {
    await window.openQueries("dragged.sqllike", "-- here\n");
    const line = window.page.locator(".editor-group-container.active .view-line").first();
    await line.click();
    await window.treeRow("Location_1").dragTo(line, { targetPosition: { x: 3, y: 8 } });
    await eventually(async () => assert.match(await shown(), /level\(Location, "Location_1"\)/));
    await window.page.keyboard.press("Control+S");
  });
});

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import type { Frame } from "playwright-core";
import { addConnection } from "./connection-form.ts";
import { exportResult } from "./export-dialog.ts";
import { takeWindow } from "./shared-window.ts";
import { fact, rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, type WorkforceWindow } from "./workforce-window.ts";

const title = "Leavers by reason and month";
const threshold = 4;

/** The guard of small groups: what it hides is nowhere to be had. */
describe("A connection that hides small groups", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  let rows: number;
  let small: number;
  before(async () => {
    window = await takeWindow();
  });
  // It adds a connection, which nobody else has.
  after(() => window?.close());

  it("is added on its page, with the number of people", async () => {
    await window.openFile("headcount.sqllike");
    const plain = await run(window);
    rows = await rowCountOf(plain);
    small = (await copyCounts(window, rows)).filter(([count]) => isSmall(count)).length;
    assert.ok(small > 0 && small < rows, `${small} of ${rows} are small`);
    assert.equal(await plain.locator('[data-fact="smallGroups"]').count(), 0);
    const service = await window.service();
    assert.ok(service);
    await addConnection(window, {
      ...service,
      address: service.url,
      name: "Guarded",
      role: "production",
      smallGroups: { mode: "hide", threshold },
    });
    await window.statusBar("Guarded · WFF_demo").waitFor();
  });

  it("shows that they are hidden, to a screen reader and in the header line too", async () => {
    await window.openFile("headcount.sqllike");
    const frame = await run(window);
    assert.equal(await fact(frame, "connection"), "Guarded");
    assert.equal(await fact(frame, "smallGroups"), "hidden, fewer than 4 people");
    assert.equal(await rowCountOf(frame), rows);
    const shown = frame.locator('[role="gridcell"][aria-colindex="2"]:not([data-state="waiting"])');
    await eventually(async () => {
      const counts = await shown.allInnerTexts();
      assert.ok(counts.includes("< 4"), counts.join());
      assert.deepEqual(counts.filter(isSmall), []);
    });
    const cell = frame.locator('.grid-cell[data-state="hidden"]').first();
    assert.equal(await cell.getAttribute("aria-label"), "hidden, fewer than 4 people");
  });

  it("leaves them out of a copy", async () => {
    assertNoneIsSmall(await copyCounts(window, rows), small);
  });

  it("leaves them out of an export, which says so in a column", async () => {
    await (await window.results()).locator(".grid-cell").first().click();
    const path = await exportResult(window, { format: "CSV", rows: String(rows) });
    const [header, ...lines] = (await readFile(path, "utf8")).trim().split("\r\n");
    assert.equal(header, "Leavers,Reason,TimeInInterval,Small Group");
    assertNoneIsSmall(lines.map(toCount), small);
  });
});

/** Runs the second query of the file and gives the page once a new result of it is there. */
async function run(window: WorkforceWindow): Promise<Frame> {
  await window.command("Workforce Results: Focus on Results View");
  await window.showingNewResult(() => window.runLine("FROM Employee_Exit"));
  return await window.result(title);
}

/** The count of a row, and what stands at its end: the mark of a small group, where there is one. */
type Count = readonly [count: string, last: string];

/** Every row of the active result, as it is copied. */
async function copyCounts(window: WorkforceWindow, rows: number): Promise<Count[]> {
  const { page } = window;
  const frame = await window.results();
  await frame.locator(".grid-cell").first().click();
  await page.keyboard.press("Control+A");
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await frame.getByRole("button", { name: "Copy As" }).click();
  await frame.getByRole("menuitem", { name: "Copy as CSV", exact: true }).click();
  let lines: string[] = [];
  await eventually(async () => {
    lines = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\r\n");
    assert.equal(lines.length, rows + 1);
  });
  return lines.slice(1).map(toCount);
}

function toCount(line: string): Count {
  const fields = line.split(",");
  return [fields[0] ?? "", fields.at(-1) ?? ""];
}

/** Counts of people below the threshold; of nobody there is nothing to hide. */
function isSmall(count: string): boolean {
  return /^\d+$/.test(count) && Number(count) > 0 && Number(count) < threshold;
}

/** What is left out is empty, and marked at the end of its row. */
function assertNoneIsSmall(counts: readonly Count[], left: number): void {
  assert.deepEqual(
    counts.filter(([count]) => isSmall(count)),
    [],
  );
  assert.equal(counts.filter(([count, last]) => count === "" && last === "< 4").length, left);
}

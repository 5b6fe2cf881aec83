import assert from "node:assert/strict";
import type { Frame, Locator } from "playwright-core";
import { rowCountOf } from "../shown-result.ts";
import { isStored } from "../stored-state.ts";
import { eventually, storyLimitMs, textOf } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTitle } from "./big-result.ts";

const reloadedTitle = "Reloaded";

/** What a person sees of where a result stands. */
interface Place {
  readonly title: string;
  readonly rows: number;
  readonly firstRow: string;
  readonly sorted: string | null;
  readonly width: number;
  readonly selected: readonly string[];
  readonly active: string | null;
}

export function samePlace(current: () => AnsweredWindow): void {
  describe("5. A result that is out of sight for a while", function () {
    this.timeout(storyLimitMs);
    let left: Place;

    it("is scrolled, sorted and has a wider column and a selection", async () => {
      left = await leave(current(), await current().show(bigTitle), "number");
    });

    const isSame = async () => {
      await eventually(async () => assert.deepEqual(await placeOf(await current().window.results()), left));
    };

    it("is as it was after its panel was another one", async () => {
      const { window } = current();
      await window.command("Problems: Focus on Problems View");
      await window.page.locator(".markers-panel").waitFor();
      await window.command("Workforce: Focus Results");
      await isSame();
    });

    it("is as it was after the panel was hidden", async () => {
      const { window } = current();
      await window.command("View: Hide Panel");
      await window.page.locator(".part.panel").waitFor({ state: "hidden" });
      await window.command("Workforce: Focus Results");
      await isSame();
    });

    it("is as it was after another result was shown", async () => {
      const { window } = current();
      const frame = await window.results();
      const active = await frame.locator('.tab[aria-selected="true"]').getAttribute("data-result");
      await frame.locator('.tab[aria-selected="false"]').first().click();
      await frame.locator(`.tab[data-result="${active}"]`).click();
      await isSame();
    });

    it("is as it was after the window was reloaded", async () => {
      const { window } = current();
      // The browser forgets the password of any other connection.
      await window.command("Workforce: Use the Local Connection");
      await window.statusBar("Local · WFF_demo").waitFor();
      await current().openQuery(
        reloadedTitle,
        'EmployeeID AS "Id", Full_Name AS "Name", level(Function, "Function") AS "Group"',
      );
      const frame = await current().run(reloadedTitle);
      left = await leave(current(), frame, "text");
      const row = Math.min(...(await selectedRows(frame)));
      // In a browser VS Code writes what a page keeps every few seconds, not when it ends.
      await eventually(async () => assert.ok(await isStored(window.page, new RegExp(`firstRow\\\\*":${row}\\b`))));
      await window.reload();
      await isSame();
    });
  });
}

/**
 * Sorts, widens a column, scrolls to the middle and selects four cells there, and gives what is seen then. `idKind` is
 * the kind of the column Id.
 */
async function leave({ window: { page } }: AnsweredWindow, frame: Frame, idKind: "number" | "text"): Promise<Place> {
  const header = frame.locator('[role="columnheader"]', { hasText: "Group" }).first();
  await header.locator(".grid-name").click();
  await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "ascending"));
  await noneIsAwaited(frame);
  // Columns are fitted again once their kinds are known, which would move the edge away from where it is pressed.
  await frame.locator(`[role="columnheader"][data-kind="${idKind}"]`, { hasText: "Id" }).waitFor();
  const resizer = header.locator(".grid-resizer");
  await resizer.hover();
  await page.mouse.down();
  const edge = await resizer.boundingBox();
  assert.ok(edge);
  const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
  await page.mouse.move(x + 90, y, { steps: 3 });
  await page.mouse.up();
  const rows = await rowCountOf(frame);
  await frame.locator('[role="grid"]:not(.is-part *)').evaluate((grid) => {
    grid.scrollTop = (grid.scrollHeight - grid.clientHeight) / 2;
  });
  await eventually(async () => assert.ok(Number(await rowOf(frame)) > rows / 4));
  await noneIsAwaited(frame);
  await frame.locator('.grid-cell[aria-colindex="3"]').nth(3).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowRight");
  await eventually(async () => assert.equal(await selectedCells(frame).count(), 4));
  await noneIsAwaited(frame);
  const left = await placeOf(frame);
  assert.ok(left.width > 150, String(left.width));
  return left;
}

async function placeOf(frame: Frame): Promise<Place> {
  const header = frame.locator('[role="columnheader"]', { hasText: "Group" }).first();
  const selected = selectedCells(frame);
  await selected.first().waitFor({ timeout: 5_000 });
  return {
    title: await textOf(frame.locator('.tab[aria-selected="true"] .tab-title')),
    rows: await rowCountOf(frame),
    firstRow: await rowOf(frame),
    sorted: await header.getAttribute("aria-sort"),
    width: Math.round((await header.boundingBox())?.width ?? 0),
    // The nodes of rows are used in turns.
    selected: (await selected.allTextContents()).toSorted(),
    active: await frame.locator('.grid-cell[tabindex="0"]').first().textContent(),
  };
}

function selectedCells(frame: Frame): Locator {
  return frame.locator('[role="gridcell"][aria-selected="true"]');
}

/** Cells without a value yet, and a grid with the rows of a former order. */
const waiting = '.grid-cell[data-state="waiting"], .grid[aria-busy="true"]';

/** Waits until the values of all cells in sight have come, in the order that is asked for. */
async function noneIsAwaited(frame: Frame): Promise<void> {
  await eventually(async () => assert.equal(await frame.locator(waiting).count(), 0));
}

/** The rows of the selected cells in sight, from 0. */
function selectedRows(frame: Frame): Promise<number[]> {
  return frame
    .locator('[role="row"]:has([role="gridcell"][aria-selected="true"])')
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex")) - 2));
}

/** The number of the row at the top of the grid; empty while there is none in sight. */
function rowOf(frame: Frame): Promise<string> {
  return frame.locator('[role="grid"]:not(.is-part *)').evaluate((grid) => {
    const top = grid.querySelector(".grid-header")?.getBoundingClientRect().bottom ?? 0;
    const shown = [...grid.querySelectorAll(".grid-row")].filter((row) => row.getBoundingClientRect().bottom > top + 1);
    return shown.length === 0 ? "" : String(Math.min(...shown.map((row) => Number(row.getAttribute("aria-rowindex")))));
  });
}

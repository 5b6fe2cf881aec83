import assert from "node:assert/strict";
import type { Frame } from "playwright-core";
import { eventually, rowCountOf, textOf } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTitle, rowCount } from "./big-result.ts";

const farDown = Math.floor(rowCount / 2);

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
    this.timeout(120_000);
    let left: Place;

    it("is scrolled, sorted and has a wider column and a selection", async () => {
      const { page } = current().window;
      const frame = await current().show(bigTitle);
      const header = frame.locator('[role="columnheader"]', { hasText: "Group" }).first();
      await header.locator(".grid-name").click();
      await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "ascending"));
      const edge = await header.locator(".grid-resizer").boundingBox();
      assert.ok(edge);
      const [x, y] = [edge.x + edge.width / 2, edge.y + edge.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + 90, y, { steps: 3 });
      await page.mouse.up();
      await frame.locator('[role="grid"]:not(.is-part *)').evaluate((grid, part) => {
        grid.scrollTop = (grid.scrollHeight - grid.clientHeight) * part;
      }, farDown / rowCount);
      const cell = frame.locator('.grid-cell:not([data-state="waiting"])', { hasText: /^Name / });
      await eventually(async () => assert.ok(Number(await rowOf(frame)) > rowCount / 4));
      await cell.nth(3).click();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      left = await placeOf(frame);
      assert.equal(left.selected.length, 4);
      assert.ok(left.width > 150, String(left.width));
    });

    const isSame = async () => {
      await eventually(async () => assert.deepEqual(await placeOf(await current().window.results()), left), 45_000);
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
  });
}

async function placeOf(frame: Frame): Promise<Place> {
  const header = frame.locator('[role="columnheader"]', { hasText: "Group" }).first();
  const selected = frame.locator('[role="gridcell"][aria-selected="true"]');
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

/** The number of the row at the top of the grid. */
function rowOf(frame: Frame): Promise<string> {
  return frame.locator('[role="grid"]:not(.is-part *)').evaluate((grid) => {
    const top = grid.querySelector(".grid-header")?.getBoundingClientRect().bottom ?? 0;
    const shown = [...grid.querySelectorAll(".grid-row")].filter((row) => row.getBoundingClientRect().bottom > top + 1);
    return String(Math.min(...shown.map((row) => Number(row.getAttribute("aria-rowindex")))));
  });
}

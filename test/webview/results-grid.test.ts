import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { RowRange } from "../../src/protocol/data-worker.ts";
import { announced, settled, withResultsPage } from "./support/results-page.ts";
import { peopleResult } from "./support/sample-results.ts";

const million = 1_000_000;

async function activeCell(page: Page): Promise<{ row: number; column: number; text: string }> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    const row = Number(cell?.parentElement?.getAttribute("aria-rowindex")) - 2;
    return { row, column: Number(cell?.getAttribute("aria-colindex")) - 2, text: cell?.textContent ?? "" };
  });
}

suite("The grid of the results view", function () {
  this.timeout(60_000);

  test("reaches the last of a million rows with few nodes and small windows", async () => {
    await withResultsPage(
      { people: peopleResult(million) },
      async ({ page, host, violations }) => {
        await settled(page);
        assert.equal(await page.getAttribute(".grid", "aria-rowcount"), String(million + 1));
        const nodes = () => page.evaluate(() => document.querySelectorAll("*").length);
        assert.ok((await nodes()) < 1000, `${await nodes()} nodes`);
        await page.evaluate(() => {
          const grid = document.querySelector(".grid");
          grid?.scrollTo(0, grid.scrollHeight);
        });
        await page.waitForSelector(`[aria-rowindex="${million + 1}"]`);
        await settled(page);
        const last = page.locator(`[aria-rowindex="${million + 1}"] .grid-cell`).first();
        assert.equal(await last.textContent(), "E0999999");
        const box = await last.boundingBox();
        assert.ok(box && box.y + box.height <= 900, "the last row is in sight");
        assert.ok((await nodes()) < 1000, `${await nodes()} nodes`);
        const counts = host.asks("rows").map((params) => (params as RowRange).count);
        assert.ok(Math.max(...counts) <= 500, `asked for ${Math.max(...counts)} rows`);
        assert.deepEqual(await violations(), []);
      },
      { viewport: { width: 1600, height: 900 } },
    );
  });

  test("keeps a wide result, with bars under its headers, below a thousand nodes and 500 rows", async () => {
    const columns = Array.from({ length: 50 }, (_, index) => ({
      name: `Base_Salary_${index}`,
      kind: "number" as const,
    }));
    const bars = Array.from({ length: 20 }, (_, bin) => ({
      from: String(bin),
      to: String(bin + 1),
      rowCount: 1 + bin,
    }));
    const summary = {
      rowCount: million,
      missingCount: 1,
      distinctCount: 20,
      isDistinctExact: false,
      shape: "histogram",
      bars,
    };
    await withResultsPage(
      { wide: { columns, rowCount: million, cell: (row, column) => String(row + column) } },
      async ({ page, host }) => {
        for (const share of [0, 0.3, 0.31, 1]) {
          await page.evaluate((part) => {
            const grid = document.querySelector(".grid");
            grid?.scrollTo(part * (grid.scrollWidth - grid.clientWidth), part * grid.scrollHeight);
          }, share);
          await settled(page);
          await page.waitForFunction(() => {
            const headers = [...document.querySelectorAll(".grid-header-cell")];
            return headers.length > 0 && headers.every((header) => header.querySelector("svg .summary-bar"));
          });
          const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
          assert.ok(nodes < 1000, `${nodes} nodes at ${share}`);
        }
        const counts = host.asks("rows").map((params) => (params as RowRange).count);
        assert.ok(Math.max(...counts) <= 500, `asked for ${Math.max(...counts)} rows`);
      },
      { viewport: { width: 1600, height: 900 }, instead: { columnSummary: summary } },
    );
  });

  test("moves by exactly the wheel's pixels in the middle of ten million rows", async () => {
    await withResultsPage({ people: peopleResult(10 * million) }, async ({ page }) => {
      await settled(page);
      await page.evaluate(() => {
        const grid = document.querySelector(".grid");
        grid?.scrollTo(0, grid.scrollHeight / 2);
      });
      await page.waitForFunction(
        () => Number(document.querySelector(".grid-row")?.getAttribute("aria-rowindex")) > 1000,
      );
      await settled(page);
      const first = () =>
        page.evaluate(() =>
          Math.min(
            ...[...document.querySelectorAll(".grid-row")].map((row) => Number(row.getAttribute("aria-rowindex"))),
          ),
        );
      const before = await first();
      await page.mouse.move(400, 250);
      await page.mouse.wheel(0, 220);
      await page.waitForFunction(
        (row) =>
          Math.min(
            ...[...document.querySelectorAll(".grid-row")].map((node) => Number(node.getAttribute("aria-rowindex"))),
          ) === row,
        before + 10,
      );
    });
  });

  test("leaves the rows that stay in sight alone while it scrolls, by any part of a row, and keeps the keys", async () => {
    await withResultsPage({ people: peopleResult(10_000) }, async ({ page }) => {
      await settled(page);
      await page.focus(".grid-cell.is-active");
      const nodesByRow = () =>
        page.evaluateHandle(() => {
          const rows = [...document.querySelectorAll(".grid-row")];
          return new Map(rows.map((row) => [Number(row.getAttribute("aria-rowindex")), row]));
        });
      const atFirst = await page.locator(".grid-row").count();
      for (const top of [450, 461, 489, 501]) {
        const before = await nodesByRow();
        await page.evaluate((to) => document.querySelector(".grid")?.scrollTo(0, to), top);
        // Three more above the first in sight; row 0 has the index 2.
        const first = Math.floor(top / 22) - 3 + 2;
        await page.waitForSelector(`.grid-row[aria-rowindex="${first + atFirst - 1}"]`);
        const after = await nodesByRow();
        const [staying, moved] = await page.evaluate(
          ([old, now]) => {
            const both = [...now].filter(([row]) => old.has(row));
            return [both.length, both.filter(([row, node]) => old.get(row) !== node).length];
          },
          [before, after] as const,
        );
        assert.deepEqual([await page.locator(".grid-row").count(), moved], [atFirst, 0]);
        assert.ok(top === 450 || (staying ?? 0) >= atFirst - 2, `${staying} of ${atFirst} rows stay`);
        assert.equal(await page.locator('.grid-space [tabindex="0"]').count(), 1);
      }
      await page.keyboard.press("ArrowDown");
      assert.deepEqual(await activeCell(page), { row: 1, column: 0, text: "E0000001" });
    });
  });

  test("is walked by keyboard alone", async () => {
    await withResultsPage({ people: peopleResult(million) }, async ({ page, host }) => {
      await settled(page);
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      assert.deepEqual(await activeCell(page), { row: 1, column: 1, text: "Chloé Martin" });
      await page.keyboard.press("Control+End");
      await settled(page);
      const { row, column } = await activeCell(page);
      assert.deepEqual([row, column], [million - 1, 7]);
      assert.equal(await page.locator('.grid [tabindex="0"]').count(), 1);
      await page.keyboard.press("PageUp");
      await settled(page);
      assert.ok((await activeCell(page)).row < million - 5);
      assert.match((await page.textContent('[aria-live="polite"]')) ?? "", /^Row 999,9\d\d of 1,000,000, Notes/);
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowUp");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "columnheader");
      await page.keyboard.press("Enter");
      await page.waitForSelector('[role="columnheader"][aria-sort="ascending"]');
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      assert.equal(await page.locator('.grid-cell[aria-selected="true"]').count(), 4);
      await page.keyboard.press("Control+c");
      await announced(page, "Copied 4 cells.");
      const [copied] = host.asks("copy") as (RowRange & { format: string })[];
      assert.deepEqual([copied?.first, copied?.count, copied?.columns, copied?.format], [0, 2, [0, 1], "cells"]);
      assert.deepEqual(copied?.view.sort, [{ column: 0, direction: "ascending" }]);
    });
  });

  test("sorts by clicking a header: up, down, not at all", async () => {
    await withResultsPage({ people: peopleResult(million) }, async ({ page, host }) => {
      await settled(page);
      const header = page.getByRole("columnheader", { name: "Base_Salary" });
      for (const [sort, said, first] of [
        ["ascending", "Sorted by Base_Salary, ascending.", "E0000000"],
        ["descending", "Sorted by Base_Salary, descending.", "E0999999"],
        ["none", "Not sorted.", "E0000000"],
      ] as const) {
        await header.click();
        await announced(page, said);
        await settled(page);
        await page.waitForSelector(`[role="columnheader"][aria-colindex="7"][aria-sort="${sort}"]`);
        await page.waitForFunction(
          (text) => document.querySelector('[aria-rowindex="2"] .grid-cell')?.textContent === text,
          first,
        );
      }
      assert.equal(host.asks("arrange").length, 3);
    });
  });

  test("selects by dragging and by the row's number, and keeps a selection whose menu is opened", async () => {
    await withResultsPage({ people: peopleResult(1000) }, async ({ page, host }) => {
      await settled(page);
      const cell = (row: number, column: number) => page.locator(`[aria-rowindex="${row + 2}"] .grid-cell`).nth(column);
      const selected = page.locator('.grid-cell[aria-selected="true"]');
      await cell(1, 1).hover();
      await page.mouse.down();
      await cell(3, 2).hover();
      await page.mouse.up();
      await cell(6, 4).hover();
      assert.equal(await selected.count(), 6);
      await cell(2, 2).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Copy as JSON" }).click();
      await announced(page, "Copied 6 cells.");
      const [copied] = host.asks("copy") as (RowRange & { format: string })[];
      assert.deepEqual([copied?.first, copied?.count, copied?.columns, copied?.format], [1, 3, [1, 2], "json"]);
      await cell(5, 0).click({ button: "right" });
      await page.keyboard.press("Escape");
      assert.equal(await selected.count(), 1);
      await page.locator('[aria-rowindex="4"] .grid-number').click();
      assert.equal(await selected.count(), 8);
    });
  });

  test("changes the width of a column by dragging and by keyboard", async () => {
    await withResultsPage({ people: peopleResult(100) }, async ({ page }) => {
      await settled(page);
      const header = page.getByRole("columnheader", { name: "Full_Name" });
      const width = async () => Math.round((await header.boundingBox())?.width ?? 0);
      const before = await width();
      const box = await header.boundingBox();
      const edge = (box?.x ?? 0) + (box?.width ?? 0);
      await page.mouse.move(edge, (box?.y ?? 0) + 10);
      await page.mouse.down();
      await page.mouse.move(edge + 60, (box?.y ?? 0) + 10);
      await page.mouse.up();
      await page.waitForFunction((wanted) => {
        const headers = [...document.querySelectorAll('[role="columnheader"]')];
        return headers.some((node) => node.textContent === "Full_Name" && Math.abs(node.clientWidth - wanted) < 3);
      }, before + 60);
      await header.focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowLeft");
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menuitem", { name: "Resize Column…" }).click();
      await page.getByLabel("Width of", { exact: false }).fill("333");
      await page.keyboard.press("Enter");
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[role="columnheader"]')].some(
          (node) => (node as HTMLElement).offsetWidth === 333,
        ),
      );
    });
  });

  test("shows the whole value beside the grid and gives the focus back", async () => {
    await withResultsPage({ people: peopleResult(100) }, async ({ page }) => {
      await settled(page);
      await page.locator('[aria-rowindex="19"] .grid-cell').nth(1).click();
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".viewer-text");
      assert.equal(await page.textContent(".viewer-text"), "first line\nsecond line");
      await page.keyboard.press("Escape");
      assert.equal(await page.isVisible(".viewer"), false);
      assert.deepEqual(await activeCell(page), { row: 17, column: 7, text: "first line↵second line" });
    });
  });

  test("keeps position, order and widths through a reload", async () => {
    const kept = {
      topRow: 4000,
      left: 0,
      view: { sort: [{ column: 5, direction: "descending" }], filter: [] },
      widths: { 1: 222 },
      tab: "table",
      cell: { row: 4003, column: 2 },
    };
    await withResultsPage(
      { people: peopleResult(50_000) },
      async ({ page }) => {
        await page.waitForSelector('[aria-rowindex="4005"]');
        await settled(page);
        assert.equal(await page.locator('[role="columnheader"][aria-sort="descending"]').textContent(), "Base_Salary");
        assert.equal(
          await page
            .getByRole("columnheader", { name: "Full_Name" })
            .evaluate((node) => (node as HTMLElement).offsetWidth),
          222,
        );
        assert.equal(await page.locator('[aria-rowindex="4005"] .grid-cell.is-active').count(), 1);
      },
      { state: { people: kept } },
    );
  });

  test("cuts off every text that is too long for its cell, and spares the others the work", async () => {
    const texts = [
      "plain",
      "iiiiiiiiii",
      "WWWWWWWWWW",
      "1111111111",
      "日本語日本語日本語",
      "e\u0301e\u0301",
      "👩‍👩‍👧‍👦",
      "two\nlines",
      "\ttab",
      "AVAVAVAVAV",
    ];
    const cell = (row: number, column: number) =>
      (texts[row % texts.length] ?? "").repeat(column === 0 ? 1 : 1 + (row % 4));
    await withResultsPage({ people: peopleResult(200, { cell }) }, async ({ page }) => {
      await settled(page);
      const cells = await page.locator(".grid-row .grid-cell").evaluateAll((all) =>
        all.map((one) => ({
          text: one.textContent ?? "",
          isShort: one.classList.contains("is-short"),
          isTooLong: one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
        })),
      );
      assert.deepEqual(
        cells.filter(({ isShort, isTooLong }) => isShort && isTooLong),
        [],
      );
      const short = new Set(cells.filter(({ isShort }) => isShort).map(({ text }) => text));
      assert.ok(short.has("plain") && short.has("1111111111"), [...short].join());
      assert.ok(cells.some(({ isTooLong }) => isTooLong));
    });
  });

  test("runs from right to left", async () => {
    await withResultsPage(
      { people: peopleResult(1000) },
      async ({ page }) => {
        await settled(page);
        const number = await page.locator('[aria-rowindex="2"] .grid-number').boundingBox();
        const cell = await page.locator('[aria-rowindex="2"] .grid-cell').first().boundingBox();
        assert.ok((number?.x ?? 0) > (cell?.x ?? 0), "the row number stands at the right");
        await page.focus(".grid-cell.is-active");
        await page.keyboard.press("ArrowLeft");
        assert.equal((await activeCell(page)).column, 1);
      },
      { direction: "rtl" },
    );
  });
});

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { RowRange } from "../../src/protocol/data-worker.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult, peopleResult } from "./support/sample-results.ts";
import { type ThemeName, themes } from "./support/themes.ts";

const million = 1_000_000;

async function activeCell(page: Page): Promise<{ row: number; column: number; text: string }> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    const row = Number(cell?.parentElement?.getAttribute("aria-rowindex")) - 2;
    return { row, column: Number(cell?.getAttribute("aria-colindex")) - 2, text: cell?.textContent ?? "" };
  });
}

suite("The results view", function () {
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
      await page.waitForFunction(
        () => document.querySelector('[aria-live="polite"]')?.textContent === "Copied 4 cells.",
      );
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
      ]) {
        await header.click();
        await page.waitForFunction(
          (text) => document.querySelector('[aria-live="polite"]')?.textContent === text,
          said,
        );
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
      await page.waitForFunction(
        () => document.querySelector('[aria-live="polite"]')?.textContent === "Copied 6 cells.",
      );
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

  test("says what happened in every state, with something to do", async () => {
    const results = {
      loading: peopleResult(0, { state: "loading" }),
      empty: peopleResult(0),
      failed: peopleResult(0, { state: "failed", message: "Run query: line 1, column 8: unknown metric." }),
      cancelled: peopleResult(10, { state: "cancelled", message: "" }),
      partial: peopleResult(10, { state: "partial", message: "The answer ended early." }),
    } as const;
    await withResultsPage(results, async ({ page, host }) => {
      const expectations: [keyof typeof results, RegExp, string, "cancel" | "rerun"][] = [
        ["loading", /^Running/, "Cancel", "cancel"],
        ["empty", /returned no rows/, "Run Again", "rerun"],
        ["failed", /unknown metric/, "Run Again", "rerun"],
        ["cancelled", /was cancelled/, "Run Again", "rerun"],
        ["partial", /ended early/, "Run Again", "rerun"],
      ];
      for (const [name, text, button, ask] of expectations) {
        await page.click(`[data-result="${name}"]`);
        const place = page.locator(name === "cancelled" || name === "partial" ? ".message" : ".state");
        await place.getByText(text).waitFor();
        await place.getByRole("button", { name: button }).click();
        assert.deepEqual(host.asks(ask).at(-1), { resultId: name });
      }
    });
  });

  test("offers to correct the connection when that is why a query failed", async () => {
    const refused = { state: "failed", message: "The API key is wrong." } as const;
    const results = {
      key: { ...peopleResult(0, refused), remedy: { field: "apiKey", canSignIn: false } },
      expired: { ...peopleResult(0, refused), remedy: { field: undefined, canSignIn: true } },
      partial: {
        ...peopleResult(10, { state: "partial", message: "The connection broke." }),
        remedy: { field: "host", canSignIn: false },
      },
    } as const;
    await withResultsPage(results, async ({ page, host }) => {
      const buttons = page.locator(".state-actions .button:visible");
      await page.click('[data-result="key"]');
      await page.getByRole("button", { name: "Edit API Key" }).click();
      assert.deepEqual(await buttons.allInnerTexts(), ["Edit API Key", "Run Again"]);
      await page.click('[data-result="expired"]');
      await page.getByRole("button", { name: "Sign In" }).click();
      assert.deepEqual(await buttons.allInnerTexts(), ["Sign In", "Edit Connection", "Run Again"]);
      await page.click('[data-result="partial"]');
      await page.locator(".message").getByRole("button", { name: "Edit Connection" }).click();
      assert.deepEqual(host.asks("correctConnection"), [
        { resultId: "key", action: "edit" },
        { resultId: "expired", action: "signIn" },
        { resultId: "partial", action: "edit" },
      ]);
    });
  });

  test("lists the problems of a failed query with links to their places, and folds its details", async () => {
    const message = "line 8, column 6: no `Emploee`.\nline 9, column 2: no <b>.\n\nOperation: querySqlLike\nRCI: r-1";
    const origin = { file: "file:///work/headcount.sqllike" };
    const results = { failed: { ...peopleResult(0, { state: "failed", message }), origin } };
    await withResultsPage(results, async ({ page, host }) => {
      const items = page.locator(".problems li");
      await items.nth(1).waitFor();
      assert.deepEqual(await items.allInnerTexts(), ["Line 8, column 6: no `Emploee`.", "Line 9, column 2: no <b>."]);
      const buttons = await page.locator(".state-actions .button").allInnerTexts();
      assert.deepEqual(buttons, ["Go to Error", "Run Again"]);
      await page.getByRole("button", { name: "Go to Error" }).click();
      assert.deepEqual(host.asks("goTo"), [{ resultId: "failed", line: 8, column: 6 }]);
      await items.nth(1).getByRole("button").click();
      assert.deepEqual(host.asks("goTo").at(-1), { resultId: "failed", line: 9, column: 2 });
      const details = page.locator(".failure-details");
      assert.equal(await details.getByText("querySqlLike").isVisible(), false);
      await details.locator("summary").click();
      await details.getByRole("button", { name: "Copy" }).click();
      assert.deepEqual(host.asks("copyText").at(-1), { text: "Operation: querySqlLike\nRCI: r-1" });
    });
  });

  test("shows rows as they come and what went wrong when they cannot be read", async () => {
    await withResultsPage({ people: peopleResult(50_000) }, async ({ page, host }) => {
      await settled(page);
      host.channel.notify("changed", host.shown("people", { state: "loading", rowCount: 700 }));
      await page.waitForSelector('.grid[aria-rowcount="701"]');
      host.channel.notify("changed", host.shown("people", { state: "done", rowCount: 50_000 }));
      await page.waitForSelector('.grid[aria-rowcount="50001"]');
      host.failure = "The data worker ended.";
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+End");
      await page.getByText("Rows could not be read: The data worker ended.").waitFor();
      host.failure = undefined;
      await page.getByRole("button", { name: "Try Again" }).click();
      await settled(page);
      assert.equal(await page.locator(".message").count(), 0);
    });
  });

  for (const [problem, block] of Object.entries({
    "that is no block": {},
    "of other rows": { first: 7, rowCount: 50_000, rows: [["E0000000"]], cut: [] },
  })) {
    test(`says that rows could not be read when it gets an answer ${problem}, until it gets them`, async () => {
      await withResultsPage({ people: peopleResult(50_000) }, async ({ page, host }) => {
        await settled(page);
        const before = await page.textContent('[aria-rowindex="2"] .grid-cell');
        host.instead.set("rows", block);
        await page.focus(".grid-cell.is-active");
        await page.keyboard.press("Control+End");
        await page
          .getByRole("alert")
          .getByText(/^Rows could not be read: The response to "rows" is not in the expected format/)
          .waitFor();
        await page.waitForSelector('[aria-rowindex="50001"]');
        await page.keyboard.press("Control+Home");
        await settled(page);
        assert.equal(await page.textContent('[aria-rowindex="2"] .grid-cell'), before, "what came before is kept");
        await page.keyboard.press("Control+End");
        host.instead.clear();
        await page.getByRole("button", { name: "Try Again" }).click();
        await settled(page);
        assert.equal(await page.textContent('[aria-rowindex="50001"] .grid-cell'), "E0049999");
        assert.equal(await page.locator(".message").count(), 0);
      });
    });
  }

  test("says so when it cannot learn which results there are, and tries again", async () => {
    await withResultsPage(
      { people: peopleResult(10) },
      async ({ page, host }) => {
        await page.getByText('The response to "ready" is not in the expected format').waitFor();
        host.instead.clear();
        await page.getByRole("button", { name: "Try Again" }).click();
        await settled(page);
      },
      { instead: { ready: { results: "none" } } },
    );
  });

  test("says so when a value or an export is answered in no known form", async () => {
    const long = peopleResult(10, { cell: () => null });
    await withResultsPage({ people: long }, async ({ page, host }) => {
      await settled(page);
      host.instead.set("export", { isWritten: "yes" });
      await page.getByRole("button", { name: "Export..." }).click();
      await page.getByRole("status").getByText('The response to "export" is not in the expected format').waitFor();
      host.instead.set("rows", { first: 0, rowCount: 10, rows: Array(10).fill(Array(8).fill("a")), cut: ["0:0"] });
      host.instead.set("cell", 17);
      await page.getByRole("columnheader", { name: "FTE" }).click();
      await page.waitForFunction(() => document.querySelector(".grid-cell")?.textContent === "a…");
      await page.locator('[aria-rowindex="2"] .grid-cell').first().dblclick();
      await page.getByRole("alert").getByText('The response to "cell" is not in the expected format').waitFor();
      assert.equal(await page.isVisible(".viewer"), false);
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

  test("shows rows and time in one text, and copies all facts", async () => {
    await withResultsPage({ people: peopleResult(million) }, async ({ page, host }) => {
      await settled(page);
      assert.equal(await page.locator(".facts").textContent(), "1,000,000 rows · 1.2 sec");
      await page.getByRole("button", { name: "More Actions" }).click();
      await page.getByRole("menuitem", { name: "Copy Details" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".menu").length === 0);
      const facts = [
        "Rows: 1,000,000 rows",
        "Time: 1.2 sec",
        "Size: 92.9 MB",
        "Connection: Local",
        "Tenant: WFF_sample",
        "Project: Headcount",
      ].join("\n");
      assert.deepEqual(host.copied, [facts]);
      assert.equal(await page.getByRole("toolbar").getAttribute("aria-description"), facts);
    });
  });

  test("shows the data version that the query read, where the service says it", async () => {
    const origin = { dataVersion: "5000132, 5000118" };
    await withResultsPage({ people: peopleResult(million, { origin }) }, async ({ page }) => {
      await settled(page);
      const facts = page.locator(".facts");
      assert.match((await facts.textContent()) ?? "", /^1,000,000 rows · 1\.2 sec · +5000132, 5000118$/);
      assert.match((await facts.getAttribute("title")) ?? "", /^Data version: 5000132, 5000118$/m);
    });
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

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`has nothing that axe finds, in the ${theme} theme`, async () => {
      await withResultsPage(
        { people: peopleResult(million), headcount: headcountResult() },
        async ({ page, violations }) => {
          await settled(page);
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Chart" }).click();
          await page.waitForSelector(".chart-drawing svg");
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Profile" }).click();
          await page.locator(".profile-status", { hasText: /^Profile of \d columns/ }).waitFor();
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Pivot" }).click();
          await page.locator(".pivot-table .grid-row").first().waitFor();
          assert.deepEqual(await axeFindings(page, theme), []);
          assert.deepEqual(await violations(), []);
        },
        { theme },
      );
    });
  }
});

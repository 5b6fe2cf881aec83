import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { RowRange } from "../../src/protocol/data-worker.ts";
import type { RowView } from "../../src/protocol/row-view.ts";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeResult } from "./support/fake-result.ts";
import { announced, settled, withResultsPage } from "./support/results-page.ts";
import { peopleResult } from "./support/sample-results.ts";

/** What the headers say, in the order in which they stand. */
async function headers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".grid-header-cell")]
      .sort((one, other) => Number(one.getAttribute("aria-colindex")) - Number(other.getAttribute("aria-colindex")))
      .map((header) => header.querySelector(".grid-name")?.textContent ?? ""),
  );
}

async function chooseFromMenu(page: Page, column: string, item: string): Promise<void> {
  await page.getByRole("columnheader", { name: column }).click({ button: "right", position: { x: 30, y: 10 } });
  await page.getByRole("menuitem", { name: item, exact: true }).click();
  await drawn(page);
}

/** Two frames later everything that was asked to be drawn is. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

function live(page: Page): Promise<string | null> {
  return page.textContent('[aria-live="polite"]');
}

const values = [
  ["9203817354237048492", "-0.1000000000", "2024-06-01", "6392464926136162828", "PT8H30M"],
  ["1234", "n/a", "0001-01-01", "", "P1Y2M"],
  ["-1234567.50", null, "2024-06-01 12:30:00", " \t", "P1"],
  ["1.5e3", "0.10", "soon", "a\tb\nc", null],
] as const;

const kindsResult: FakeResult = {
  title: "Values",
  columns: [
    { name: "Amount", kind: "number" },
    { name: "Share", kind: "number" },
    { name: "Day", kind: "date" },
    { name: "Text", kind: "text" },
    { name: "Duration", kind: "text" },
  ],
  rowCount: values.length,
  cell: (row, column) => values[row]?.[column] ?? null,
};

function cellTexts(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll(".grid-row")]
      .sort((one, other) => Number(one.getAttribute("aria-rowindex")) - Number(other.getAttribute("aria-rowindex")))
      .map((row) =>
        [...row.querySelectorAll(".grid-cell")]
          .sort((one, other) => Number(one.getAttribute("aria-colindex")) - Number(other.getAttribute("aria-colindex")))
          .map((cell) => cell.textContent ?? ""),
      ),
  );
}

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const long = "0123456789".repeat(100_000);
const longValues = [long, `{"id": 9203817354237048492, "list": [${"1,".repeat(300)}2], "name": "a"}`, pixel, "short"];

const longResult: FakeResult = {
  title: "Long values",
  columns: [{ name: "Value", kind: "text" }],
  rowCount: longValues.length,
  cell: (row) => longValues[row] ?? null,
};

suite("Columns of the results view", function () {
  this.timeout(60_000);

  test("are hidden, frozen and moved by menu, by dialog and by dragging, and copied as they show", async () => {
    await withResultsPage({ people: peopleResult(1000) }, async ({ page, host, violations }) => {
      await settled(page);
      await chooseFromMenu(page, "Full_Name", "Hide Column");
      await chooseFromMenu(page, "Location", "Freeze Column");
      assert.deepEqual((await headers(page)).slice(0, 3), ["Location", "Employee_ID", "Function"]);
      assert.equal(await page.getAttribute(".grid", "aria-colcount"), "8");
      await chooseFromMenu(page, "Function", "Move Left");
      assert.equal(await live(page), "Function is column 2 of 7.");
      const from = await page.getByRole("columnheader", { name: "Hire_Date" }).boundingBox();
      const to = await page.getByRole("columnheader", { name: "Function" }).boundingBox();
      assert.ok(from && to);
      await page.mouse.move(from.x + 40, from.y + 8);
      await page.mouse.down();
      await page.mouse.move(to.x + 20, to.y + 8, { steps: 4 });
      await page.mouse.up();
      await drawn(page);
      assert.deepEqual((await headers(page)).slice(0, 4), ["Location", "Hire_Date", "Function", "Employee_ID"]);
      assert.deepEqual(host.asks("arrange"), [], "a drag does not sort");
      await page.locator('[aria-rowindex="2"] .grid-cell[aria-colindex="2"]').click();
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Shift+ArrowRight");
      await page.keyboard.press("Control+c");
      await announced(page, "Copied 3 cells.");
      const [copied] = host.asks("copy") as RowRange[];
      assert.deepEqual(copied?.columns, [3, 4, 2]);
      host.channel.notify("command", { command: "chooseColumns" });
      const dialog = page.getByRole("dialog", { name: "Columns" });
      await dialog.getByText("7 of 8 columns shown").waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await dialog.getByRole("searchbox").fill("name");
      await dialog.getByRole("checkbox", { name: "Full_Name" }).check();
      await dialog.getByText("8 of 8 columns shown").waitFor();
      await dialog.getByRole("searchbox").fill("");
      await dialog.getByRole("checkbox", { name: "Notes" }).focus();
      await page.keyboard.press("Alt+ArrowUp");
      await page.keyboard.press("Space");
      await dialog.getByText("7 of 8 columns shown").waitFor();
      await page.keyboard.press("Escape");
      await drawn(page);
      assert.ok(!(await headers(page)).includes("Notes"));
      await page.waitForFunction(() => document.activeElement?.closest(".grid") !== null);
      assert.deepEqual(await violations(), []);
    });
  });

  test("have a dialog whose list and buttons fit a low panel", async () => {
    await withResultsPage(
      { people: peopleResult(100) },
      async ({ page, host }) => {
        await settled(page);
        host.channel.notify("command", { command: "chooseColumns" });
        const dialog = page.getByRole("dialog", { name: "Columns" });
        const [outer, list, close] = await Promise.all(
          [dialog, dialog.getByRole("group"), dialog.getByRole("button", { name: "Close" })].map((one) =>
            one.boundingBox(),
          ),
        );
        assert.ok(outer && list && close);
        assert.ok(list.height >= 80, `a list of ${list.height}`);
        assert.ok(close.y + close.height <= outer.y + outer.height && outer.y >= 0, "all buttons are in sight");
        assert.ok(outer.y + outer.height <= 250);
      },
      { viewport: { width: 1080, height: 250 } },
    );
  });

  test("have menus that mark one item, under the pointer or by key", async () => {
    await withResultsPage({ people: peopleResult(100) }, async ({ page }) => {
      await settled(page);
      await page.getByRole("columnheader", { name: "Function" }).click({ button: "right" });
      const marked = () =>
        page.locator(".menu-item").evaluateAll((items) => {
          const plain = getComputedStyle(items.at(-1) ?? document.body).backgroundColor;
          return items
            .filter((item) => getComputedStyle(item).backgroundColor !== plain)
            .map((item) => item.textContent);
        });
      await page.getByRole("menuitem", { name: "Freeze Column" }).hover();
      assert.deepEqual(await marked(), ["Freeze Column"]);
      await page.keyboard.press("ArrowDown");
      assert.deepEqual(await marked(), ["Move Left"]);
      const lines = await page
        .locator(".menu-item")
        .evaluateAll((items) => new Set(items.map((item) => item.getBoundingClientRect().height)).size);
      assert.equal(lines, 1, "each item stands on one line");
    });
  });

  test("take up the layout of the last run of the query, and keep the next one", async () => {
    await withResultsPage(
      { people: peopleResult(100) },
      async ({ page, host }) => {
        await page.waitForFunction(() => document.querySelector(".grid-name")?.textContent === "FTE");
        assert.ok(!(await headers(page)).includes("Location"));
        const width = () =>
          page.getByRole("columnheader", { name: "FTE" }).evaluate((node) => (node as HTMLElement).offsetWidth);
        assert.equal(await width(), 222);
        host.channel.notify("command", { command: "fitColumns" });
        await page.waitForFunction(
          () => document.querySelector<HTMLElement>(".grid-header-cell.is-frozen")?.offsetWidth !== 222,
        );
        await chooseFromMenu(page, "FTE", "Unfreeze Column");
        for (let kept = host.layouts.get("people"); kept?.frozen.length !== 0; kept = host.layouts.get("people")) {
          await drawn(page);
        }
        assert.deepEqual(host.layouts.get("people")?.hidden, ["Location"]);
        assert.ok(Object.keys(host.layouts.get("people")?.widths ?? {}).length >= 7);
      },
      { layouts: { people: { order: ["FTE"], hidden: ["Location", "Gone"], frozen: ["FTE"], widths: { FTE: 222 } } } },
    );
  });

  test("show values as the language writes them with every digit, and exactly by one key", async () => {
    await withResultsPage({ values: kindsResult }, async ({ page }) => {
      await settled(page);
      await page.waitForSelector('.grid-cell[data-state="misfit"]');
      assert.deepEqual(await cellTexts(page), [
        ["9,203,817,354,237,048,492.00", "-0.1000000000", "Jun 1, 2024", "6392464926136162828", "8 hr, 30 min"],
        ["1,234.00", "n/a", "0001-01-01", "", "1 yr, 2 mths"],
        ["-1,234,567.50", "", "Jun 1, 2024, 12:30:00 PM UTC", "·⇥", "P1"],
        ["1.5e3", "0.1000000000", "soon", "a⇥b↵c", ""],
      ]);
      const state = (row: number, column: number) =>
        page
          .locator(`[aria-rowindex="${row + 2}"] .grid-cell[aria-colindex="${column + 2}"]`)
          .evaluate((cell) => [cell.getAttribute("data-state"), cell.getAttribute("aria-label")]);
      assert.deepEqual(await state(2, 1), ["missing", "missing"]);
      assert.deepEqual(await state(1, 3), ["empty", "empty text"]);
      assert.deepEqual(await state(2, 3), ["blank", "only white space"]);
      assert.deepEqual(await state(1, 1), ["misfit", "n/a, not a valid value for this column"]);
      await page.locator(".grid-cell.is-active").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowRight");
      assert.equal(await live(page), "Row 2 of 4, Share: n/a, not a valid value for this column");
      await page.keyboard.press("ArrowUp");
      assert.equal(await live(page), "Row 1 of 4, Share: -0.1000000000");
      await page.keyboard.press("e");
      await drawn(page);
      const exact: string[][] = values.map((row) => row.map((value) => value ?? ""));
      exact[2]?.splice(3, 1, "·⇥");
      exact[3]?.splice(3, 1, "a⇥b↵c");
      assert.deepEqual(await cellTexts(page), exact);
      assert.equal(await live(page), "Show Exact Values");
    });
  });

  test("say in their headers and on a page of their own what they hold", async () => {
    await withResultsPage({ people: peopleResult(1000) }, async ({ page, host, violations }) => {
      await settled(page);
      const notes = page.getByRole("columnheader", { name: "Notes" });
      await page.waitForSelector(".grid-summary[data-missing]");
      assert.match((await notes.getAttribute("aria-description")) ?? "", /^20% missing; most frequent: Full time \(/);
      const salary = page.getByRole("columnheader", { name: "Base_Salary" });
      assert.match(
        (await salary.getAttribute("aria-description")) ?? "",
        /from 41,\d{3} to 130,\d{3}; [\d,]+ different values/,
      );
      const bars = await salary.locator("svg .summary-bar").getAttribute("d");
      assert.equal(bars?.match(/M/g)?.length, 5);
      assert.equal(host.asks("columnSummary").length, 8);
      const drawing = await salary.locator("svg").boundingBox();
      assert.ok(drawing);
      await page.mouse.click(drawing.x + drawing.width * 0.9, drawing.y + 8);
      await page.waitForFunction(() => document.querySelectorAll('.grid[aria-busy="false"]').length === 1);
      const [arranged] = host.asks("arrange") as { view: RowView }[];
      assert.deepEqual(
        arranged?.view.filter.map(({ column, operator }) => [column, operator]),
        [[5, "atLeast"]],
      );
      await page.getByRole("button", { name: "Profile" }).click();
      await page.getByText("Profile of 8 columns over 1,000 rows").first().waitFor();
      const line = page.locator(".profile-table tr", { hasText: "Base_Salary" });
      assert.match((await line.textContent()) ?? "", /^Base_Salarynumber0/);
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("show a long value in parts, JSON to fold, an image, and the next cell by an arrow key", async () => {
    await withResultsPage({ long: longResult }, async ({ page, violations }) => {
      await settled(page);
      await page.locator(".grid-cell.is-active").focus();
      await page.keyboard.press("F2");
      await page.getByText("Characters 1 to 50,000 of 1,000,000").waitFor();
      await page.getByRole("button", { name: "Next Part" }).click();
      await page.getByText("Characters 50,001 to 100,000 of 1,000,000").waitFor();
      assert.equal((await page.textContent(".viewer-text"))?.length, 50_000);
      await page.locator(".viewer-text").focus();
      await page.keyboard.press("Alt+ArrowDown");
      await page.locator(".viewer-json").getByText("9203817354237048492").waitFor();
      const list = page.locator(".viewer-json summary", { hasText: "list" });
      assert.equal(await page.locator(".viewer-json div").count(), 2, "what is folded is not in the page");
      await list.click();
      await page.getByRole("button", { name: "201 more…" }).click();
      await page.getByRole("button", { name: "101 more…" }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.locator(".viewer-other").focus();
      await page.keyboard.press("Alt+ArrowDown");
      const image = page.getByRole("img", { name: "Image in Value, row 3" });
      await image.waitFor();
      assert.equal(await image.evaluate((node) => (node as HTMLImageElement).naturalWidth), 1);
      await page.locator(".viewer-other").focus();
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(() => document.querySelector(".viewer-text")?.textContent === "short");
      await page.keyboard.press("Escape");
      assert.equal(await page.isVisible(".viewer"), false);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "short");
      assert.deepEqual(await violations(), []);
    });
  });

  for (const direction of ["ltr", "rtl"] as const) {
    test(`that are frozen stay in sight while the others scroll, ${direction}, also in forced colours`, async () => {
      const wide: FakeResult = {
        title: "Wide",
        columns: Array.from({ length: 40 }, (_, column) => ({ name: `Column ${column}`, kind: "number" as const })),
        rowCount: 100,
        cell: (row, column) => `${row}${column}`,
      };
      const columns = { order: [...wide.columns.keys()], hidden: [], frozen: [1, 3] };
      await withResultsPage(
        { wide },
        async ({ page, host }) => {
          await settled(page);
          await page.waitForSelector(".grid-cell.is-frozen");
          assert.deepEqual((await headers(page)).slice(0, 3), ["Column 1", "Column 3", "Column 0"]);
          const edge = async () => {
            const box = await page.locator('.grid-cell.is-frozen[aria-colindex="2"]').first().boundingBox();
            return box && Math.round(direction === "rtl" ? box.x + box.width : box.x);
          };
          const before = await edge();
          await page.locator(".grid-cell.is-active").focus();
          await page.keyboard.press("Control+End");
          await settled(page);
          assert.equal(await page.evaluate(() => document.activeElement?.textContent), "9939");
          assert.equal(await edge(), before);
          const [last] = (host.asks("rows") as RowRange[]).slice(-1);
          assert.deepEqual(last?.columns.slice(0, 2), [1, 3]);
          await page.keyboard.press("Home");
          await settled(page);
          assert.equal(await page.evaluate(() => document.activeElement?.textContent), "991");
          assert.equal(await page.locator('.grid [tabindex="0"]').count(), 1);
          // In forced colours axe takes the theme's colours for those on the screen.
          assert.deepEqual(direction === "ltr" ? await axeFindings(page) : [], []);
        },
        {
          direction,
          ...(direction === "rtl" && { forcedColors: "active" }),
          state: { wide: { topRow: 0, left: 0, widths: {}, columns, tab: "table", cell: { row: 0, column: 1 } } },
        },
      );
    });
  }

  test("have rows as high as the setting says at once", async () => {
    await withResultsPage({ people: peopleResult(100) }, async ({ page, host }) => {
      await settled(page);
      host.channel.notify("displaySettings", { rowHeight: 30, numberFormat: "exact", hasSummaries: false });
      await page.waitForFunction(() => document.querySelector<HTMLElement>(".grid-row")?.offsetHeight === 30);
      await settled(page);
      assert.equal(await page.locator(".has-summaries").count(), 0);
      assert.match((await cellTexts(page))[0]?.[5] ?? "", /^\d+$/);
    });
  });
});

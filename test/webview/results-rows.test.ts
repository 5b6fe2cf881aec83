import assert from "node:assert/strict";
import type { ResultViewState } from "../../src/protocol/results-view.ts";
import type { RowView } from "../../src/protocol/row-view.ts";
import { useSuiteWorker } from "../unit/results/suite-worker.ts";
import { chunks, type WorkerProcess } from "../unit/results/worker-process.ts";
import { axeFindings } from "./support/axe-findings.ts";
import {
  announced,
  columnShows,
  type ResultsPage,
  type ResultsPageOptions,
  rowsFact,
  settled,
  withResultsPage,
} from "./support/results-page.ts";
import { peopleResult } from "./support/sample-results.ts";
import { workerRows } from "./support/worker-rows.ts";

type SavedStates = Readonly<Record<string, ResultViewState | undefined>>;

const rowCount = 30_000;
const people = peopleResult(rowCount);

suite("The rows of the results view", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;

  useSuiteWorker(async (started) => {
    worker = started;
    const lines = [people.columns.map(({ name }) => name)];
    for (let row = 0; row < rowCount; row++) {
      lines.push(people.columns.map((_, column) => people.cell(row, column)) as string[]);
    }
    const kinds = Object.fromEntries(people.columns.map(({ name, kind }) => [name, kind]));
    await worker.load("people", chunks(lines.map((line) => JSON.stringify(line)).join("\n")), kinds);
  });

  /** The results view with the rows of a real worker, once the first are in sight. */
  function withRows(work: (opened: ResultsPage) => Promise<void>, options: ResultsPageOptions = {}): Promise<void> {
    const settledWork = async (opened: ResultsPage) => {
      await settled(opened.page);
      await work(opened);
    };
    return withResultsPage({ people }, settledWork, { forwarded: workerRows(worker), ...options });
  }

  test("sorts by another column as well with Shift, and says its place in the order", async () => {
    await withRows(async ({ page, host }) => {
      await page.getByRole("columnheader", { name: "Function" }).click();
      await announced(page, "Sorted by Function, ascending.");
      await page.getByRole("columnheader", { name: "Base_Salary" }).click({ modifiers: ["Shift"] });
      await announced(page, "Sorted by Function, ascending. Sorted by Base_Salary, ascending.");
      await page.keyboard.press("Shift+Enter");
      await announced(page, "Sorted by Function, ascending. Sorted by Base_Salary, descending.");
      await settled(page);
      const header = page.locator('[role="columnheader"][aria-sort="descending"]');
      assert.equal(await header.locator(".grid-arrow").getAttribute("data-order"), "2");
      assert.match((await header.getAttribute("aria-description")) ?? "", /^Sort column 2 of 2/);
      await columnShows(page, 2, ["Customer Support"]);
      const salaries = Array.from({ length: rowCount }, (_, row) => row)
        .filter((row) => people.cell(row, 2) === "Customer Support")
        .map((row) => Number(people.cell(row, 5)));
      const most = Math.max(...salaries).toLocaleString("en");
      await page.locator('[aria-rowindex="2"] [aria-colindex="7"]').getByText(most).waitFor();
      await page.keyboard.press("Shift+F10");
      await page.getByRole("menuitem", { name: "Remove from Sort" }).click();
      await announced(page, "Sorted by Function, ascending.");
      const { view } = host.asks("arrange").at(-1) as { view: RowView };
      assert.deepEqual(view, { sort: [{ column: 2, direction: "ascending" }], filter: [] });
    });
  });

  test("says the order that was asked for at a header by keyboard, after the place of the header", async () => {
    await withRows(async ({ page }) => {
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+End");
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowUp");
      await announced(page, "Column 1 of 8: Employee_ID");
      for (const said of ["Sorted by Employee_ID, ascending.", "Sorted by Employee_ID, descending.", "Not sorted."]) {
        await page.keyboard.press("Enter");
        await announced(page, said);
        await settled(page);
        await announced(page, said);
      }
    });
  });

  test("filters by what is written under the headers, and shows the condition", async () => {
    await withRows(async ({ page, host }) => {
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+Shift+L");
      await page.getByRole("textbox", { name: "Filter Employee_ID" }).waitFor();
      await page.keyboard.press("Tab");
      await page.keyboard.type("mei");
      await page.keyboard.press("Enter");
      await rowsFact(page, "4,286 of 30,000 rows");
      await settled(page);
      await columnShows(page, 1, ["Mei-Ling Chen"]);
      const salary = page.getByRole("textbox", { name: "Filter Base_Salary" });
      await salary.fill(">= 130900");
      await salary.press("Enter");
      await page
        .locator(".filter-condition")
        .getByText(`LOWER("Full_Name") LIKE '%mei%' AND "Base_Salary" >= 130900`)
        .waitFor();
      await salary.press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
      await page.getByRole("button", { name: "Copy as SQL Condition" }).click();
      assert.deepEqual(host.copied, [`LOWER("Full_Name") LIKE '%mei%' AND "Base_Salary" >= 130900`]);
      await page.getByRole("button", { name: "Clear Filters" }).first().click();
      await rowsFact(page, "30,000 rows");
      assert.equal(await salary.inputValue(), "");
    });
  });

  test("tells a filter that cannot be compared at its field, and keeps the rows", async () => {
    await withRows(async ({ page }) => {
      await page.getByRole("button", { name: "Filter Row" }).click();
      const salary = page.getByRole("textbox", { name: "Filter Base_Salary" });
      await salary.fill("> many");
      await salary.press("Enter");
      await page.getByRole("alert").getByText("Base_Salary: this is not a number.").waitFor();
      assert.equal(await salary.getAttribute("aria-invalid"), "true");
      await rowsFact(page, "30,000 rows");
      await salary.fill("41000..41010");
      await salary.press("Enter");
      await page.waitForFunction(() => document.querySelector('[data-fact="rows"]')?.textContent?.includes(" of "));
      await page.locator('[aria-label="Filter Base_Salary"]:not([aria-invalid])').waitFor();
    });
  });

  test("offers the values of a column with their counts, and chooses several by keyboard", async () => {
    await withRows(async ({ page }) => {
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Alt+ArrowDown");
      const dialog = page.getByRole("dialog", { name: "Filter Location" });
      await dialog.getByText("Singapore").waitFor();
      assert.match((await dialog.locator(".value-item", { hasText: "Singapore" }).textContent()) ?? "", /6,000/);
      assert.deepEqual(await axeFindings(page), []);
      await dialog.getByLabel("Search the values").fill("ber");
      await page.waitForFunction(() => document.querySelectorAll(".value-item").length === 1);
      await dialog.getByRole("checkbox", { name: "Berlin" }).press("Space");
      await dialog.getByLabel("Search the values").fill("");
      await dialog.getByRole("checkbox", { name: "Paris" }).press("Space");
      await rowsFact(page, "12,000 of 30,000 rows");
      await settled(page);
      await columnShows(page, 3, ["Berlin", "Paris"]);
      const [list, header] = await Promise.all([
        dialog.boundingBox(),
        page.locator(".grid-header-cell", { hasText: "Location" }).boundingBox(),
      ]);
      assert.ok(list && header && Math.abs(list.x - header.x) < 2, "under its header");
      await dialog.getByLabel("Condition").selectOption({ label: "starts with" });
      await dialog.getByLabel("Value", { exact: true }).fill("sing");
      await rowsFact(page, "6,000 of 30,000 rows");
      assert.equal(await dialog.getByRole("checkbox", { checked: true }).count(), 0);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("role")), "gridcell");
    });
  });

  test("filters by the value of a cell in one gesture, and leaves out values one after the other", async () => {
    await withRows(async ({ page }) => {
      const cell = (text: string) => page.locator(".grid-cell", { hasText: new RegExp(`^${text}$`) }).first();
      await cell("Berlin").click({ button: "right" });
      await page.getByRole("menuitem", { name: "Filter by This Value" }).click();
      await rowsFact(page, "6,000 of 30,000 rows");
      await settled(page);
      await columnShows(page, 3, ["Berlin"]);
      await page.getByRole("button", { name: "Clear Filters" }).first().click();
      await rowsFact(page, "30,000 rows");
      await settled(page);
      for (const [value, rest] of [
        ["Berlin", "24,000"],
        ["Paris", "18,000"],
      ] as const) {
        await cell(value).click({ button: "right" });
        await page.getByRole("menuitem", { name: "Exclude This Value" }).click();
        await rowsFact(page, `${rest} of 30,000 rows`);
        await settled(page);
        assert.equal(await cell(value).count(), 0);
      }
      const condition = `"Location" NOT IN ('Berlin', 'Paris') OR "Location" IS NULL`;
      assert.equal(await page.textContent(".filter-condition"), condition);
    });
  });

  test("is busy until the rows of a filter are in sight, not only until they are counted", async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    await withRows(
      async ({ page }) => {
        const cell = page.locator(".grid-cell", { hasText: /^Berlin$/ }).first();
        await cell.click({ button: "right" });
        await page.getByRole("menuitem", { name: "Exclude This Value" }).click();
        await rowsFact(page, "24,000 of 30,000 rows");
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
        assert.equal(await page.getAttribute(".grid", "aria-busy"), "true");
        assert.ok((await cell.count()) > 0, "the former rows are in sight");
        open();
        await settled(page);
        assert.equal(await cell.count(), 0);
      },
      {
        forwarded: {
          ...workerRows(worker),
          rows: async (params, signal) => {
            await (params.view?.filter.length ? gate : undefined);
            return worker.channel.request("window", params, signal);
          },
        },
      },
    );
  });

  test("filters while it is written under a header, and has room for what is wrong", async () => {
    await withRows(async ({ page }) => {
      await page.getByRole("button", { name: "Filter Row" }).click();
      const field = page.getByRole("textbox", { name: "Filter Full_Name" });
      assert.equal(await field.getAttribute("placeholder"), "contains, =, ^");
      await field.pressSequentially("mei");
      await rowsFact(page, "4,286 of 30,000 rows");
      assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).value), "mei");
      const salary = page.getByRole("textbox", { name: "Filter FTE" });
      await salary.pressSequentially("> many");
      const alert = page.getByRole("alert").getByText("FTE: this is not a number.");
      await alert.waitFor();
      const box = await alert.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 1200, "the message is in sight");
    });
  });

  test("says so when no row passes, with a way back", async () => {
    await withRows(async ({ page }) => {
      await page.getByRole("button", { name: "Filter Row" }).click();
      await page.getByRole("textbox", { name: "Filter Full_Name" }).fill("nobody");
      await page.keyboard.press("Enter");
      await page.getByText("No row passes the filters.").waitFor();
      await rowsFact(page, "0 of 30,000 rows");
      await page.locator(".is-over-rows").getByRole("button", { name: "Clear Filters" }).click();
      await rowsFact(page, "30,000 rows");
      await settled(page);
    });
  });

  test("finds a text from the active cell on, at any depth, and marks it", async () => {
    await withRows(async ({ page, violations }) => {
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+f");
      await page.keyboard.type("e0029");
      await page.locator(".find-note").getByText("1 of 1,000").waitFor();
      await page.waitForSelector('[aria-rowindex="29002"]');
      await settled(page);
      const found = page.locator(".grid-cell.is-active");
      assert.equal(await found.textContent(), "E0029000");
      assert.ok(await page.evaluate(() => (CSS.highlights.get("find-match")?.size ?? 0) > 3));
      assert.equal(await page.evaluate(() => CSS.highlights.get("find-current")?.size), 1);
      await page.keyboard.press("Shift+Enter");
      await page.locator(".find-note").getByText("1,000 of 1,000").waitFor();
      await page.keyboard.press("F3");
      await page.locator(".find-note").getByText("1 of 1,000").waitFor();
      await page.getByRole("button", { name: "Match Case" }).click();
      await page.locator(".find-note").getByText("No matches").waitFor();
      await page.getByRole("textbox", { name: "Find in the cells" }).press("Escape");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "E0029000");
      assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
      assert.deepEqual(await violations(), []);
    });
  });

  test("adds up what is selected: ranges, rows, columns and everything", async () => {
    await withRows(async ({ page, host }) => {
      const cell = (row: number, place: number) => page.locator(`[aria-rowindex="${row + 2}"] .grid-cell`).nth(place);
      const fact = (name: string) => page.locator(".selection-facts .fact", { hasText: name });
      await cell(0, 5).click();
      await cell(2, 6).click({ modifiers: ["Shift"] });
      const numbers = [0, 1, 2].flatMap((row) => [5, 6].map((place) => Number(people.cell(row, place))));
      const sum = numbers.reduce((total, number) => total + number, 0).toFixed(1);
      await fact("Sum")
        .getByText(Number(sum).toLocaleString("en", { minimumFractionDigits: 1 }))
        .waitFor();
      await fact("Distinct").getByText("5").waitFor();
      await fact("Sum").click();
      assert.deepEqual(host.copied, [sum]);
      await page.locator('[aria-rowindex="3"] .grid-number').click();
      await page.locator('[aria-rowindex="6"] .grid-number').click({ modifiers: ["Shift"] });
      await fact("Cells").getByText("32", { exact: true }).waitFor();
      await page.getByRole("columnheader", { name: "FTE" }).click({ button: "right" });
      await page.getByRole("menuitem", { name: "Select Column" }).click();
      await fact("Sum").getByText("29,454.4").waitFor();
      await fact("Average").getByText("0.981813").waitFor();
      await page.keyboard.press("Control+a");
      await fact("Cells").getByText("240,000").waitFor();
      await page.keyboard.press("ArrowDown");
      await page.waitForFunction(() => document.querySelectorAll(".selection-facts .fact").length === 0);
    });
  });

  test("stops a sort that takes long and shows the rows as before", async () => {
    await withRows(
      async ({ page }) => {
        await page.getByRole("columnheader", { name: "Full_Name" }).click();
        await page.getByText(/^Sorting and filtering… /).waitFor();
        await page.getByRole("button", { name: "Stop" }).click();
        await announced(page, "Stopped. The rows are shown as before.");
        assert.equal(await page.locator('[aria-sort="ascending"]').count(), 0);
        assert.equal(await page.locator(".busy-line:visible").count(), 0);
        await page.waitForSelector('.grid[aria-busy="false"]');
      },
      {
        forwarded: {
          ...workerRows(worker),
          arrange: (_params, signal) =>
            new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("stopped")))),
        },
      },
    );
  });

  test("keeps order, filters and place through a reload", async () => {
    const view: RowView = {
      sort: [{ column: 5, direction: "descending" }],
      filter: [{ column: 2, operator: "oneOf", values: ["Sales", "Finance"] }],
    };
    const kept = {
      topRow: 9000,
      left: 0,
      view,
      widths: {},
      tab: "table",
      cell: { row: 9002, column: 2 },
      isFilterShown: true,
    };
    await withRows(
      async ({ page }) => {
        await rowsFact(page, "15,000 of 30,000 rows");
        await page.waitForSelector('[aria-rowindex="9004"]');
        await settled(page);
        assert.equal(await page.getAttribute(".grid", "aria-rowcount"), "15001");
        assert.equal(await page.locator('[aria-sort="descending"]').count(), 1);
        assert.equal(await page.getByRole("textbox", { name: "Filter Function" }).inputValue(), "Sales, Finance");
        assert.equal(await page.locator('[aria-rowindex="9004"] .grid-cell.is-active').count(), 1);
      },
      { state: { people: kept } },
    );
  });

  test("keeps its place while it goes on changing, for a page that is taken away in the midst of it", async () => {
    await withRows(async ({ page }) => {
      await page.locator('[aria-rowindex="2"] [aria-colindex="3"]').click();
      const savedRow = async () => {
        const saved = (await page.evaluate(() => Reflect.get(window, "savedState"))) as { states: SavedStates };
        return saved.states["people"]?.cell.row ?? 0;
      };
      // How many presses go into the interval of a save depends on the machine; no press waits for a save.
      for (let presses = 0; presses < 800 && (await savedRow()) <= 10; presses += 20) {
        for (let each = 0; each < 20; each++) {
          await page.keyboard.press("ArrowDown");
        }
      }
      assert.ok((await savedRow()) > 10);
    });
  });

  test("has nothing that axe finds with its filters, its search and a selection in sight", async () => {
    await withRows(
      async ({ page, violations }) => {
        await page.getByRole("button", { name: "Filter Row" }).click();
        await page.getByRole("textbox", { name: "Filter Location" }).fill("par");
        await page.keyboard.press("Enter");
        await rowsFact(page, "6,000 of 30,000 rows");
        await page.keyboard.press("Escape");
        await page.keyboard.press("Control+a");
        await page.locator(".selection-facts .fact").first().waitFor();
        await page.keyboard.press("Control+f");
        await page.keyboard.type("paris");
        await page.locator(".find-note").getByText("of 6,000").waitFor();
        assert.deepEqual(await axeFindings(page), []);
        assert.deepEqual(await violations(), []);
      },
      { theme: "highContrastLight" },
    );
  });
});

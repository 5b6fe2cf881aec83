import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { rowsInSight } from "../../support/rows-in-sight.ts";
import { webviewFrame } from "../host/workbench.mjs";
import { cellsOf, fact, rowCountOf } from "./shown-result.ts";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** E01 and E22 of the language document, as they stand there. */
const examples = `-- E01
SELECT exitCount() FROM Employee_Exit
WHERE Service_Time IN periods(date("2024-01-01"), 12, period(1, Month));

-- E22
SELECT RequisitionID FROM Requisition
WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-07-01")
`;

/** The main job as a person does it. */
export function mainJob(current: () => WorkforceWindow): void {
  describe("the main job", () => {
    const people = "People who are here now";
    const headcount = "Headcount by function, month by month";

    it("runs a query by the lens above it and shows its rows", async () => {
      const window = current();
      await window.openFile("headcount.sqllike");
      await window.clickRun(1);
      const frame = await window.result(headcount);
      assert.ok((await rowCountOf(frame)) >= 24);
      const [count = ""] = await cellsOf(frame, 1);
      assert.match(count, /^\d+$/);
      // By its display name; its id is General_Management.
      await eventually(async () => assert.equal((await cellsOf(frame, 1))[1], "General Management"));
    });

    it("shows at least eight rows of a pivot and ten of a table in the default panel", async () => {
      const frame = await current().results();
      await frame.locator(".toolbar").first().getByRole("button", { name: "Pivot", exact: true }).click();
      await frame.locator(".is-part .grid-cell").first().waitFor();
      await eventually(async () => assert.ok((await rowsInSight(frame)) >= 8, `${await rowsInSight(frame)} rows`));
      await frame.locator(".toolbar").first().getByRole("button", { name: "Table", exact: true }).click();
      await eventually(async () => assert.ok((await rowsInSight(frame)) >= 10, `${await rowsInSight(frame)} rows`));
    });

    it("says where the result comes from, how large it is and how long it took", async () => {
      const frame = await current().result(headcount);
      assert.equal(await fact(frame, "connection"), "Local");
      assert.equal(await fact(frame, "tenant"), "WFF_demo");
      assert.equal(await fact(frame, "rows"), `${await rowCountOf(frame)} rows`);
      assert.match(await fact(frame, "time"), /^[\d.,]+ (ms|sec)$/);
    });

    it("sorts by a click on a header", async () => {
      const frame = await current().result(headcount);
      const header = frame.locator(".grid-header-cell", { hasText: "Headcount" });
      await header.click();
      await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "ascending"));
      const least = Number((await cellsOf(frame, 1))[0]);
      await header.click();
      await eventually(async () => assert.equal(await header.getAttribute("aria-sort"), "descending"));
      await eventually(async () => assert.ok(Number((await cellsOf(frame, 1))[0]) > least));
    });

    it("filters by what is written under a header, says how many rows pass, and finds a text", async () => {
      const window = current();
      const frame = await window.result(headcount);
      const rows = await rowCountOf(frame);
      const [most = "", name = ""] = await cellsOf(frame, 1);
      await window.command("Workforce: Show or Hide Filter Row of Results");
      const field = frame.getByRole("textbox", { name: "Filter Headcount" });
      await field.fill(`>= ${most.replaceAll(",", "")}`);
      await field.press("Enter");
      await frame.locator(".filter-condition", { hasText: '"Headcount" >=' }).waitFor();
      const passing = await rowCountOf(frame);
      assert.ok(passing > 0 && passing < rows);
      assert.equal(await fact(frame, "rows"), `${passing} of ${rows} rows`);
      await window.command("Workforce: Find in Results");
      const search = frame.getByRole("textbox", { name: "Find in the cells" });
      await search.fill(name);
      await frame.locator(".find-note", { hasText: /^1 of / }).waitFor();
      await search.press("Escape");
      await window.command("Workforce: Clear Filters of Results");
      await eventually(async () => assert.equal(await rowCountOf(frame), rows));
      await window.command("Workforce: Show or Hide Filter Row of Results");
      await field.waitFor({ state: "hidden" });
    });

    it("draws a chart beside the table of what it shows", async () => {
      const frame = await current().result(headcount);
      await frame.getByRole("button", { name: "Chart" }).click();
      await frame.locator(".chart svg").first().waitFor();
      await eventually(async () => assert.ok((await frame.locator(".chart svg path").count()) > 5));
      await eventually(async () => assert.ok((await frame.locator(".chart table tr").count()) > 24));
      await frame.getByRole("button", { name: "Table" }).click();
      await frame.locator('[role="grid"]:not(.is-part *)').waitFor();
    });

    it("shows the months along the top as a pivot, and opens the chart's spec beside the query", async () => {
      const window = current();
      const frame = await window.result(headcount);
      await frame.getByRole("button", { name: "Pivot" }).click();
      const grid = frame.locator(".pivot-table .grid");
      await grid.locator('.grid-cell:not([data-state="waiting"])').first().waitFor();
      await eventually(async () => assert.ok(Number(await grid.getAttribute("aria-colcount")) > 3));
      await window.command("Workforce: Edit Chart Spec");
      const tab = window.page.locator(".tabs-container .tab.active", { hasText: "headcount.chart.json" });
      await tab.waitFor();
      await window.command("View: Revert and Close Editor");
      await frame.getByRole("button", { name: "Table" }).click();
      await frame.locator('[role="grid"]:not(.is-part *)').waitFor();
    });

    it("runs the statement under the cursor by Ctrl+Enter as a second result", async () => {
      const window = current();
      await window.clickLine("FROM Employee_Exit");
      await window.page.keyboard.press("Control+Enter");
      const frame = await window.result("Leavers by reason and month");
      assert.equal(await frame.locator(".tab").count(), 2);
      assert.ok((await rowCountOf(frame)) >= 12);
    });

    it("runs every statement of a file, each with a result of its own", async () => {
      const window = current();
      await window.command("Workforce: Run All Queries in File");
      const frame = await window.result("People who are here now");
      // The first result was sorted, so it keeps its tab; the second one gave its own to its next run.
      await eventually(async () => assert.equal(await frame.locator('.tab[data-state="done"]').count(), 5));
      assert.equal(await frame.locator(".tab").count(), 5);
      const [list, tab] = await Promise.all(
        [".tab-list", '.tab[aria-selected="true"]'].map((one) => frame.locator(one).boundingBox()),
      );
      assert.ok(list && tab && tab.x >= list.x - 1 && tab.x + tab.width <= list.x + list.width + 1, "in sight");
      const [id = "", person = ""] = await cellsOf(frame, 1);
      assert.ok(id !== "" && person !== "");
    });

    it("is reached from the editor by a key, shows the next result by another, and is left by Escape", async () => {
      const window = current();
      await window.clickLine("FROM Employee_Exit");
      await window.page.keyboard.press("Control+Alt+r");
      const frame = await window.results();
      const focused = () => frame.evaluate(() => document.activeElement?.getAttribute("role"));
      await eventually(async () => assert.equal(await focused(), "gridcell"));
      const active = () => frame.locator('.tab[aria-selected="true"]').getAttribute("data-result");
      const before = await active();
      await window.page.keyboard.press("Control+PageUp");
      await eventually(async () => assert.notEqual(await active(), before));
      await window.page.keyboard.press("Control+PageDown");
      await eventually(async () => assert.equal(await active(), before));
      await eventually(async () => assert.equal(await focused(), "gridcell"));
      await window.page.keyboard.press("Escape");
      await window.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    });

    it("is filtered by the value of a cell in one gesture", async () => {
      const frame = await current().result(people);
      const rows = await rowCountOf(frame);
      await frame.locator('.grid-row[aria-rowindex="2"] .grid-cell').first().click({ button: "right" });
      await frame.getByRole("menuitem", { name: "Filter by This Value" }).click();
      await eventually(async () => assert.ok((await rowCountOf(frame)) < rows));
      await frame.getByRole("button", { name: "Clear Filters" }).first().click();
      await eventually(async () => assert.equal(await rowCountOf(frame), rows));
    });

    it("offers no function for an average that would add it up", async () => {
      const window = current();
      const time = 'Service_Time IN periods(date("2026-01-01"), 2, period(1, Month))';
      await window.openQueries(
        "pay.sqllike",
        `-- Average pay\nSELECT averageSalary() AS "Average pay", level(Location, "Location_1") AS Country FROM Employee WHERE ${time};\n`,
      );
      await window.page.keyboard.press("Control+Enter");
      const frame = await window.result("Average pay");
      await frame.getByRole("button", { name: "Pivot", exact: true }).click();
      const fields = frame.getByRole("button", { name: "Fields", exact: true });
      await fields.and(frame.locator("[aria-expanded]")).waitFor();
      if ((await fields.getAttribute("aria-expanded")) === "false") {
        await fields.click();
      }
      const functions = frame.getByLabel("Function of Average pay");
      await functions.waitFor();
      const offered = await functions.locator("option").allTextContents();
      assert.deepEqual(offered, ["As It Is", "Count", "Distinct Count", "Minimum", "Maximum"]);
      await window.command("View: Revert and Close Editor");
    });

    it("runs E01 and E22 of the language from the editor to the grid", async () => {
      const window = current();
      await window.openQueries("examples.sqllike", examples);
      await window.clickRun(1);
      const aggregate = await window.result("E01");
      assert.equal(await rowCountOf(aggregate), 12);
      await window.clickRun(2);
      const list = await window.result("E22");
      assert.ok((await rowCountOf(list)) > 0);
      assert.match((await cellsOf(list, 1))[0] ?? "", /\S/);
    });

    it("closes a result and leaves the others", async () => {
      const window = current();
      const frame = await window.result("E22");
      const before = await frame.locator(".tab").count();
      await frame.locator('.tab[aria-selected="true"] .tab-close').click();
      await eventually(async () => assert.equal(await frame.locator(".tab").count(), before - 1));
    });

    it("finds a closed result in the history, and reads it by a scratch query", async () => {
      const window = current();
      await window.command("Workforce: Show Result History");
      await window.quickPickRow("E22").first().click();
      const rows = await rowCountOf(await window.result("E22"));
      await window.command("Workforce: New Scratch Query");
      await window.page.locator(".view-lines", { hasText: "scratch" }).first().click();
      await window.page.keyboard.press("Control+Enter");
      assert.equal(await rowCountOf(await window.result("scratch: E22")), Math.min(rows, 100));
    });

    it("completes the open results and their columns in a scratch query, and runs it by the button in its title", async () => {
      const window = current();
      const { keyboard } = window.page;
      const suggestions = window.page.locator(".suggest-widget.visible .monaco-list-row");
      const acceptSuggestion = async (text: string) => {
        await suggestions.filter({ hasText: text }).first().click();
        await suggestions.first().waitFor({ state: "hidden" });
      };
      // By key: the list that comes by itself as one types does not always come on a busy machine.
      const askFor = (text: string) =>
        eventually(async () => {
          await keyboard.press("Escape");
          await keyboard.press("Control+Space");
          await suggestions.filter({ hasText: text }).first().waitFor({ timeout: 3_000 });
        });
      await window.page.locator(".view-lines", { hasText: "scratch" }).first().click();
      await keyboard.press("Control+End");
      await keyboard.type("-- Counted\nSELECT count() AS n FROM ");
      await askFor("E22");
      await window.picture("scratch-results");
      await acceptSuggestion(people);
      await keyboard.type(" WHERE Base");
      await askFor("Base_Salary");
      await window.picture("scratch-columns");
      await acceptSuggestion("Base_Salary");
      await keyboard.type(" > 0");
      const frame = await window.showingNewResult(() =>
        window.page.locator('.editor-actions .action-label[aria-label^="Run Scratch Query"]').first().click(),
      );
      await window.result("Counted");
      assert.match((await cellsOf(frame, 1))[0] ?? "", /^[1-9]\d*$/);
    });

    // By itself, so that it is closed after a failure too: a dialog that asks to save it would block all that follows.
    it("closes the scratch query without a question", async () => {
      const window = current();
      await window.page.locator(".view-lines", { hasText: "scratch" }).first().click();
      await window.command("View: Revert and Close Editor");
      await window.page.locator(".tab", { hasText: "scratch query" }).waitFor({ state: "detached" });
    });

    it("shows the columns of a query as they were left when it runs again", async () => {
      const window = current();
      const frame = await window.results();
      await frame.locator(".tab", { hasText: people }).first().click();
      await window.result(people);
      const names = () => frame.locator(".grid-header-cell .grid-name").allTextContents();
      const active = () => frame.locator('.tab[aria-selected="true"]').getAttribute("data-result");
      const [[hidden = "", shown = ""], first] = [await names(), await active()];
      const isHidden = async () => {
        assert.ok((await names()).includes(shown));
        assert.ok(!(await names()).includes(hidden));
      };
      await window.command("Workforce: Choose Result Columns...");
      const dialog = frame.getByRole("dialog", { name: "Columns" });
      await dialog.getByRole("checkbox", { name: hidden, exact: true }).uncheck();
      await dialog.getByRole("button", { name: "Close" }).click();
      await eventually(isHidden);
      await frame.getByRole("button", { name: "Run Again" }).click();
      await eventually(async () => assert.notEqual(await active(), first));
      await window.result(people);
      await eventually(isHidden);
    });

    it("has the results, their origin and their rows again after the window was reloaded", async () => {
      const window = current();
      const before = await (await window.results()).locator(".tab-title").allTextContents();
      await window.reload();
      await eventually(async () => {
        const titles = await (await window.results()).locator(".tab-title").allTextContents();
        assert.deepEqual(titles.toSorted(), before.toSorted());
      });
      const frame = await window.results();
      await frame.locator(".tab", { hasText: headcount }).first().click();
      const shown = await window.result(headcount);
      assert.equal(await fact(shown, "tenant"), "WFF_demo");
      assert.doesNotMatch(await fact(shown, "time"), /^0 /);
      assert.ok((await rowCountOf(shown)) >= 24);
      // Still sorted, and still by number.
      const [first, last] = [await cellsOf(shown, 1), await cellsOf(shown, 5)];
      assert.ok(Number(first[0]) >= Number(last[0]) && Number(first[0]) > 9, `${first[0]} ${last[0]}`);
    });

    it("opens a result in an editor tab that is called as the result", async () => {
      const window = current();
      await window.command("Workforce: Open Result in Editor Tab");
      const tab = window.page.locator(".tabs-container .tab.active", { hasText: /^(?!.*sqllike)/ });
      await eventually(async () => assert.equal(await textOf(tab.locator(".label-name")), headcount));
      await window.page.keyboard.press("Control+F4");
      await window.command("View: Close Editor");
    });

    it("is reached from the editor by the same key in an editor tab, also in one behind another", async () => {
      const window = current();
      const { page, workspaceFolder } = window;
      /** Writes the settings of the workspace and waits until VS Code has read them, which its title tells. */
      const configure = async (settings: object, title: string) => {
        const file = join(workspaceFolder, ".vscode", "settings.json");
        await writeFile(file, JSON.stringify({ ...settings, "window.title": title }));
        await page.waitForFunction((wanted) => document.title.includes(wanted), title);
      };
      const goToResults = async () => {
        await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
        await page.keyboard.press("Control+Alt+r");
        await eventually(async () => assert.equal(await focusedRole(await webviewFrame(page, headcount)), "gridcell"));
      };
      await mkdir(join(workspaceFolder, ".vscode"), { recursive: true });
      await configure({ "workforce.results.location": "editor" }, "in editor tabs");
      await window.openFile("headcount.sqllike");
      await window.command("Workforce: Open Result in Editor Tab");
      const frame = await webviewFrame(page, headcount);
      await frame.locator(".toolbar").first().getByRole("button", { name: "Table", exact: true }).click();
      await window.command("View: Focus First Editor Group");
      await goToResults();
      // It opens in the group of the results, in front of them.
      await window.openFile("headcount.sqllike");
      await goToResults();
      await window.command("View: Close All Editors");
      await configure({}, "in the panel");
    });
  });
}

/** The role of what has the focus of the window; undefined while another part of the window has it. */
function focusedRole(frame: Frame): Promise<string | null | undefined> {
  return frame.evaluate(() => (document.hasFocus() ? document.activeElement?.getAttribute("role") : undefined));
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult, peopleResult } from "./support/sample-results.ts";
import { checkToolbars } from "./support/toolbar-stops.ts";

const titles = (page: Page) => page.locator(".tab-title").allTextContents();
const activeTitle = (page: Page) => page.textContent('.tab[aria-selected="true"] .tab-title');

/** Results with titles that need more room than the view has. */
function manyResults() {
  const ids = Array.from({ length: 14 }, (_, index) => `r${index}`);
  return Object.fromEntries(ids.map((id) => [id, peopleResult(40, { title: `Everyone by function ${id}` })]));
}

suite("The tabs of the results", function () {
  this.timeout(60_000);

  test("have the active one in sight, and a list of all when they do not fit", async () => {
    await withResultsPage(manyResults(), async ({ page, host }) => {
      await settled(page);
      // Tabs are scrolled in a frame of their own, after the list of all has taken its room.
      const waitInSight = () =>
        page.waitForFunction(() => {
          const [list, tab] = [".tab-list", '.tab[aria-selected="true"]'].map((one) =>
            document.querySelector(one)?.getBoundingClientRect(),
          );
          return list && tab && tab.left >= list.left - 1 && tab.right <= list.right + 1;
        });
      assert.equal(await activeTitle(page), "Everyone by function r13");
      await waitInSight();
      await page.click(".tab-overflow");
      assert.equal(await page.locator(".menu-item").count(), 14);
      await page.getByRole("menuitem", { name: "Everyone by function r2", exact: true }).click();
      assert.equal(await activeTitle(page), "Everyone by function r2");
      await waitInSight();
      host.channel.notify("command", { command: "previousResult" });
      host.channel.notify("command", { command: "previousResult" });
      host.channel.notify("command", { command: "previousResult" });
      await page.waitForSelector('.tab[aria-selected="true"][data-result="r13"]');
      // The one before the first is the last.
      await waitInSight();
      assert.deepEqual(host.asks("setActive").at(-1), { resultId: "r13" });
      assert.equal(await page.locator('.tab[tabindex="0"]').count(), 1);
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+PageUp");
      await page.waitForSelector('.tab[aria-selected="true"][data-result="r12"]');
      await page.keyboard.press("Control+PageDown");
      await page.waitForSelector('.tab[aria-selected="true"][data-result="r13"]');
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
    });
  });

  test("are where the focus comes in a view without cells", async () => {
    await withResultsPage({ one: peopleResult(40) }, async ({ page, host }) => {
      await settled(page);
      const focused = () => page.evaluate(() => document.activeElement?.textContent);
      for (const view of ["Chart", "Profile"]) {
        await page.getByRole("button", { name: view, exact: true }).click();
        await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
        host.channel.notify("command", { command: "focusGrid" });
        await page.waitForFunction(() => document.activeElement !== document.body);
        assert.equal(await focused(), view);
      }
      await page.getByRole("button", { name: "Table", exact: true }).click();
      host.channel.notify("command", { command: "focusGrid" });
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
    });
  });

  test("give the focus to the grid when that was asked for before the results are there", async () => {
    let load = (_answer: unknown): void => undefined;
    const ready = new Promise((resolve) => {
      load = resolve;
    });
    await withResultsPage(
      { one: peopleResult(40) },
      async ({ page, host }) => {
        host.channel.notify("command", { command: "focusGrid" });
        const { displaySettings } = host;
        load({ results: [host.shown("one")], activeId: "one", displaySettings });
        await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
      },
      { instead: { ready } },
    );
  });

  test("are at most four stops away from the grid, past the summaries, filters and tools of the result", async () => {
    await withResultsPage({ one: peopleResult(1000), two: peopleResult(1000) }, async ({ page }) => {
      await settled(page);
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+Shift+L");
      await page.getByRole("textbox", { name: "Filter Employee_ID" }).waitFor();
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
      const isAtTab = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "tab");
      let stops = 0;
      for (; !(await isAtTab()) && stops < 20; stops++) {
        await page.keyboard.press("Shift+Tab");
      }
      assert.ok(stops <= 4, `${stops} stops`);
      await checkToolbars(page, 1);
    });
  });

  test("tell results of the same title apart by the time of their run", async () => {
    await withResultsPage(
      { a: headcountResult(), b: headcountResult(), c: peopleResult(3) },
      async ({ page, host }) => {
        await settled(page);
        const ofMorning = (resultId: string, minute: number) => {
          const shown = host.shown(resultId);
          host.channel.notify("changed", { ...shown, startedAtMs: new Date(2026, 4, 5, 9, minute).getTime() });
        };
        ofMorning("a", 5);
        ofMorning("b", 7);
        await page.waitForFunction(() => /9:07/.test(document.querySelector(".tab-list")?.textContent ?? ""));
        const [first = "", second = "", third] = await titles(page);
        assert.match(first, /^Headcount by function · .*9:05/);
        assert.match(second, /^Headcount by function · .*9:07/);
        assert.equal(third, "Everyone by function");
      },
    );
  });

  test("give their place to the next run of their statement, and come back when it fails", async () => {
    await withResultsPage({ one: peopleResult(40), two: headcountResult() }, async ({ page, host }) => {
      await settled(page);
      await page.click('.tab[data-result="one"]');
      await page.getByRole("button", { name: "Profile" }).click();
      await page.waitForSelector(".profile-table");
      host.addResult("again", { ...peopleResult(40), state: "loading" });
      const run = { ...host.shown("again"), replacedIds: ["one"] };
      host.channel.notify("changed", run);
      await page.waitForSelector('.tab[data-result="again"][aria-selected="true"]');
      const ids = () => page.locator(".tab").evaluateAll((tabs) => tabs.map((tab) => tab.getAttribute("data-result")));
      assert.deepEqual(await ids(), ["again", "two"]);
      host.channel.notify("changed", { ...run, summary: { ...run.summary, state: "failed", rowCount: 0 } });
      await page.waitForFunction(() => document.querySelectorAll(".tab").length === 3);
      assert.deepEqual(await ids(), ["again", "one", "two"]);
      host.channel.notify("changed", { ...run, summary: { ...run.summary, state: "done" } });
      host.channel.notify("closed", { resultId: "one" });
      await page.waitForFunction(() => document.querySelectorAll(".tab").length === 2);
      await page.waitForSelector(".profile-table", { state: "visible" });
    });
  });

  test("have a menu of their own by key and by pointer, and lead back to the editor", async () => {
    await withResultsPage(
      { a: headcountResult(), b: headcountResult(), c: peopleResult(3) },
      async ({ page, host }) => {
        await settled(page);
        await page.focus('.tab[aria-selected="true"]');
        await page.keyboard.press("Shift+F10");
        const items = () => page.locator(".menu-item").allTextContents();
        assert.deepEqual(await items(), [
          "Close",
          "Close Others",
          "Close All",
          "Pin",
          "Rename...",
          "Compare with Previous Run",
        ]);
        await page.keyboard.press("Escape");
        assert.deepEqual(await axeFindings(page), []);
        assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-result")), "c");
        for (const [label, ask, params] of [
          ["Pin", "pin", { resultId: "a", isPinned: true }],
          ["Rename...", "rename", { resultId: "a" }],
          ["Compare with Previous Run", "compareWithPrevious", { resultId: "a" }],
        ] as const) {
          await page.click('.tab[data-result="a"]', { button: "right" });
          await page.getByRole("menuitem", { name: label, exact: true }).click();
          assert.deepEqual(host.asks(ask), [params]);
        }
        await page.focus('.tab[aria-selected="true"]');
        await page.keyboard.press("Escape");
        await eventually(async () => host.asks("focusEditor")[0]);
        assert.equal(host.asks("focusEditor").length, 1);
        await page.click('.tab[data-result="b"]', { button: "right" });
        await page.getByRole("menuitem", { name: "Close Others" }).click();
        await page.waitForFunction(() => document.querySelectorAll(".tab").length === 1);
        assert.deepEqual(host.asks("close"), [{ resultId: "a" }, { resultId: "c" }]);
      },
    );
  });

  test("report what was worked on, once, and the grid leads back to the editor with nothing open", async () => {
    await withResultsPage({ one: peopleResult(40) }, async ({ page, host }) => {
      await settled(page);
      await page.locator(".grid-cell").first().click();
      await page.keyboard.press("ArrowDown");
      await settled(page);
      assert.deepEqual(host.asks("touch"), [], "a look is no work");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await page.waitForFunction(() => document.querySelectorAll('.grid-cell[aria-selected="true"]').length === 3);
      assert.deepEqual(host.asks("touch"), [{ resultId: "one" }]);
      await page.keyboard.press("F2");
      await page.waitForSelector(".viewer");
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => document.activeElement?.getAttribute("role") === "gridcell");
      assert.equal(host.asks("focusEditor").length, 0, "the value was open");
      const hasLeft = (count: number) =>
        eventually(
          async () => host.asks("focusEditor").length === count || undefined,
          () => `The editor was asked for ${host.asks("focusEditor").length} times, not ${count}`,
        );
      await page.keyboard.press("Escape");
      await hasLeft(1);
      // From a tool over the rows, too.
      await page.getByRole("button", { name: "Filter Row" }).focus();
      await page.keyboard.press("Escape");
      await hasLeft(2);
    });
  });
});

import assert from "node:assert/strict";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** Writing a query. */
export function editor(current: () => WorkforceWindow): void {
  describe("the editor", () => {
    const suggestions = (window: WorkforceWindow) =>
      window.page.locator(".suggest-widget.visible .monaco-list-row").allInnerTexts();

    it("offers the time filter in the form of the query's kind after WHERE", async () => {
      const window = current();
      await window.openQueries("typed.sqllike", "-- typed\n");
      await window.replaceText("SELECT employeeCount() FROM Employee WHERE ");
      await window.page.keyboard.press("Control+Space");
      await eventually(async () => {
        const [first = ""] = await suggestions(window);
        assert.match(first.replaceAll("\u00a0", " "), /^Service_Time IN periods\(/);
      });
      await window.page.keyboard.press("Escape");
    });

    it("offers the metrics of the active connection's model", async () => {
      const window = current();
      await window.replaceText("SELECT employeeC");
      await eventually(async () => {
        await window.page.keyboard.press("Control+Space");
        const offered = (await suggestions(window)).join("\n");
        await window.page.keyboard.press("Escape");
        assert.match(offered, /employeeCount/);
      });
    });

    it("says in Problems that a range does not fit an aggregate query, as it is typed", async () => {
      const window = current();
      await window.replaceText(
        'SELECT employeeCount() FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-07-01")',
      );
      await window.page.locator(".squiggly-error").first().waitFor();
      await window.command("Problems: Focus on Problems View");
      const problem = window.page.locator(".markers-panel .monaco-list-row", { hasText: "SL503" });
      await problem.waitFor();
      assert.match(await textOf(problem), /An aggregate query needs periods, not a range/);
    });

    it("begins a new query from a working example", async () => {
      const window = current();
      await window.command("Workforce: New Query");
      const lens = window.page.locator(".editor-group-container.active .codelens-decoration a", { hasText: "Run" });
      await lens.first().waitFor();
    });
  });
}

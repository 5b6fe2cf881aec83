import assert from "node:assert/strict";
import { rowCountOf } from "./shown-result.ts";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

const people = `-- Everybody
SELECT EmployeeID, Full_Name FROM Employee
WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01");
`;

/** How many rows a run shows, seen and changed where it runs. */
export function rowLimit(current: () => WorkforceWindow): void {
  describe("the row limit", () => {
    const limit = () => current().page.locator('.statusbar-item[id$="workforce.rowLimit"]');

    it("stands in the status bar while a query is edited, and is changed in one pick there", async () => {
      const window = current();
      await window.openQueries("everybody.sqllike", people);
      // An editor that loses the focus before its lenses are drawn draws them late.
      await window.page.locator(".codelens-decoration a", { hasText: "Run" }).first().waitFor();
      await eventually(async () => assert.match(await textOf(limit()), /All rows/));
      await limit().click();
      await window.quickPickRow("First 10,000 rows").click();
      await eventually(async () => assert.match(await textOf(limit()), /First 10,000 rows/));
    });

    it("takes any number", async () => {
      const window = current();
      await window.command("Workforce: Select Row Limit...");
      await window.quickPickRow("Another Number").click();
      await window.answer("Largest number of rows", "25");
      await eventually(async () => assert.match(await textOf(limit()), /First 25 rows/));
    });

    it("is said by an answer that it cut, which then runs without it", async () => {
      const window = current();
      await window.clickRun(1);
      const cut = await window.result("Everybody", "partial");
      await eventually(async () => assert.equal(await rowCountOf(cut), 25));
      const message = cut.locator(".messages");
      await eventually(async () => assert.match(await textOf(message), /first 25 rows; more exist/));
      await message.getByRole("button", { name: "Run Again" }).click();
      await window.quickPickRow("All rows").click();
      const whole = await window.result("Everybody");
      await eventually(async () => assert.ok((await rowCountOf(whole)) > 200));
      await eventually(async () => assert.equal(await whole.locator(".messages").textContent(), ""));
      assert.match(await textOf(limit()), /First 25 rows/);
    });

    it("is gone when all rows are chosen again", async () => {
      const window = current();
      await limit().click();
      await window.quickPickRow("All rows").click();
      await eventually(async () => assert.match(await textOf(limit()), /All rows/));
      await window.clickRun(1);
      await eventually(async () => assert.ok((await rowCountOf(await window.result("Everybody"))) > 200));
    });
  });
}

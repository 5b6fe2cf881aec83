import assert from "node:assert/strict";
import { textOf, type WorkforceWindow } from "./workforce-window.ts";

/** What the service works on, and how it went. */
export function jobs(current: () => WorkforceWindow): void {
  describe("the jobs", () => {
    it("say that there are none in the time that is chosen, with a way to look further back", async () => {
      const window = current();
      await window.command("Focus on Jobs View");
      await window.treeRow("No jobs in this time").waitFor({ timeout: 20_000 });
      await window.treeRow("No jobs in this time").click();
      await window.quickPickRow("All jobs").click();
      await window.treeRow("Dispatching").first().waitFor({ timeout: 20_000 });
    });

    it("stand under the one that dispatched them, with status, tenant and time", async () => {
      const window = current();
      const first = window.treeRow("Dispatching").first();
      assert.match(await textOf(first), /Succeeded|Failed/);
      assert.match(await textOf(first), /WFF_demo/);
      await first.click();
      await window.page.keyboard.press("ArrowRight");
      for (const type of ["Extraction", "Receiving", "Processing"]) {
        await window.treeRow(type).first().waitFor({ timeout: 15_000 });
      }
      await window.page.keyboard.press("ArrowLeft");
    });

    it("that have ended cannot be cancelled", async () => {
      const window = current();
      await window.treeRow("Dispatching").first().click({ button: "right" });
      const menu = window.page.locator(".context-view .monaco-menu");
      await menu.waitFor();
      assert.match(await textOf(menu), /Copy Job ID/);
      assert.doesNotMatch(await textOf(menu), /Cancel Jobs/);
      await window.page.keyboard.press("Escape");
    });
  });
}

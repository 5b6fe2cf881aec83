import assert from "node:assert/strict";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** What the service works on, and how it went. */
export function jobs(current: () => WorkforceWindow): void {
  describe("the jobs", () => {
    it("say that there are none in the time that is chosen, with a way to look further back", async () => {
      const window = current();
      await window.command("Focus on Processing Jobs View");
      await window.treeRow("No jobs in this period").waitFor();
      await window.treeRow("No jobs in this period").click();
      await window.quickPickRow("All jobs").click();
      await window.treeRow("Dispatching").first().waitFor();
    });

    it("stand under the one that dispatched them, with status, tenant and time", async () => {
      const window = current();
      const first = window.treeRow("Dispatching").first();
      assert.match(await textOf(first), /Succeeded|Failed/);
      assert.match(await textOf(first), /WFF_demo/);
      await first.click();
      await window.page.keyboard.press("ArrowRight");
      for (const type of ["Extraction", "Receiving", "Processing"]) {
        await window.treeRow(type).first().waitFor();
      }
      await window.page.keyboard.press("ArrowLeft");
    });

    it("have a log that says what is known of them, and what they dispatched", async () => {
      const window = current();
      await window.treeAction("Dispatching", "Show Job Log");
      const lines = window.page.locator(".editor-group-container.active .view-lines");
      await eventually(async () => {
        // The editor draws spaces as no-break spaces.
        const text = (await textOf(lines)).replaceAll("\u00a0", " ");
        assert.match(text, /State: +(Succeeded|Failed)/);
        assert.match(text, /Message: +This job is an example of the sample and never ran\./);
        assert.match(text, /Connection: +Local/);
        assert.match(text, /Child jobs: +\d+ succeeded/);
        assert.match(text, /The service keeps no log of this job\./);
        assert.match(text, /Started, according to the service\./);
        assert.match(text, /Extraction WFF_demo\S* \S+: Started, according to the service\./);
      });
      await window.picture("job-log");
      await window.command("View: Close Editor");
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

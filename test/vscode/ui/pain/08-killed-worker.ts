import assert from "node:assert/strict";
import { resultsWorkerOf } from "../results-worker.ts";
import { cellsOf, rowCountOf } from "../shown-result.ts";
import { endProcess, eventually } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTitle, rowCount } from "./big-result.ts";

export function killedWorker(current: () => AnsweredWindow): void {
  describe("8. A results worker that is killed during a sort", () => {
    it("is told of, is replaced, and every result is still there, with the sort", async () => {
      const { window } = current();
      const frame = await current().show(bigTitle);
      await frame.locator(".grid-cell").first().click();
      await window.page.keyboard.press("Control+Home");
      await cellsOf(frame, 1);
      const others = await frame.locator(".tab").count();
      const { pid } = resultsWorkerOf(window);
      const header = frame.locator('[role="columnheader"]', { hasText: "Name" }).first();
      // What is asked of a process that stands still is under way when it is killed.
      endProcess(pid, "SIGSTOP");
      await header.locator(".grid-name").click();
      await frame.locator('[role="grid"][aria-busy="true"]').waitFor();
      endProcess(pid, "SIGKILL");
      await window.takeNotification("The results worker ended unexpectedly (SIGKILL). It restarts when it is needed");
      await eventually(async () => {
        assert.equal(await header.getAttribute("aria-sort"), "ascending");
        assert.equal((await cellsOf(frame, 1))[1], "Name 0");
        assert.match((await cellsOf(frame, 2))[1] ?? "", /^Name (0|1)$/);
      });
      assert.equal(await rowCountOf(frame), rowCount);
      assert.equal(await frame.locator(".tab").count(), others);
      assert.notEqual(resultsWorkerOf(window).pid, pid);
    });
  });
}

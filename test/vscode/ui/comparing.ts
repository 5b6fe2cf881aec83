import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { acceptProposedFile } from "./file-dialog.ts";
import { rowCountOf } from "./shown-result.ts";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

const queries = ["Earlier", "Later"].map(
  (title, index) => `-- ${title}
SELECT EmployeeID, Full_Name, level(Location, "Location_2") AS City FROM Employee
WHERE Service_Time BETWEEN date("202${index + 4}-12-01") AND date("202${index + 5}-01-01");
`,
);

/** Two results held against each other, and the report of it. */
export function comparing(current: () => WorkforceWindow): void {
  describe("comparing two results", () => {
    let counts: readonly number[];

    it("asks with which, by which keys and how exactly, and counts what differs", async () => {
      const window = current();
      await window.openQueries("compared.sqllike", queries.join("\n"));
      // A lens may still be that of the file before.
      await runStatement(window, "2024-12-01");
      const earlier = await rowCountOf(await window.result("Earlier"));
      await runStatement(window, "2025-12-01");
      const later = await rowCountOf(await window.result("Later"));
      await window.command("Workforce: Compare Result with Another...");
      await window.quickPickRow("Earlier").click();
      await window.page.locator(".quick-input-title", { hasText: "Compare Results (2/3)" }).waitFor();
      await eventually(async () =>
        assert.equal(await window.quickPickRow("EmployeeID").getAttribute("aria-checked"), "true"),
      );
      await window.page.keyboard.press("Enter");
      await window.keep("Numbers that differ by no more than this count as equal");
      const frame = await window.result("Earlier → Later");
      const told = await window.notified("the same.");
      const [, ...parts] = /(\d+) added, (\d+) gone, (\d+) changed, (\d+) the same\./.exec(await textOf(told)) ?? [];
      counts = parts.map(Number);
      const [added = 0, gone = 0, changed = 0, same = 0] = counts;
      assert.ok(added > 0 && gone > 0 && same > 0, String(counts));
      assert.deepEqual([gone + changed + same, added + changed + same], [earlier, later]);
      assert.equal(await rowCountOf(frame), added + gone + changed);
    });

    it("saves the report as Markdown", async () => {
      const window = current();
      await window.pressInNotification("the same.", "Save Report...");
      const path = await acceptProposedFile(window, "Save Report");
      await eventually(async () => {
        const report = await readFile(path, "utf8");
        assert.match(report, /^# Earlier and Later compared\n/);
        assert.match(report, /- Keys: EmployeeID\n- Compared: Full_Name, City\n- Tolerance: 0\n/);
        assert.ok(report.includes(`| ${counts.join(" | ")} |`), report.slice(0, 500));
        assert.match(report, /## Added\n\n\| EmployeeID \| Full_Name/);
      });
      await window.clearNotifications();
    });
  });
}

/** Runs the statement in whose line this text stands. */
async function runStatement(window: WorkforceWindow, text: string): Promise<void> {
  await window.clickLine(text);
  await window.page.keyboard.press("Control+Enter");
}

import assert from "node:assert/strict";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** Browsing the tree, and choosing where queries run. */
export function explorer(current: () => WorkforceWindow): void {
  describe("the explorer", () => {
    it("opens from the connection down to the columns, with the primary timestamp marked", async () => {
      const window = current();
      await window.showExplorer();
      await window.toggle("Local");
      await window.toggle("WFF_demo");
      await window.toggle("Table Sources");
      await window.toggle("hris_worker_extract");
      await eventually(async () => {
        const label = await textOf(window.treeRow("primary timestamp"));
        assert.match(label, /TIMESTAMP|DATE/i);
      });
    });

    it("shows projects by stage and reports", async () => {
      const window = current();
      await window.toggle("Table Sources");
      await window.toggle("Projects");
      await window.toggle("Open");
      for (const stage of ["Approval", "Rejected", "Archived"]) {
        await window.treeRow(stage).waitFor();
      }
      await window.toggle("Projects");
      await window.toggle("Reports");
      const reports = window.page.locator('[id="workbench.view.extension.workforce"] .monaco-list-row[aria-level="4"]');
      await eventually(async () => assert.ok((await reports.count()) > 0));
      await window.toggle("Reports");
    });

    it("opens the details of a table source as a document that cannot be changed", async () => {
      const window = current();
      await window.toggle("Table Sources");
      await window.treeRow("payroll_ledger").waitFor();
      await window.treeRow("payroll_ledger").locator(".label-name").click();
      const tab = window.page.locator(".tab.active", { hasText: "payroll_ledger.json" });
      await tab.waitFor();
      const editor = window.page.locator(".editor-group-container.active .monaco-editor").first();
      await eventually(async () => assert.match(await textOf(editor), /"objectName":\s"payroll_ledger"/));
      await editor.locator(".view-lines").click();
      await window.page.keyboard.insertText("x");
      assert.doesNotMatch((await tab.getAttribute("class")) ?? "", /dirty/);
    });

    it("shows only what a filter leaves, and everything without it", async () => {
      const window = current();
      await window.showExplorer();
      await window.command("Workforce: Filter Explorer...");
      await window.answer("Filter the Explorer", "survey");
      await eventually(async () => {
        assert.equal(await window.treeRow("engagement_survey").count(), 1);
        assert.equal(await window.treeRow("payroll_ledger").count(), 0);
      });
      await window.command("Workforce: Clear Explorer Filter");
      await window.treeRow("payroll_ledger").waitFor();
    });

    it("loads what is below a line again", async () => {
      const window = current();
      await window.treeAction("Table Sources", "Refresh");
      await window.treeRow("payroll_ledger").waitFor();
    });

    it("puts the name of a table source where it is dragged to", async () => {
      const window = current();
      await window.openQueries("dragged.sqllike", "-- here\n");
      const line = window.page.locator(".editor-group-container.active .view-line").first();
      await line.click();
      await window.treeRow("payroll_ledger").dragTo(line, { targetPosition: { x: 3, y: 8 } });
      const lines = window.page.locator(".editor-group-container.active .view-lines");
      await eventually(async () => assert.match(await textOf(lines), /payroll_ledger/));
      await window.page.keyboard.press("Control+S");
    });

    it("opens the model to a member, inserts names by key and makes a query that runs", async () => {
      const window = current();
      await window.toggle("Model");
      await window.toggle(/^\s*Employee\b/);
      await window.toggle("Dimensions");
      await window.toggle("Location");
      await window.treeRow("Location_1").waitFor();
      await window.openQueries("inserted.sqllike", "-- from the tree\nSELECT employeeCount()");
      await window.page.locator(".editor-group-container.active .view-line").first().click();
      await window.page.keyboard.press("Control+End");
      await window.treeRow("Location_1").locator(".label-name").click();
      await window.page.locator(".monaco-list:focus .monaco-list-row.focused", { hasText: "Location_1" }).waitFor();
      await window.page.keyboard.press("Enter");
      const lines = window.page.locator(".editor-group-container.active .view-lines");
      await eventually(async () =>
        assert.match(await textOf(lines), /employeeCount\(\),\slevel\(Location,\s"Location_1"\)/),
      );
      await window.page.keyboard.press("Control+S");
      await window.treeAction("Location_1", "New Query from Here");
      await eventually(async () => assert.match(await textOf(lines), /FROM\sEmployee/));
      await window.page.keyboard.press("Control+Enter");
      await window.result("mployee");
      await window.command("View: Revert and Close Editor");
      await window.toggle("Model");
    });

    it("shows the rows of a table and runs a report with one click each, and creates a project", async () => {
      const window = current();
      await window.treeAction("payroll_ledger", "Show Rows");
      await window.result("payroll_ledger");
      await window.toggle("Table Sources");
      await window.toggle("Reports");
      const reports = window.page.locator('[id="workbench.view.extension.workforce"] .monaco-list-row[aria-level="4"]');
      const title = (await textOf(reports.first().locator(".label-name"))).trim();
      await window.treeAction(title, "Run Report");
      await window.result(title);
      await window.toggle("Reports");
      await window.toggle("Projects");
      await window.treeAction("Projects", "Create Project");
      await window.answer("Create Project", "From the tree");
      // "Open" is open since it was looked at, and stays so.
      await window.treeRow("From the tree").waitFor();
      await window.toggle("Projects");
      await window.toggle("Table Sources");
    });

    it("chooses tenant and project in one pick from the status bar", async () => {
      const window = current();
      await window.statusBar("Local · WFF_demo").click();
      const project = window.quickPickRow("WFF_demo~north");
      await project.waitFor();
      const projects = window.page.locator(".quick-input-widget .monaco-list-row:has(.codicon-repo)");
      await projects.first().waitFor();
      const name = (await textOf(projects.first().locator(".label-name").first())).trim();
      await projects.first().click();
      await window.statusBar(name).waitFor();
      assert.match(await textOf(window.statusBar(name)), /Local · WFF_demo · \S/);
    });

    it("welcomes whoever has no connection, with a way to the local one", async () => {
      const window = current();
      await window.setMachineSetting("workforce.localService.enabled", false);
      const welcome = window.page.locator(".welcome-view", { hasText: "No connection is set up" });
      await welcome.waitFor();
      await welcome.getByRole("button", { name: "Use the Local Connection" }).click();
      await window.treeRow("Local").waitFor();
    });

    it("goes back to the local connection with one command", async () => {
      const window = current();
      await window.command("Workforce: Use the Local Connection");
      await eventually(async () => assert.match(await textOf(window.statusBar("Local")), /Local · WFF_demo$/));
    });
  });
}

import assert from "node:assert/strict";
import type { Report } from "../../../src/contract/reports.ts";
import { DataWindow } from "./data-window.ts";
import { eventually, storyLimitMs } from "./workforce-window.ts";

/** A query that becomes a report, is run and copied from the tree, and is deleted. */
describe("Reports in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;

  before(async () => {
    data = await DataWindow.open();
  });
  after(function () {
    return data?.leave(this.test);
  });

  const reportNamed = async (title: string) => {
    const answer = await data.call("GET", "/v1alpha/reporting/reports?limit=1000");
    return answer.json<{ reports: Report[] }>().reports.find((report) => report.title === title);
  };

  it("are saved from the query under the cursor, for others or as a draft", async () => {
    const { window } = data;
    await data.ask();
    await window.openFile("heads.sqllike");
    await window.command("Workforce: Save as Report...");
    await window.answer("Title of the new report on Local", "People today");
    await window.quickPickRow("Everybody Who May Query").click();
    await window.takeNotification("The report People today is saved.");
    const report = await reportNamed("People today");
    assert.equal(report?.isPublishedReport, true);
    assert.match(report?.query ?? "", /^SELECT employeeCount\(\) AS Heads FROM Employee/);
    await window.command("Workforce: Save as Report...");
    await window.answer("Title of the new report on Local", "My draft");
    await window.quickPickRow("Only Me").click();
    await window.takeNotification("The report My draft is saved.");
    assert.equal((await reportNamed("My draft"))?.isPublishedReport, false);
  });

  it("run from the tree with the numbers of their query, and are copied and deleted there", async () => {
    const { window } = data;
    const { heads } = await data.read(await window.result("Heads"));
    await window.showExplorer();
    for (const row of ["Local", "WFF_demo", "Reports"]) {
      await data.expand(row);
    }
    await window.treeAction("People today", "Run Report");
    assert.equal((await data.read(await window.result("People today"))).heads, heads);
    await data.menu("People today", "Duplicate Report");
    await window.treeRow("Copy of People today").waitFor();
    await data.menu("Copy of People today", "Delete Report...");
    await data.confirm("Delete the report Copy of People today?", "Delete");
    await eventually(async () => assert.equal(await reportNamed("Copy of People today"), undefined));
  });
});

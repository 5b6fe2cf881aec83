import assert from "node:assert/strict";
import { type Answer, DataWindow } from "./data-window.ts";
import { cellsOf } from "./shown-result.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

const header = "EmployeeID,Effective_Date,Full_Name";

/** The way of a data engineer from a CSV file to numbers that changed, and back. */
describe("Data that goes in, in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  /** What the query answered before anything was sent, and after the load. */
  let former: Answer;
  let loaded: Answer;

  before(async () => {
    data = await DataWindow.open();
    await data.write("employee-joiners.csv", `${header}\nJ-1,2025-06-01,Ada First\nJ-2,2025-06-01,Ben Second\n`);
    await data.write("employee-broken.csv", `${header}\nJ-3,2025-06-01,Cem Third\nJ-4,2025-06-31,Dee Fourth\n`);
  });
  after(function () {
    return data?.leave(this.test);
  });

  it("begins with a query, whose header names the data version that it read", async () => {
    former = await data.ask();
    assert.ok(former.heads > 100, String(former.heads));
    assert.match(former.version, /^\d+, \d+$/);
  });

  it("takes a CSV file in, and one notice tells the end of its jobs", async () => {
    const { window } = data;
    await data.sendEmployees("employee-joiners.csv");
    await window.picture("data-commit-step");
    // The choice that is clicked counts, not the one that keys have marked.
    await window.page.keyboard.press("ArrowDown");
    await window.quickPickRow("the transaction takes no more files").click();
    await window.notified(/employee-joiners\.csv: the job succeeded\./);
    await window.picture("data-loaded");
    const ends = window.page.locator(".notification-list-item", { hasText: "the job succeeded" });
    assert.equal(await ends.count(), 1);
    await window.clearNotifications();
    loaded = await data.ask();
    assert.equal(loaded.heads, former.heads + 2);
    assert.notEqual(loaded.version, former.version);
  });

  it("takes a file out again: without it, the numbers are the former ones", async () => {
    const { window } = data;
    await data.openTree("Uploads");
    await window.treeAction(/^employee-joiners\.csv ?included · 2 rows/, "Exclude Uploads");
    await data.pressOn("1 excluded. This takes effect at the next processing.", "Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Production answers with it").click();
    await window.takeNotification(/Processing of Workforce: the job succeeded\./);
    await window.treeRow(/^employee-joiners\.csv ?excluded · 2 rows/).waitFor();
    const without = await data.ask();
    assert.equal(without.heads, former.heads);
    assert.notEqual(without.version, loaded.version);
  });

  it("shows on the line of the file why a load failed, and takes it when it is mended", async () => {
    const { window } = data;
    await data.sendEmployees("employee-broken.csv");
    await window.quickPickRow("the transaction takes no more files").click();
    await data.pressOn("employee-broken.csv has 1 problems in 2 rows", "Send Anyway");
    const failed = await window.notified(/employee-broken\.csv: the job failed\..*line 3/);
    assert.match(await textOf(failed), /employee-broken\.csv line 3, Effective_Date/);
    await window.picture("data-failed");
    await failed.getByRole("button", { name: "Open Load Report" }).click();
    await window.statusBar(/Ln 3, Col 1/).waitFor();
    await window.page.locator(".tab.active", { hasText: "employee-broken.csv" }).waitFor();
    const problem = window.page.locator(".markers-panel .monaco-list-row", { hasText: "Effective_Date" });
    await problem.waitFor();
    await window.picture("data-problem");
    await window.clearNotifications();
    assert.equal((await data.ask()).heads, former.heads);
    await window.openFile("employee-broken.csv");
    await window.replaceText(`${header}\nJ-3,2025-06-01,Cem Third\nJ-4,2025-06-30,Dee Fourth\n`);
    await window.page.keyboard.press("Control+s");
    await window.command("Workforce: Send Again...");
    await window.quickPickRow("employee-broken.csv").click();
    await window.takeNotification(/employee-broken\.csv: the job succeeded\./);
    await window.command("View: Toggle Problems");
    await eventually(async () => assert.equal(await problem.count(), 0));
    assert.equal((await data.ask()).heads, former.heads + 2);
  });

  it("keeps the problems of a load that failed as a file, which opens in the results", async () => {
    const { window } = data;
    await data.openTree("Uploads");
    await data.expand("Refused load");
    await window.treeRow("problems.csv").waitFor();
    await window.picture("data-uploads");
    await window.showingNewResult(() => window.treeAction("problems.csv", "Open Problem File"));
    const [file, line, column] = await cellsOf(await window.result("problems.csv"), 1);
    assert.deepEqual([file, line, column], ["employee-broken.csv", "3", "Effective_Date"]);
  });

  it("brings a file back by including it, without a question about anything else", async () => {
    const { window } = data;
    await data.openTree("Uploads");
    await data.menu(/^employee-joiners\.csv ?excluded/, "Include Uploads");
    await data.pressOn("1 included. This takes effect at the next processing.", "Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Production answers with it").click();
    await window.takeNotification(/Processing of Workforce: the job succeeded\./);
    assert.equal((await data.ask()).heads, former.heads + 4);
  });

  it("takes a file in by a shell script, which opens and commits a transaction", async () => {
    const { window } = data;
    await data.write("more-joiners.csv", `${header}\nJ-5,2025-06-01,Eve Fifth\nJ-6,2025-06-01,Fay Sixth\n`);
    const [before] = await data.versions();
    const script = "SET schema TO staging;\nBEGIN TRANSACTION;\nCOPY Employee FROM 'more-joiners.csv';\nCOMMIT;\n";
    await window.openQueries("load.wfshell", script);
    await window.command("Workforce: Run Shell Script");
    await window.statusBar(/Script done: 0 queries, 1 files sent/).waitFor();
    await eventually(async () => assert.notEqual((await data.versions())[0]?.dataVersion, before?.dataVersion));
    assert.equal((await data.ask()).heads, former.heads + 6);
  });
});

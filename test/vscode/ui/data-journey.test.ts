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
    await data.window.pressInNotification("1 excluded. This takes effect at the next processing.", "Process Now...");
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
    await data.window.pressInNotification("employee-broken.csv has 1 problem in 2 rows", "Send Anyway");
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
    await data.window.pressInNotification("1 included. This takes effect at the next processing.", "Process Now...");
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
    await window.statusBar(/Script done: 0 queries, 1 file sent/).waitFor();
    await eventually(async () => assert.notEqual((await data.versions())[0]?.dataVersion, before?.dataVersion));
    assert.equal((await data.ask()).heads, former.heads + 6);
  });

  /** Writes and opens a job that upserts rows into a table that fills employees, commits, and processes a category. */
  const openJob = async (rows: readonly string[], category: string) => {
    const inputs = [{ id: "changes", filename: "hr-change.csv", format: { csv: { header: true } } }];
    const table = "hr_employee_change";
    const actions = [
      { upsert: { source: "changes", target: table, keys: ["EmployeeID"] } },
      { commit: {} },
      { process: { dataCategoryIds: [category] } },
    ];
    const file = {
      transaction: { tablesToModify: [table] },
      uploads: { "hr-change.csv": "hr-change.csv" },
      job: { inputs, actions },
    };
    await data.write("hr-change.csv", `${[header, ...rows].join("\n")}\n`);
    await data.window.openQueries("hr-change.sqljob.json", `${JSON.stringify(file, undefined, 2)}\n`);
  };
  /** Runs the job after its dry run, which counts the rows that it would add. */
  const runJob = async (added: string) => {
    const { window } = data;
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    const asked = await window.dryRunPage("hr-change.sqljob.json");
    const counts = asked.getByRole("row", { name: "hr_employee_change" }).first().locator("td");
    assert.equal((await counts.allInnerTexts())[0], added);
    await window.picture(`data-job-question-${added}`);
    await asked.getByRole("button", { name: "Run", exact: true }).click();
  };
  const hires = ["J-7,2025-06-01,Gil Seventh", "J-8,2025-06-01,Hal Eighth", "J-9,2025-06-01,Ida Ninth"];

  it("takes changes in by a SQL job, which commits and processes: the same query moves by its rows", async () => {
    const { window } = data;
    const before = await data.ask();
    await openJob(hires, "Workforce");
    await runJob("3");
    const done =
      /hr-change\.sqljob\.json has run, and its changes are committed\. Data version (\d+) of Workforce is published/;
    const version = done.exec(await textOf(await window.notified(done)))?.[1] ?? "";
    await window.picture("data-job-done");
    await window.clearNotifications();
    const after = await data.ask();
    assert.equal(after.heads, before.heads + hires.length);
    assert.equal(after.version, before.version.replace(/^\d+/, version));
    assert.notEqual(after.version, before.version);
  });

  it("names an unknown category of a SQL job and those that there are, and leaves the numbers", async () => {
    const { window } = data;
    const before = await data.ask();
    await openJob([...hires, "J-10,2025-06-01,Jo Tenth"], "Nonsense");
    await runJob("1");
    const failed = await textOf(await window.notified(/The SQL job failed/));
    await window.picture("data-job-failed");
    assert.match(
      failed,
      /Action 3 \(process\): .*no data category "Nonsense"; there are Workforce .*, Talent_Acquisition/,
    );
    assert.match(failed, /is committed, so its changes are permanent/);
    assert.equal(await window.notification("was kept open").count(), 0);
    await window.clearNotifications();
    await window.openFile("hr-change.sqljob.json");
    await window.focusEditor();
    await window.page.keyboard.press("Control+End");
    await window.page.locator(".squiggly-error").first().waitFor();
    await window.picture("data-job-action");
    assert.deepEqual(await data.ask(), before);
  });
});

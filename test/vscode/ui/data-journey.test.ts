import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { chooseInDialog } from "./file-dialog.ts";
import { cellsOf, fact, storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

const query = `-- Heads
SELECT employeeCount() AS Heads FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month));
`;
const joiners = "EmployeeID,Effective_Date,Full_Name\nJ-1,2025-06-01,Ada First\nJ-2,2025-06-01,Ben Second\n";

/** The way of a data engineer from a CSV file to numbers that changed, and back. */
describe("Data that goes in, in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  /** What the query answered before anything was sent. */
  let former: Answer;
  let loaded: Answer;

  interface Answer {
    readonly heads: number;
    readonly version: string;
  }

  before(async () => {
    window = await WorkforceWindow.open({ openFile: "headcount.sqllike", settings: { "files.autoSave": "off" } });
    await writeFile(file("joiners.csv"), joiners);
    await window.openQueries("heads.sqllike", query);
  });
  after(() => window?.close());

  const file = (name: string) => join(window.workspaceFolder, name);
  const read = async (frame: Frame): Promise<Answer> => {
    await window.result("Heads");
    const [heads = ""] = await cellsOf(frame, 1);
    return { heads: Number(heads), version: await fact(frame, "dataVersion") };
  };
  const ask = async () => {
    await window.openFile("heads.sqllike");
    return await read(await window.showingNewResult(() => window.clickRun()));
  };

  it("begins with a query, whose header names the data version that it read", async () => {
    await window.clickRun();
    former = await read(await window.results());
    assert.ok(former.heads > 100, String(former.heads));
    assert.match(former.version, /^\d+/);
  });

  it("takes a CSV file in, and one notice tells the end of its jobs", async () => {
    await window.command("Workforce: Send Data File...");
    await chooseInDialog(window, "Send Data File", file("joiners.csv"));
    await window.quickPickRow("File into an Analytic Object").click();
    await window.answer("object--property for a property", "Employee");
    await window.quickPickRow("New Transaction").click();
    await window.quickPickRow("Commit").click();
    await window.notified(/joiners\.csv: the job succeeded\./);
    await window.picture("data-loaded");
    await window.clearNotifications();
    loaded = await ask();
    assert.equal(loaded.heads, former.heads + 2);
    assert.notEqual(loaded.version, former.version);
  });
});

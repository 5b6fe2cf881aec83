import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { type Answer, DataWindow } from "./data-window.ts";
import { acceptProposedFile, chooseInDialog } from "./file-dialog.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

const header = "EmployeeID,Effective_Date,Full_Name";

interface Key {
  readonly keyID: string;
  readonly publicKey: string;
  readonly pendingFiles?: readonly string[];
}

/** Each action of the tree's data, and what the service answers after it. */
describe("The actions of a tenant's data in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let former: Answer;

  before(async () => {
    data = await DataWindow.open();
    await data.write("employee-open.csv", `${header}\nO-1,2025-06-01,Ona Open\n`);
    await data.write("employee-night.csv", `${header}\nN-1,2025-06-01,Nia Night\nN-2,2025-06-01,Noa Night\n`);
    former = await data.ask();
  });
  after(() => data?.window.close());

  const openTransactions = async () =>
    (await data.call("GET", "/v1/data/directloads/prod/transactions")).json<{ transactions: unknown[] }>().transactions;
  const leaveOpen = async () => {
    await data.sendEmployees("employee-open.csv");
    await data.window.quickPickRow("nothing is processed yet").click();
    await data.window.takeNotification(/employee-open\.csv was sent\. Transaction \S+ of Employee is open for more files/);
    assert.equal((await openTransactions()).length, 1);
  };
  const keys = async () => (await data.call("GET", "/v1/api/pgp-keys")).json<{ keys: Key[] }>().keys;

  it("write the header of a load file from a source", async () => {
    const { window } = data;
    await data.openTree("Sources");
    await data.menu(/^Employee ?Employee$/, "New CSV from Load Schema...");
    await window.page.locator(".quick-input-widget", { hasText: "New CSV for Employee" }).waitFor();
    await window.page.keyboard.press("Enter");
    const path = await acceptProposedFile(window, "New CSV for Employee");
    await window.page.locator(".tab.active", { hasText: "employee.csv" }).waitFor();
    assert.match(await readFile(path, "utf8"), /^EmployeeID,Effective_Date,.*Full_Name.*\n$/);
    await data.expand("Sources");
    await window.toggle("Sources");
  });

  it("roll an open transaction back, and commit another one", async () => {
    const { window } = data;
    await leaveOpen();
    await data.openTree("Open Intake Transactions");
    await data.menu("open since", "Roll Back Intake Transaction...");
    assert.match(await data.confirm(/Roll back the intake transaction/, "Roll Back"), /Tenant: WFF_demo of Local/);
    await window.takeNotification(/The intake transaction \S+ was rolled back\./);
    assert.deepEqual(await openTransactions(), []);
    await window.treeRow("No open transactions").waitFor();
    await leaveOpen();
    await window.treeAction("open since", "Commit Intake Transaction...");
    await data.confirm(/Commit the intake transaction/, "Commit");
    await window.takeNotification(/Commit of \S+: the job succeeded\./);
    assert.deepEqual(await openTransactions(), []);
    assert.equal((await data.ask()).heads, former.heads + 1);
  });

  it("make a draft, compare it with production and publish it", async () => {
    const { window } = data;
    const before = await data.ask();
    await data.openTree("Uploads");
    await window.treeAction("included · employee-open.csv · 1 row", "Exclude Uploads");
    await window.takeNotification("1 excluded. This takes effect at the next processing.");
    await data.openTree("Data Versions");
    await window.treeAction("Data Versions", "Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Only queries in a project see it").click();
    await data.pressOn(/Processing of Workforce: the job succeeded\./, "Compare with Production...");
    const [draft] = await data.versions();
    assert.ok(draft && !draft.isPublished);
    assert.deepEqual(await data.ask(), before);
  });
});

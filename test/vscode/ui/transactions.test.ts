import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { webviewFrame } from "../host/workbench.mjs";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { fact, rowCountOf } from "./shown-result.ts";
import { eventually, type RunningService, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

const tables = "/v1alpha/data/table-sources/tables";
const transactions = "/v1alpha/data/table-sources/transactions";

/** The service as another program calls it. */
class Elsewhere {
  readonly #service: RunningService;
  #cookie = "";

  constructor(service: RunningService) {
    this.#service = service;
  }

  /** `tenant` is the one that the call acts on. */
  async call<Answer>(method: string, path: string, body?: unknown, tenant?: string): Promise<Answer> {
    const { url, apiKey, username, password } = this.#service;
    if (this.#cookie === "") {
      const form = new URLSearchParams({ username, password });
      const answer = await fetch(`${url}/v1/admin/serviceSecureToken`, { method: "POST", body: form });
      this.#cookie = `ServiceASIDToken=${await answer.text()}`;
    }
    const answer = await fetch(url + path, {
      method,
      headers: {
        apikey: apiKey,
        cookie: this.#cookie,
        "content-type": "application/json",
        ...(tenant !== undefined && { TargetTenantID: tenant }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text);
  }

  /** A new table of one column, `person`, which each tenant has rows of its own in; gives its unique id. */
  async makeTable(objectName: string): Promise<string> {
    const columns = [{ name: "person", dataType: "STRING" }];
    const definition = { objectName, columns, canChildrenInherit: true };
    return (await this.call<{ uuid: string }>("POST", tables, definition)).uuid;
  }

  /** Rows that are committed. */
  async rows(tableId: string, tenant?: string): Promise<number> {
    const path = `${tables}/${tableId}/metadata`;
    return Number((await this.call<{ recordCount: string }>("GET", path, undefined, tenant)).recordCount);
  }

  /** Starts a job, which need not succeed. */
  async run(id: string, job: object): Promise<void> {
    await this.call("POST", `${transactions}/${id}/jobs`, job);
  }

  async start(tablesToModify: readonly string[]): Promise<string> {
    const request = { expireAfterSeconds: 3600, tablesToModify };
    return (await this.call<{ transactionId: string }>("POST", transactions, request)).transactionId;
  }

  async status(id: string): Promise<string> {
    return (await this.call<{ status: string }>("GET", `${transactions}/${id}`)).status;
  }
}

/** A window of its own, with transactions that were started by another program. */
describe("Transactions in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  let elsewhere: Elsewhere;
  const table = `badge_${randomUUID().slice(0, 8)}`;
  /** Another one, that several tenants have. */
  const shared = `shared_${randomUUID().slice(0, 8)}`;
  let tableId: string;
  let sharedId: string;

  before(async () => {
    window = await takeWindow();
    await window.showExplorer();
    await window.toggle("Local");
    await eventually(async () => assert.ok(await window.service()));
    const service = await window.service();
    assert.ok(service);
    elsewhere = new Elsewhere(service);
    tableId = await elsewhere.makeTable(table);
    sharedId = await elsewhere.makeTable(shared);
  });
  after(function () {
    return leaveWindow(window, this.test);
  });
  const pageOf = (id: string) => webviewFrame(window.page, `Transaction ${id.slice(0, 8)}`);
  const open = async (id: string) => {
    await window.command("Workforce: Open Transaction...");
    await window.answer("ID of a transaction", id);
    return pageOf(id);
  };
  const row = (id: string) => window.treeRow(`Transaction ${id.slice(0, 8)}`);
  const agree = async (button: string) => {
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.waitFor();
    const text = await textOf(dialog);
    await dialog.locator(".monaco-button", { hasText: button }).first().click();
    return text;
  };

  it("are opened by their id, shown with their tables and expiry, and committed when a person is sure", async () => {
    const id = await elsewhere.start([table]);
    await window.command("Focus on Transactions View");
    const page = await open(id);
    await page.getByText(`${table} (locked by the first job)`).waitFor();
    await row(id).waitFor();
    await eventually(async () => assert.match(await textOf(row(id)), /expires in (1 h|59 min)/));
    await window.treeRow(table).waitFor();
    await page.getByRole("button", { name: "Commit..." }).click();
    const question = await agree("Commit");
    assert.match(question, new RegExp(table));
    assert.match(question, /Local \(development\)/);
    await eventually(async () => assert.equal(await elsewhere.status(id), "COMMITTED"));
    await eventually(async () => assert.match(await textOf(row(id)), /Committed/));
    await page.locator(".badge", { hasText: "Committed" }).waitFor();
  });

  it("stay as they are when the person is not sure", async () => {
    const id = await elsewhere.start([table]);
    const page = await open(id);
    await page.getByRole("button", { name: "Roll Back..." }).click();
    await agree("Cancel");
    assert.equal(await elsewhere.status(id), "OPEN");
    assert.equal(await page.locator(".message.is-error:visible").count(), 0);
  });

  it("are looked into by an editor that is bound to them", async () => {
    const id = await elsewhere.start([table]);
    const page = await open(id);
    await page.getByRole("button", { name: "Look Inside" }).click();
    const lines = window.page.locator(".editor-group-container.active .view-lines");
    await eventually(async () => {
      assert.match((await textOf(lines)).replaceAll("\u00a0", " "), new RegExp(`SELECT \\* FROM ${table}`));
    });
    await window.statusBar(`Inside ${id.slice(0, 8)}`).waitFor();
    await window.command("View: Revert and Close Editor");
  });

  it("run the statements of that editor, which others see once they are committed", async () => {
    const id = await elsewhere.start([table]);
    const page = await open(id);
    await page.getByRole("button", { name: "Look Inside" }).click();
    await window.statusBar(`Inside ${id.slice(0, 8)}`).waitFor();
    await window.replaceText(`INSERT INTO ${table} VALUES ('P7'), ('P8');\n-- Seen inside\nSELECT * FROM ${table};\n`);
    await window.command("Workforce: Run All Table SQL in File");
    await window.statusBar(`Not yet committed: ${table}: 2 rows added, 0 changed, 0 removed`).waitFor();
    const frame = await window.result(`Seen inside (inside ${id.slice(0, 8)})`);
    assert.equal(await rowCountOf(frame), 2);
    assert.equal(await fact(frame, "transaction"), id.slice(0, 8));
    assert.equal(await elsewhere.rows(tableId), 0);
    assert.equal(await window.page.locator(".monaco-dialog-box").count(), 0);
    await window.command("View: Revert and Close Editor");
    await (await pageOf(id)).getByRole("button", { name: "Commit..." }).click();
    await agree("Commit");
    await eventually(async () => assert.equal(await elsewhere.rows(tableId), 2));
  });

  it("that a failed job left open are told of once, with a way to look inside", async () => {
    const job = {
      transaction: { tablesToModify: [table] },
      uploads: { "late.csv": "late.csv" },
      job: {
        keepTransactionOpenOnError: true,
        inputs: [{ id: "late", filename: "late.csv", format: { csv: { header: true } } }],
        actions: [{ upsert: { source: "late", target: table, keys: ["person"] } }, { commit: {} }],
      },
    };
    await writeFile(join(window.workspaceFolder, "late.csv"), "person\nP1\n");
    await writeFile(join(window.workspaceFolder, "late.sqljob.json"), JSON.stringify(job));
    // The list of notices draws only those that have room.
    await window.clearNotifications();
    await window.openFile("late.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    const dryRun = await window.dryRunPage("late.sqljob.json");
    // After the dry run, which succeeded, another transaction locks the table.
    const other = await elsewhere.start([table]);
    const insert = { query: { query: `INSERT INTO ${table} VALUES ('P2')` } };
    await elsewhere.run(other, { actions: [insert] });
    await dryRun.getByRole("button", { name: "Run" }).click();
    const kept = "its transaction was kept open";
    await window.notified(kept);
    // The progress of the job may still be among them.
    const told = window.page.locator(".notification-list-item", { hasText: "failed" });
    assert.equal(await told.count(), 1);
    await window.pressInNotification(kept, "Look Inside");
    await window.statusBar("Inside late.sqljob.json").waitFor();
    await window.clearNotifications();
    await window.command("View: Revert and Close Editor");
    await window.command("Focus on Transactions View");
    await eventually(async () => assert.match(await textOf(window.treeRow("late.sqljob.json")), /expires in/));
    await window.treeRow("Failed").waitFor();
    await eventually(async () => assert.match(await textOf(window.statusBar(/\d open/)), /\d open · (1 h 0|\d+) min/));
    const badge = window.page.locator('.activitybar .action-item:has([aria-label^="Workforce"]) .badge-content');
    await eventually(async () => assert.match(await textOf(badge.first()), /^\d+$/));
  });

  it("run a job again for the tenants in which it failed, and for no others", async () => {
    const child = "WFF_demo~north";
    const insert = { query: { query: `INSERT INTO ${shared} VALUES ('P1')` } };
    const job = {
      transaction: { tablesToModify: [shared] },
      job: { tenants: ["WFF_demo", child], keepTransactionOpenOnError: true, actions: [insert] },
    };
    await window.openQueries("both.sqljob.json", JSON.stringify(job));
    await window.clearNotifications();
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    const dryRun = await window.dryRunPage("both.sqljob.json");
    // After the dry run another transaction locks the table of one tenant.
    const other = await elsewhere.start([shared]);
    await elsewhere.run(other, { tenants: [child], actions: [insert] });
    await dryRun.getByRole("button", { name: "Run" }).click();
    await window.notified("both.sqljob.json failed");
    await elsewhere.run(other, { tenants: [child], actions: [{ rollback: {} }] });
    await eventually(async () => assert.notEqual(await elsewhere.status(other), "OPEN"));
    await window.pressInNotification("both.sqljob.json failed", "Run Again");
    const question = await agree("Run Again");
    assert.match(question, /Run "both\.sqljob\.json" again in the tenant in which it failed\?/);
    assert.match(question, new RegExp(`Tenants: ${child}`));
    await window.clearNotifications();
    await window.command("Focus on Transactions View");
    await window.treeRow(/both\.sqljob\.json\s*Succeeded/).waitFor();
    const shownPage = () => webviewFrame(window.page, "both.sqljob.json", { timeoutMs: 3000 });
    // The lines are drawn again as the job runs and the time left changes, and a click in that moment is lost.
    await eventually(async () => {
      await window.treeRow("both.sqljob.json").click();
      await shownPage();
    });
    const page = await shownPage();
    await page.getByText("Succeeded").first().waitFor();
    await window.picture("transaction-page");
    await page.getByRole("button", { name: "Commit..." }).click();
    assert.match(await agree("Commit"), new RegExp(`Tenants: WFF_demo, ${child}`));
    await eventually(async () => {
      assert.deepEqual([await elsewhere.rows(sharedId), await elsewhere.rows(sharedId, child)], [1, 1]);
    });
  });

  it("are found again after a reload, with their page, and say how they ended meanwhile", async () => {
    const id = await elsewhere.start([table]);
    await open(id);
    await window.command("Focus on Transactions View");
    await row(id).waitFor();
    const { jobId } = await elsewhere.call<{ jobId: string }>("POST", `${transactions}/${id}/jobs`, {
      actions: [{ rollback: {} }],
    });
    await eventually(async () => assert.notEqual(jobId && (await elsewhere.status(id)), "OPEN"));
    // Only an orderly end of the window keeps what changed a moment ago.
    await Promise.all([window.page.waitForEvent("domcontentloaded"), window.command("Developer: Reload Window")]);
    await window.statusBar("Local").waitFor();
    const page = await pageOf(id);
    await page.locator(".badge", { hasText: "Rolled back" }).waitFor();
    await window.command("Focus on Transactions View");
    await eventually(async () => assert.match(await textOf(row(id)), /Rolled back/));
  });
});

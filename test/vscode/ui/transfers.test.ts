import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { IntakeServer } from "../../support/intake-server.ts";
import { zipOf } from "../../support/zip-of.ts";
import { addConnection } from "./connection-form.ts";
import { chooseFolder } from "./file-dialog.ts";
import { takeWindow } from "./shared-window.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

const batchPath = /\/add$/;

/** A window that is connected to a service that answers intake, and is closed afterwards. */
describe("Transfers in VS Code", function () {
  this.timeout(storyLimitMs);
  const server = new IntakeServer();
  let window: WorkforceWindow;
  /** Lets the pieces of bodies that are held go on. */
  let release: () => void = () => undefined;

  before(async () => {
    await server.start();
    window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await writeFile(join(window.workspaceFolder, "core_hr.csv"), peopleCsv(120_000));
    try {
      await window.statusBar("Local").waitFor();
      await connect();
    } catch (error) {
      await window.picture("not-connected");
      throw error;
    }
  });
  after(async () => {
    release();
    await window?.close();
    await server.stop();
  });
  afterEach(() => {
    release();
    server.onPiece = () => undefined;
    server.instead = () => undefined;
  });

  /** Makes the server that answers intake the place of what follows. */
  const connect = async () => {
    await addConnection(window, {
      address: server.url,
      name: "Intake",
      role: "development",
      apiKey: "key",
      username: "ada",
      password: "pass",
    });
    await window.statusBar("Intake · WFF_acme").waitFor();
  };
  const file = (name: string) => join(window.workspaceFolder, name);
  /** Types a path into the dialog of files, which must have seen it before it is confirmed. */
  const choose = async (title: string, path: string) => {
    const dialog = window.page.locator(".quick-input-widget", { hasText: title });
    await dialog.locator(".monaco-list-row").first().waitFor();
    let typed = 0;
    await eventually(async () => {
      // The dialog takes note of a path when it changes, and shows that by the line it marks.
      typed = 1 - typed;
      await dialog
        .locator("input")
        .first()
        .fill(path.slice(0, path.length - typed));
      await window.page.keyboard.type(path.slice(path.length - typed));
      if (existsSync(path)) {
        await dialog.locator(".monaco-list-row.focused", { hasText: basename(path) }).waitFor({ timeout: 3_000 });
      }
      await window.page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden", timeout: 3_000 });
    });
  };
  /** Answers the questions of rows into a source, from the kind on. */
  const answerRows = async () => {
    await window.quickPickRow("Rows into a Source").click();
    await window.quickPickRow("Core HR").click();
    await window.answer("Code of the analytic tenant", "");
    await window.quickPickRow("Receive and Process").click();
  };
  /** Reads of the body of the batch of this number as many pieces as are let through; `release` lets all of them. */
  const holdBatch = (sequence: string) => {
    let permits = 0;
    let wake: () => void = () => undefined;
    const letThrough = (pieces: number) => {
      permits += pieces;
      wake();
    };
    release = () => letThrough(Number.POSITIVE_INFINITY);
    server.onPiece = async ({ path, query }) => {
      if (batchPath.test(path) && query.get("sequence") === sequence) {
        while (permits === 0) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
        permits--;
      }
    };
    return letThrough;
  };

  it("sends a file from the palette in batches, says how far it is, and goes on from the batch that failed", async () => {
    let failures = 0;
    server.instead = ({ path, query }) =>
      batchPath.test(path) && query.get("sequence") === "2" && ++failures === 1
        ? { status: 503, body: { code: "BUSY", message: "The service is busy." } }
        : undefined;
    holdBatch("2");
    await window.command("Workforce: Send Data File...");
    await choose("Send Data File", file("core_hr.csv"));
    await window.page.locator(".quick-input-widget", { hasText: "Send core_hr.csv to Intake · WFF_acme" }).waitFor();
    await window.quickPickRow("Rows into a Source").waitFor();
    await window.picture("transfer-kinds");
    await answerRows();
    await eventually(async () => assert.equal(server.callsOf("PUT", batchPath).length, 2));
    await window.notified(/Send core_hr\.csv.*[\d.]+ MB(, waiting for the service| of 13\.2 MB)/s);
    await window.picture("transfer-waiting");
    release();
    const failed = await textOf(await window.notified("did not arrive"));
    const sent = server.callsOf("PUT", batchPath)[0]?.batch?.rows ?? 0;
    assert.match(failed, new RegExp(`Batch 2, rows ${(sent + 1).toLocaleString("en")} to [\\d,]+, did not arrive`));
    assert.match(failed, /did not arrive: The service is busy\./);
    await window.picture("transfer-failed");
    await window
      .notification("did not arrive")
      .getByRole("button", { name: /Continue From Row/ })
      .click();
    await eventually(async () => assert.equal(server.callsOf("POST", /receiving-jobs$/).length, 1));
    await window.notified(
      /core_hr\.csv was sent: 120,000 rows in 2 batches\. The job job-receiving-1 is followed in Processing Jobs\./,
    );
    assert.deepEqual(
      server.callsOf("PUT", batchPath).map(({ query, batch }) => [query.get("sequence"), batch?.first]),
      [
        ["1", ["E1", "1", text]],
        ["2", [`E${sent + 1}`, "1", text]],
        ["2", [`E${sent + 1}`, "1", text]],
      ],
    );
    await window.pressInNotification("was sent", "Show Jobs");
    await window.treeRow("core_hr.csv").waitFor();
    await window.picture("transfer-watched");
    await window.clearNotifications();
  });

  it("is cancelled in the middle of a batch, and what was sent is discarded when that is wanted", async () => {
    const before = server.callsOf("PUT", batchPath).length;
    const completed = server.callsOf("POST", /receiving-jobs$/).length;
    const letThrough = holdBatch("1");
    await window.command("Workforce: Send Data File...");
    await choose("Send Data File", file("core_hr.csv"));
    await answerRows();
    await eventually(async () => assert.equal(server.callsOf("PUT", batchPath).length, before + 1));
    const pace = /[\d.]+ MB of 13\.2 MB · ([\d.]+ [kM]B|\d+ bytes?) per second · (\d+ min )?\d+ s left/;
    const running = await window.notified("Send core_hr.csv");
    await eventually(async () => {
      letThrough(2);
      assert.match(await textOf(running), pace);
    });
    await window.picture("transfer-running");
    await window.pressInNotification("Send core_hr.csv", "Cancel");
    await window.notified(/The sending was cancelled at row 1\. Session ts-\d is open, and no row is in it\./);
    await window.picture("transfer-cancelled");
    await window.pressInNotification("The sending was cancelled", "Cancel the Session");
    await eventually(async () => assert.equal(server.callsOf("PUT", /\/cancel$/).length, 1));
    assert.equal(server.callsOf("POST", /receiving-jobs$/).length, completed);
  });

  it("goes back a step, and asks of a file from the menu of the files only what its kind needs", async () => {
    await window.command("View: Show Explorer");
    await window.page.locator(".explorer-viewlet .split-view-view").first().hover();
    await window.page.locator('.explorer-viewlet .action-label[aria-label^="Refresh Explorer"]').click();
    const row = window.page.locator(".explorer-viewlet .monaco-list-row", { hasText: "core_hr.csv" }).first();
    await row.click({ button: "right" });
    const menu = window.page.locator(".context-view .monaco-menu");
    // A menu takes no click in its first moment.
    await eventually(async () => {
      await menu.getByText("Send Data File...").click({ timeout: 1_000 });
      await menu.waitFor({ state: "hidden", timeout: 1_000 });
    });
    await window.quickPickRow("File into an Analytic Object").click();
    await window.page.locator(".quick-input-widget", { hasText: "2/4" }).waitFor();
    await window.page.locator('.quick-input-widget .action-label[aria-label^="Back"]').click();
    await window.quickPickRow("Upload of a Data File").click();
    await window.keep("Name of the file at the service");
    await window.quickPickRow("Leave It in the Inbox").click();
    await eventually(async () => assert.equal(server.callsOf("PUT", /\/stored\/core_hr\.csv$/)[0]?.bytes, size));
    await window.notified("core_hr.csv was sent.");
    await window.clearNotifications();
  });

  it("refuses a file whose columns are not the object's before a byte is sent, and says which", async () => {
    await writeFile(file("employee.csv"), "employeeid,Name\n1,Zoe\n");
    await window.command("Workforce: Send Data File...");
    await choose("Send Data File", file("employee.csv"));
    await window.quickPickRow("File into an Analytic Object").click();
    await window.quickPickRow("Another Object...").click();
    await window.answer("object--property for a property", "Employee");
    await window.quickPickRow("New Transaction").click();
    await window.quickPickRow("Commit").click();
    const editor = window.page.locator(".editor-group-container.active .view-lines");
    await eventually(async () => assert.match(await shownIn(editor), /no column "employeeid"; write "EmployeeID"\./));
    assert.equal(server.callsOf("POST", /\/transactions$/).length, 0);
  });

  it("shows the layout of a tenant ZIP as a document that cannot be changed", async () => {
    const zip = { "WFF_acme/employee.csv": "ID\n1\n", "employee.csv": "ID\n" };
    await writeFile(file("batch.zip"), await zipOf(zip));
    await window.command("Workforce: Check Tenant ZIP...");
    await choose("Check Tenant ZIP", file("batch.zip"));
    const editor = window.page.locator(".editor-group-container.active .view-lines");
    await eventually(async () =>
      assert.match(await shownIn(editor), /batch\.zip: 2 files in 2 folders, 8 bytes unpacked/),
    );
    assert.match(await shownIn(editor), /"employee\.csv" must be in a folder named by its tenant's code/);
    await window.picture("transfer-zip-report");
    await editor.click();
    await window.page.keyboard.type("x");
    await window.page.getByText("Cannot edit in read-only editor").first().waitFor();
  });

  it("builds no ZIP of a folder with a wrong layout, and one when it was put right", async () => {
    const tenants = file("tenants");
    await mkdir(join(tenants, "WFF_acme"), { recursive: true });
    await writeFile(join(tenants, "WFF_acme", "employee.csv"), "ID\n1\n");
    await mkdir(join(tenants, "WFF_none"));
    const editor = window.page.locator(".editor-group-container.active .view-lines");
    await window.command("Workforce: Build Tenant ZIP...");
    await chooseFolder(window, "Folder With a Folder for Each", tenants, "WFF_acme");
    await eventually(async () =>
      assert.match(await shownIn(editor), /"WFF_none" is empty; put the tenant's CSV files into it/),
    );
    await writeFile(join(tenants, "WFF_none", "exit.csv"), "ID\n2\n");
    await window.command("Workforce: Build Tenant ZIP...");
    await chooseFolder(window, "Folder With a Folder for Each", tenants, "WFF_acme");
    await choose("Save the Tenant ZIP", file("built.zip"));
    await window.notified(/built\.zip: 2 files of 2 tenants/);
    await window
      .notification(/built\.zip: 2 files/)
      .getByRole("button", { name: "Send..." })
      .click();
    await window.quickPickRow("ZIP of Analytic Tenants").click();
    await window.quickPickRow("By the Names of the Files").click();
    await window.quickPickRow("A receiving job validates").click();
    await eventually(async () => assert.equal(server.callsOf("PUT", /\/upload$/).length, 1));
    assert.equal(server.callsOf("PUT", /\/upload$/)[0]?.query.toString(), "sequence=1");
    await window.notified("built.zip was sent.");
    await window.clearNotifications();
  });
});

const text = "x".repeat(100);

function peopleCsv(rows: number): string {
  return `EMPLOYEE_ID,FTE,NOTE\n${Array.from({ length: rows }, (_, index) => `E${index + 1},1,${text}\n`).join("")}`;
}

const size = peopleCsv(120_000).length;

/** The editor draws spaces as no-break spaces. */
async function shownIn(editor: Parameters<typeof textOf>[0]): Promise<string> {
  return (await textOf(editor)).replaceAll("\u00a0", " ");
}

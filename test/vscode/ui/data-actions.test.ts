import assert from "node:assert/strict";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { addConnection } from "./connection-form.ts";
import { type Answer, DataWindow } from "./data-window.ts";
import { acceptProposedFile, chooseInDialog } from "./file-dialog.ts";
import { endProcess, eventually, storyLimitMs } from "./workforce-window.ts";

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
  /** What the query answers at first, and before the draft is published. */
  let former: Answer;
  let published: Answer;
  /** Number of the draft. */
  let draft: string;

  before(async () => {
    data = await DataWindow.open();
    await data.write("employee-open.csv", `${header}\nO-1,2025-06-01,Ona Open\n`);
    await data.write("employee-night.csv", `${header}\nN-1,2025-06-01,Nia Night\nN-2,2025-06-01,Noa Night\n`);
    former = await data.ask();
  });
  // Its last test adds a connection, which nobody else has.
  after(() => data?.window.close());

  const openTransactions = async () =>
    (await data.call("GET", "/v1/data/directloads/prod/transactions")).json<{ transactions: unknown[] }>().transactions;
  const leaveOpen = async () => {
    await data.sendEmployees("employee-open.csv");
    await data.window.quickPickRow("nothing is processed yet").click();
    await data.window.takeNotification(
      /employee-open\.csv was sent\. Transaction \S+ of Employee is open for more files/,
    );
    assert.equal((await openTransactions()).length, 1);
  };
  const keys = async () => (await data.call("GET", "/v1/api/pgp-keys")).json<{ keys: Key[] }>().keys;

  it("write the header of a load file from a source", async () => {
    const { window } = data;
    await data.openTree(/^Sources/);
    await data.menu(/^Employee ?Employee$/, "New CSV from Load Schema...");
    await window.page.locator(".quick-input-widget", { hasText: "New CSV for Employee" }).waitFor();
    await window.page.keyboard.press("Enter");
    const path = await acceptProposedFile(window, "New CSV for Employee");
    await window.page.locator(".tab.active", { hasText: "employee.csv" }).waitFor();
    assert.match(await readFile(path, "utf8"), /^EmployeeID,Effective_Date,.*Full_Name.*\n$/);
    await data.collapse(/^Sources/);
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

  it("make a draft and compare it with production, which answers as before", async () => {
    const { window } = data;
    published = await data.ask();
    await data.openTree("Uploads");
    await window.treeAction(/^employee-open\.csv ?included · 1 row/, "Exclude Uploads");
    await window.takeNotification("1 excluded. This takes effect at the next processing.");
    await data.openTree("Data Versions");
    await window.treeAction("Data Versions", "Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Only queries in a project see it").click();
    await data.window.pressInNotification(/Processing of Workforce: the job succeeded\./, "Compare with Production...");
    draft = String((await data.versions())[0]?.dataVersion);
    assert.equal((await data.versions())[0]?.isPublished, false);
    const sizes = /Employee\s+([\d,]+)\s+([\d,]+)\s+−1\s+([\d,]+)\s+([\d,]+)\s+−1/;
    const found = sizes.exec(await window.reportText(`Compare ${draft} with Production.md`, sizes)) ?? [];
    const counts = found.slice(1).map((text) => Number(text.replace(",", "")));
    const [before = 0, after, records = 0, recordsAfter] = counts;
    assert.ok(before > published.heads && records > before, String(counts));
    assert.deepEqual([after, recordsAfter], [before - 1, records - 1]);
    await window.picture("data-compared");
    await window.page.locator('.quick-input-widget input[placeholder^="Project in which"]').waitFor();
    assert.deepEqual(await data.ask(), published);
  });

  it("run queries on both, in a project that is picked", async () => {
    const { window } = data;
    await data.openTree("Data Versions", /^Workforce/);
    await window.treeAction("draft", "Compare with Production...");
    await window.page.locator('.quick-input-widget input[placeholder^="Project in which"]').waitFor();
    // The report takes the focus when it appears, so that keys do not reach the pick before it is clicked.
    await window.quickPickRow("Pay transparency").click();
    await window.page.locator('.quick-input-widget input[placeholder^="Queries to run"]').waitFor();
    // The open files are chosen at first.
    await window.quickPickRow("headcount.sqllike").click();
    await window.page.locator(".quick-input-widget", { hasText: "1 Selected" }).waitFor();
    await window.page.keyboard.press("Enter");
    await window.takeNotification(`The results of production and of ${draft}, which name the project`);
    const inDraft = await data.read(await window.result("Heads"));
    assert.equal(inDraft.heads, published.heads - 1);
    assert.ok(inDraft.version.startsWith(draft), inDraft.version);
  });

  it("publish a draft, and disable it again", async () => {
    const { window } = data;
    await data.menu("draft", "Publish Data Version...");
    const asked = await data.confirm(`Publish the data version ${draft}?`, "Publish");
    assert.match(asked, /Everybody's queries answer with it/);
    await window.takeNotification(new RegExp(`Publishing of ${draft}: the job succeeded`));
    assert.equal((await data.versions())[0]?.isPublished, true);
    assert.equal((await data.ask()).heads, former.heads);
    await window.picture("data-versions");
    await data.menu(new RegExp(`^${draft}`), "Disable Data Version...");
    const before = (await data.versions())[1]?.dataVersion;
    assert.match(
      await data.confirm(`Disable the data version ${draft}?`, "Disable"),
      new RegExp(`${before} will answer from then on`),
    );
    await window.takeNotification(`${draft} is disabled. Queries that begin now answer from ${before}.`);
    assert.deepEqual(await data.ask(), published);
    assert.ok((await data.versions()).every(({ dataVersion }) => dataVersion !== draft));
    await data.collapse("Data Versions");
  });

  it("generate a key, save its public half and copy its fingerprint", async () => {
    const { window } = data;
    await data.openTree("PGP Keys");
    await window.treeAction("PGP Keys", "Generate PGP Key...");
    await window.quickPickRow("2 years").click();
    await data.window.pressInNotification(/The key [0-9A-F]{16} of WFF_demo was generated\./, "Save Public Key...");
    const path = await acceptProposedFile(window, "Save Public Key");
    const [key] = await keys();
    assert.ok(key);
    await eventually(async () => assert.equal(await readFile(path, "utf8"), key.publicKey));
    await window.page.evaluate(() => navigator.clipboard.writeText(""));
    await data.menu(key.keyID, "Copy Fingerprint");
    await eventually(async () => {
      const copied = await window.page.evaluate(() => navigator.clipboard.readText());
      assert.ok(copied.replaceAll(" ", "").endsWith(key.keyID), copied);
    });
  });

  it("encrypt a file, which waits in the inbox for its key and is then loaded", async () => {
    const { window } = data;
    const before = await data.ask();
    const [{ keyID } = { keyID: "" }] = await keys();
    await data.openTree("PGP Keys");
    await data.menu(keyID, "Encrypt File for the Tenant...");
    await chooseInDialog(window, "Encrypt a File for the Tenant", data.file("employee-night.csv"));
    await data.window.pressInNotification(
      `employee-night.csv.pgp is beside employee-night.csv, encrypted for the key ${keyID}`,
      "Send...",
    );
    assert.doesNotMatch(await readFile(data.file("employee-night.csv.pgp"), "latin1"), /Night/);
    await window.keep("Name of the file at the service");
    await window.quickPickRow("Nothing is loaded until a load is started").click();
    await window.takeNotification("employee-night.csv.pgp was sent.");
    await data.menu(keyID, "Delete PGP Key...");
    const asked = await data.confirm(`Delete the PGP key ${keyID}?`, "Cancel");
    assert.match(asked, /In the inbox, never to be read again: employee-night\.csv\.pgp/);
    assert.equal((await keys()).length, 1);
    await window.command("Workforce: Send Data File...");
    await chooseInDialog(window, "Send Data File", data.file("employee-night.csv.pgp"));
    await window.keep("Name of the file at the service");
    await window.quickPickRow("publishes a data version").click();
    await window.takeNotification(/employee-night\.csv\.pgp: the job succeeded\./);
    // The upload that the draft left out is still excluded.
    assert.equal((await data.ask()).heads, former.heads + 2);
    assert.notEqual(before.heads, former.heads + 2);
  });

  it("show problems of an encrypted file on the file that it was made of, and encrypt that anew", async () => {
    const { window } = data;
    const before = await data.ask();
    await data.write("employee-secret.csv", `${header}\nS-1,2025-06-31,Sal Secret\n`);
    await window.command("Workforce: Encrypt File for the Tenant...");
    await chooseInDialog(window, "Encrypt a File for the Tenant", data.file("employee-secret.csv"));
    await data.window.pressInNotification("employee-secret.csv.pgp is beside employee-secret.csv", "Send...");
    await window.keep("Name of the file at the service");
    await window.quickPickRow("publishes a data version").click();
    await data.window.pressInNotification(
      /employee-secret\.csv\.pgp: the job failed\. employee-secret\.csv line 2, Effective_Date/,
      "Open Load Report",
    );
    await window.page.locator(".tab.active", { hasText: /^employee-secret\.csv/ }).waitFor();
    await window.statusBar(/Ln 2, Col 1/).waitFor();
    await window.clearNotifications();
    assert.deepEqual(await data.ask(), before);
    await window.openFile("employee-secret.csv");
    await window.replaceText(`${header}\nS-1,2025-06-30,Sal Secret\n`);
    await window.page.keyboard.press("Control+s");
    await window.command("Workforce: Send Again...");
    await window.quickPickRow("employee-secret.csv.pgp").click();
    await window.takeNotification(/employee-secret\.csv\.pgp: the job succeeded\./);
    assert.equal((await data.ask()).heads, before.heads + 1);
  });

  it("delete a key for which nothing waits", async () => {
    const [{ keyID } = { keyID: "" }] = await keys();
    await data.openTree("PGP Keys");
    await data.menu(keyID, "Delete PGP Key...");
    const asked = await data.confirm(`Delete the PGP key ${keyID}?`, "Delete");
    assert.match(asked, /No file in the inbox waits for it/);
    await data.window.treeRow("No keys. Generate one...").waitFor();
    assert.deepEqual(await keys(), []);
    await data.collapse("PGP Keys");
  });

  it("save the original of an uploaded file", async () => {
    const text = await readFile(data.file("employee-night.csv"), "utf8");
    await rm(data.file("employee-night.csv"));
    await data.openTree("Uploads", /^employee-night\.csv ?included/);
    await data.menu(/^employee-night\.csv ?Employee/, "Download Original...");
    const path = await acceptProposedFile(data.window, "Download employee-night.csv");
    await eventually(async () => assert.equal(await readFile(path, "utf8"), text));
    await data.window.picture("data-files");
  });

  it("go on after the service was killed, with the same numbers", async () => {
    const { window } = data;
    const before = await data.ask();
    const service = await window.service();
    assert.ok(service);
    endProcess(service.pid, "SIGKILL");
    await eventually(async () => assert.throws(() => process.kill(service.pid, 0)));
    await data.openTree("Uploads");
    await window.treeAction("Uploads", "Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Production answers with it").click();
    await window.takeNotification(/Processing of Workforce: the job succeeded\./);
    assert.notEqual((await window.service())?.pid, service.pid);
    assert.deepEqual(await data.ask(), before);
  });

  it("tell somebody without the right what is missing, and change nothing", async () => {
    const { window } = data;
    const service = await window.service();
    assert.ok(service);
    const { users } = JSON.parse(await readFile(join(window.dataFolder, "credentials.json"), "utf8"));
    const viewer = users.find(({ username }: { username: string }) => username === "viewer@demo.example");
    const { apiKey, url: address } = service;
    const { username, password } = viewer;
    await addConnection(window, { address, name: "Viewer", role: "development", apiKey, username, password });
    const before = await data.versions();
    await window.command("Workforce: Process Now...");
    await window.quickPickRow("primary").click();
    await window.quickPickRow("Production answers with it").click();
    await window.notified(/"Run a processing job" needs full access to dataManagement/);
    await window.picture("data-no-right");
    await window.clearNotifications();
    await data.sendEmployees("employee-open.csv");
    await window.quickPickRow("the transaction takes no more files").click();
    await window.takeNotification(/needs full access to dataManagement/);
    assert.deepEqual(await data.versions(), before);
    assert.deepEqual(await openTransactions(), []);
  });
});

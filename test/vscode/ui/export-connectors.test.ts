import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { type SftpDouble, startSftpDouble } from "../../support/servers/sftp-double.ts";
import { DataWindow } from "./data-window.ts";
import { eventually, storyLimitMs } from "./workforce-window.ts";

/** The fourth part of an administrator's journey: the data in production goes to another system. */
describe("Export connectors in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let server: SftpDouble;

  before(async () => {
    server = await startSftpDouble();
    data = await DataWindow.open();
  });
  after(async function () {
    await server?.stop();
    await data?.leave(this.test);
  });

  const openExports = async (...groups: (string | RegExp)[]) => {
    await data.window.showExplorer();
    for (const row of ["Local", "WFF_demo", /^Exports$/, ...groups]) {
      await data.expand(row);
    }
  };
  /** Goes through the parameters of an SFTP server; what stands in the boxes already is replaced. */
  const answerSftp = async (name: string, password: string) => {
    const { window } = data;
    await window.answer("Name by which the credential is found again", name);
    await window.answer("Name or address of the server", "127.0.0.1");
    await window.answer("Port of the server", String(server.port));
    await window.answer("User who signs in", "hr");
    await window.answer("Password of the user", password);
    await window.answer("Private key in PEM", "");
    await window.answer("Passphrase of the private key", "");
    await window.answer("Folder on the server", "/");
    await window.answer("Fingerprint of the server's key", "");
    await window.answer("parquet or csv", "csv");
  };
  const acceptConnectors = async () => {
    await data.window.page.keyboard.press("Enter");
  };

  it("run with the credential of the sample, and their sync jobs are followed", async () => {
    const { window } = data;
    await openExports("Export Connectors");
    await window.treeRow(/^Nightly headcount ?headcount/).waitFor();
    await window.treeAction(/^Nightly people/, "Run Export Connector");
    await window.takeNotification(/Export of Nightly people: the job succeeded/);
    await data.expand(/^Nightly people/);
    await window.treeRow(/^people ?succeeded/).waitFor();
    await window.picture("export-connectors");
    await data.collapse("Export Connectors");
  });

  it("take a credential by a form, whose wrong password the validation names", async () => {
    const { window } = data;
    await openExports("Credentials");
    await window.treeAction("Credentials", "New Export Credential...");
    await window.quickPickRow("A Parquet or CSV file for each table on an SFTP server").click();
    await answerSftp("Night server", "wrong");
    await window.quickPickRow("Nightly people").click();
    await window.page.locator(".quick-input-widget", { hasText: "1 Selected" }).waitFor();
    await acceptConnectors();
    await window.takeNotification(/Validation of Night server.*refused the user hr with this password/);
    await window.treeRow(/^Night server ?SFTP · Nightly people/).waitFor();
    await data.menu(/^Night server/, "Replace Credential...");
    await answerSftp("Night server", "sftp-Secret-1");
    await window.page.locator(".quick-input-widget", { hasText: "1 Selected" }).waitFor();
    await acceptConnectors();
    await window.takeNotification(/Validation of Night server.*succeeded/);
    await window.treeAction(/^Night server/, "Validate Credential");
    await window.takeNotification(/Validation of Night server.*succeeded/);
    // The probe of a validation that still runs may be there for a moment.
    await eventually(async () => assert.deepEqual(await readdir(server.folder), []));
    await data.collapse("Credentials");
  });

  it("send to the destination that was added, beside the former one", async () => {
    const { window } = data;
    await openExports("Export Connectors");
    await window.treeAction(/^Nightly people/, "Run Export Connector");
    await window.takeNotification(/Export of Nightly people: the job succeeded/);
    await eventually(async () => assert.deepEqual(await readdir(server.folder), ["people.csv"]));
  });

  it("keep a credential that they use from being deleted", async () => {
    const { window } = data;
    await openExports("Credentials");
    await data.menu(/^Night server/, "Delete Credential...");
    await data.confirm(/Delete the export credential Night server/, "Delete");
    await window.takeNotification(/A connector uses the credential \(Nightly_People\)/);
    await window.treeRow(/^Night server/).waitFor();
  });
});

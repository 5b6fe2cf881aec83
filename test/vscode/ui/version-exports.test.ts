import assert from "node:assert/strict";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { ExportAnswer } from "../../support/export-caller.ts";
import { readPlainCsv } from "../../support/plain-csv.ts";
import { sendRequest } from "../../support/running-service.ts";
import { DataWindow } from "./data-window.ts";
import { chooseFolder } from "./file-dialog.ts";
import { cellsOf, rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, textOf } from "./workforce-window.ts";

const root = "/v1alpha/data/data-version-exports";
const file = "Employee.common.1.csv.gz";

/** The way of an analyst from a data version to the files of what changed in it. */
describe("Data versions that go out, in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  /** The version that the sample comes with, and the one of the load. */
  let base: string;
  let version: string;
  let folder: string;

  before(async () => {
    data = await DataWindow.open();
    // The service of the window runs once something was asked.
    await data.ask();
    base = (await data.versions())[0]?.dataVersion ?? "";
    const people = await peopleNow();
    assert.ok(people.length >= 40, String(people.length));
    const changed = people.slice(0, 40).map(([id, since]) => `${id},${since},77777.25`);
    const added = Array.from({ length: 12 }, (_, index) => `X-${index},2025-06-01,50000`);
    await data.write(
      "employee-pay.csv",
      ["EmployeeID,Effective_Date,Base_Salary", ...changed, ...added, ""].join("\n"),
    );
    folder = data.file("downloads");
    await mkdir(join(folder, "held"), { recursive: true });
  });
  after(function () {
    return data?.leave(this.test);
  });

  /** Key and begin of the last state of everybody who is there still, from an export of the whole version. */
  async function peopleNow(): Promise<readonly (readonly [id: string, since: string])[]> {
    const scheduled = await data.call("POST", `${root}/jobs`, { dataVersionNumber: base });
    const { jobUuid } = scheduled.json<{ jobUuid: string }>();
    let exportUuid: string | null | undefined;
    await eventually(async () => {
      exportUuid = (await data.call("GET", `${root}/jobs/${jobUuid}`)).json<{ exportUuid?: string }>().exportUuid;
      assert.ok(exportUuid, "the export has not ended");
    });
    const exported = (await data.call("GET", `${root}/exports/${exportUuid}`)).json<ExportAnswer>();
    const employees = exported.tables.flatMap(({ commonColumns }) => commonColumns.files);
    const { fileId } = employees.find(({ filename }) => filename === file) ?? {};
    const csv = readPlainCsv(gunzipSync(await download(`${root}/exports/${exportUuid}/files/${fileId}`)), true);
    assert.ok(csv !== "refused");
    const [id, since, end] = ["EmployeeID", "Effective_Date", "End_Date"].map((name) => csv.names.indexOf(name));
    return csv.rows
      .filter((row) => row[end ?? 0] === null)
      .map((row) => [row[id ?? 0] ?? "", row[since ?? 0] ?? ""] as const);
  }

  async function download(path: string): Promise<Buffer> {
    const service = await data.window.service();
    assert.ok(service);
    const { url, apiKey: apikey, username, password } = service;
    const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const response = await fetch(url + path, { headers: { apikey, cookie: `ServiceASIDToken=${token.text}` } });
    assert.equal(response.status, 200);
    return Buffer.from(await response.arrayBuffer());
  }

  it("are exported from the tree, with the day's quota in the title, whole or what changed since a version", async () => {
    const { window } = data;
    await data.sendEmployees("employee-pay.csv");
    await window.quickPickRow("the transaction takes no more files").click();
    await window.takeNotification(/employee-pay\.csv: the job succeeded\./);
    version = (await data.versions())[0]?.dataVersion ?? "";
    assert.notEqual(version, base);
    await data.openTree("Data Versions", /^Workforce/);
    await data.menu(new RegExp(`^${version} ?published`), "Export Data Version...");
    const title = window.page.locator(".quick-input-title", { hasText: "Export Data Version of WFF_demo" });
    await title.waitFor();
    await eventually(async () => assert.match(await textOf(title), /\(1\/10 exports today\)/));
    await window.quickPickRow("Whole Version").waitFor();
    await window.picture("export-question");
    await window.quickPickRow(`Changes Since ${base}`).click();
    const ended = await window.notified(new RegExp(`Export of ${version} since ${base}: the job succeeded\\.`));
    await window.picture("export-ended");
    await ended.getByRole("button", { name: "Download All Files..." }).click();
    await chooseFolder(window, "Folder for the Files of Export", folder, "held");
    await window.notified(/is downloaded: 1 file,/);
    const [made = ""] = (await readdir(folder)).filter((name) => name !== "held");
    assert.match(made, new RegExp(`^export-${version}-since-${base}-[0-9a-f]{8}$`));
    assert.deepEqual(await readdir(join(folder, made)), [file]);
    const lines = gunzipSync(await readFile(join(folder, made, file)))
      .toString()
      .split("\n");
    const count = (change: string) => lines.filter((line) => line.startsWith(`${change},`)).length;
    assert.deepEqual([count("I"), count("U"), count("D")], [12, 40, 0]);
    await window.clearNotifications();
  });

  it("stand below Exports with their files, and a file opens in the results", async () => {
    const { window } = data;
    await data.collapse(/^Data$/);
    await data.expand(/^Exports$/);
    await data.expand("Version Exports");
    await data.expand(new RegExp(`^${version} since ${base}`));
    await window.treeRow(file).waitFor();
    await window.picture("exports-tree");
    await window.showingNewResult(() => window.treeRow(file).click());
    const frame = await window.result(file);
    assert.equal(await rowCountOf(frame), 52);
    const [change = ""] = await cellsOf(frame, 1);
    assert.match(change, /^[IU]$/);
    await window.picture("export-file");
  });

  it("are downloaded once more without fetching what is there", async () => {
    const { window } = data;
    await window.showExplorer();
    await data.menu(new RegExp(`^${version} since ${base}`), "Download All Files of Export...");
    await chooseFolder(window, "Folder for the Files of Export", folder, "held");
    await window.notified(/is downloaded: 1 file,/);
    await window.clearNotifications();
  });

  it("are refused by name when the day has no export left", async () => {
    const { window } = data;
    for (let count = 0; count < 8; count++) {
      assert.equal((await data.call("POST", `${root}/jobs`, { dataVersionNumber: base })).status, 200);
    }
    await window.namedCommand("Workforce: Export Data Version...");
    await window.notified(/WFF_demo has exported 10 data versions today, which is all that a day has\./);
  });
});

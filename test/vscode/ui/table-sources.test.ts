import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import type { TableSource } from "../../../src/contract/table-sources.ts";
import { sendRequest, type TestAnswer } from "../../support/running-service.ts";
import { webviewFrame } from "../host/workbench.mjs";
import { chooseInDialog } from "./file-dialog.ts";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { cellsOf, rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

const tables = "/v1alpha/data/table-sources/tables";
const first = "person_key,badge_no,issued_on\nP1,11,2026-01-05\nP2,12,2026-01-06\n";
const later = "person_key,badge_no,issued_on\nP2,22,2026-02-06\nP3,23,\n";

/** A table source from its file to its deletion, each step on what the one before it left. */
describe("Table sources in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;

  before(async () => {
    window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await writeFile(file("desk_badge.csv"), first);
    await writeFile(file("later.csv"), later);
    await writeFile(file("wrong.csv"), "person_key,badge_no,floor\nP1,none,1\n,2,1\n");
    await window.statusBar("Local").waitFor();
  });
  after(function () {
    return leaveWindow(window, this.test);
  });
  const file = (name: string) => join(window.workspaceFolder, name);
  /** The page that asks about a table, and the text of it. */
  const reviewed = async (title: string) => {
    const page = await webviewFrame(window.page, title);
    await page.locator(".question").waitFor();
    return { page, text: await textOf(page.locator("body")) };
  };
  const answer = async (page: Frame, button: string) =>
    await page.getByRole("button", { name: button, exact: true }).click();
  const focusedIn = (page: Frame) => page.evaluate(() => document.activeElement?.textContent);
  const tab = (name: string | RegExp) => window.page.locator(".tabs-container .tab", { hasText: name }).first();
  /** The editor draws spaces as no-break spaces. */
  const shown = async () =>
    (await textOf(window.page.locator(".editor-group-container.active .view-lines").last())).replaceAll("\u00a0", " ");
  const choose = (title: string, path: string) => chooseInDialog(window, title, path);
  /** A call to the service behind the local connection, as somebody else makes it. */
  const call = async (method: string, path: string, json?: unknown): Promise<TestAnswer> => {
    const service = await window.service();
    assert.ok(service);
    const { url, apiKey: apikey, username, password } = service;
    const token = await sendRequest(url, "POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    const headers = { apikey, cookie: `ServiceASIDToken=${token.text}` };
    return await sendRequest(url, method, path, { headers, ...(json !== undefined && { json }) });
  };
  const badge = async () => {
    const { tables: all } = (await call("GET", tables)).json<{ tables: TableSource[] }>();
    return all.find(({ objectName }) => objectName === "desk_badge");
  };
  const rowsOf = async () => {
    const { uuid } = (await badge()) ?? {};
    return (await call("GET", `${tables}/${uuid}/metadata`)).json().recordCount;
  };
  const retype = async (definition: TableSource) => {
    await window.focusEditor();
    await window.page.keyboard.press("Control+A");
    await window.page.keyboard.press("Delete");
    await window.page.keyboard.insertText(JSON.stringify(definition));
  };
  const pickTable = async () => {
    // A dialog of files that is about to close has lines of that name, too.
    await window.page.locator('.quick-input-widget input[placeholder^="Table source of"]').waitFor();
    await window.quickPickRow("desk_badge").click();
  };
  const upload = async (name: string, mode: string, key?: string) => {
    await window.command("Workforce: Upload File into Table...");
    await choose("Upload File into Table", file(name));
    await pickTable();
    await window.quickPickRow(mode).click();
    if (key !== undefined) {
      await window.quickPickRow(key).click();
      await window.page.locator(".quick-input-widget", { hasText: "1 Selected" }).waitFor();
      await window.page.keyboard.press("Enter");
    }
  };

  it("are created from the columns of a file: a document that is saved", async () => {
    await window.command("Workforce: New Table Source...");
    await window.quickPickRow("Columns of a File").click();
    await choose("New Table Source in", file("desk_badge.csv"));
    const named = window.page.locator(".quick-input-widget", { hasText: "badge_no INTEGER, issued_on DATE" });
    await named.waitFor();
    await window.picture("table-source-name");
    await window.keep("Name of the table");
    await tab("desk_badge.tablesource.json").waitFor();
    await eventually(async () => assert.match(await shown(), /"objectName": "desk_badge"/));
    assert.equal(await badge(), undefined);
    await window.page.keyboard.press("Control+s");
    await window.takeNotification(/The table source desk_badge was created in Local · WFF_demo/);
    assert.deepEqual(
      (await badge())?.columns?.map(({ name, dataType }) => `${name} ${dataType}`),
      ["person_key STRING", "badge_no INTEGER", "issued_on DATE"],
    );
    await eventually(async () => assert.match(await shown(), /"uuid"/));
    const tabs = window.page.locator(".tabs-container .tab", { hasText: "desk_badge.tablesource" });
    await eventually(async () => assert.equal(await tabs.count(), 1));
  });

  it("take a file in one flow: counts are seen before the commit, and nothing changes without it", async () => {
    await upload("desk_badge.csv", "Append");
    const appended = await reviewed("Upload desk_badge.csv into desk_badge");
    assert.match(appended.text, /Local · WFF_demo/);
    assert.match(appended.text, /2 rows added.*0 rows before, 2 after/);
    assert.match(appended.text, /Commit desk_badge\.csv into desk_badge\?/);
    await window.picture("table-source-commit");
    await answer(appended.page, "Commit");
    await window.takeNotification(/desk_badge\.csv is in desk_badge: 2 rows added/);
    assert.equal(await rowsOf(), "2");
    await upload("later.csv", "Update by Keys", "person_key");
    const updated = await reviewed("Upload later.csv into desk_badge");
    assert.match(updated.text, /1 row added, 1 replaced, 0 removed/);
    await answer(updated.page, "Cancel");
    await eventually(async () => assert.equal(await rowsOf(), "2"));
    await upload("later.csv", "Update by Keys", "person_key");
    await answer((await reviewed("Upload later.csv into desk_badge")).page, "Commit");
    await window.takeNotification(/later\.csv is in desk_badge/);
    assert.equal(await rowsOf(), "3");
  });

  it("refuse a file that does not go into them before a byte is sent, and say where", async () => {
    await upload("wrong.csv", "Update by Keys", "person_key");
    await window.takeNotification(/wrong\.csv was not sent/);
    const page = await webviewFrame(window.page, "wrong.csv into desk_badge", { selector: ".facts" });
    const text = await textOf(page.locator("body"));
    assert.match(text, /badge_no: 1 value is not of type INTEGER .*lines 2/);
    assert.match(text, /floor: the table has no such column/);
    assert.match(text, /person_key: 1 row has no value in this key column .*lines 3/);
    assert.doesNotMatch(text, /none/);
    await window.picture("table-source-findings");
    await page.getByRole("button", { name: /^Line 3: person_key/ }).click();
    await tab("wrong.csv").waitFor();
    await window.page.locator(".statusbar-item", { hasText: "Ln 3, Col 1" }).waitFor();
  });

  it("show their metadata with the states that were seen, and rows as they were in one", async () => {
    await window.command("Workforce: Show Table Metadata and History");
    await pickTable();
    const page = await webviewFrame(window.page, "desk_badge", { selector: ".facts" });
    const text = await textOf(page.locator("body"));
    assert.match(text, /Rows: 3/);
    assert.match(text, /3 rows · Upload later\.csv into desk_badge.*2 rows · Upload desk_badge\.csv into/s);
    await window.picture("table-source-metadata");
    await page.getByRole("button", { name: /^Show Rows: .*2 rows · Upload desk_badge/ }).click();
    assert.equal(await rowCountOf(await window.result("desk_badge as of")), 2);
    await page.getByRole("button", { name: "Edit: Definition" }).click();
    await tab("desk_badge.tablesource.json").waitFor();
    await window.command("View: Close Editor");
    await window.command("Workforce: Look at Table As Of...");
    await pickTable();
    await window.quickPickRow("2 rows").click();
    const frame = await window.result("desk_badge as of");
    assert.equal(await rowCountOf(frame), 2);
    assert.deepEqual((await cellsOf(frame, 1)).slice(0, 2), ["P1", "11"]);
    assert.equal(await rowsOf(), "3");
  });

  it("go back to a state when the page that counts their rows is answered so", async () => {
    await window.showExplorer();
    await window.command("Workforce: Reset Table...");
    await pickTable();
    await window.quickPickRow("2 rows").waitFor();
    assert.equal(await window.quickPickRow("3 rows").count(), 0, "the table is in that state already");
    await window.quickPickRow("2 rows").click();
    const { page, text } = await reviewed("Reset desk_badge");
    assert.match(text, /The table has 3 rows and will have 2.*Everything that was written since then is undone/);
    await eventually(async () => assert.equal(await focusedIn(page), "Cancel"));
    await window.picture("table-source-reset");
    await answer(page, "Reset");
    await window.takeNotification(/desk_badge was reset to its state at/);
    assert.equal(await rowsOf(), "2");
  });

  it("leave no transaction that counts as open", async () => {
    await eventually(async () => assert.equal(await window.statusBar(/\d open/).count(), 0));
  });

  it("are updated by a save, after a look at what is lost", async () => {
    await window.command("Workforce: Edit Table Source");
    await pickTable();
    await tab("desk_badge.tablesource.json").waitFor();
    const source = await badge();
    assert.ok(source);
    const columns = [
      { name: "person_key", dataType: "STRING" },
      { name: "issued_on", dataType: "DATE" },
      { name: "site" },
    ];
    await retype({ ...source, columns });
    await window.page.keyboard.press("Control+s");
    const { page, text } = await reviewed("Update desk_badge");
    assert.match(text, /− badge_no \(INTEGER\): its values in 2 rows are lost/);
    assert.match(text, /\+ site \(UNSPECIFIED\): empty in existing rows/);
    await window.picture("table-source-update");
    assert.equal(await focusedIn(page), "Cancel");
    await answer(page, "Show Changes");
    await tab("service and editor").waitFor();
    assert.equal((await badge())?.columns?.length, 3);
    assert.equal((await badge())?.columns?.[1]?.name, "badge_no");
    await tab("Update desk_badge").click();
    await answer((await reviewed("Update desk_badge")).page, "Update");
    await eventually(async () => assert.equal((await badge())?.columns?.[1]?.name, "issued_on"));
    await window.clearNotifications();
  });

  it("are not overwritten when somebody else changed them meanwhile", async () => {
    const source = await badge();
    assert.ok(source);
    await call("PUT", `${tables}/${source.uuid}`, { ...source, snapshotRetentionDays: 21 });
    await retype({ ...source, snapshotRetentionDays: 14 });
    await window.page.keyboard.press("Control+s");
    const { page, text } = await reviewed("Update desk_badge");
    assert.match(
      text,
      /desk_badge was changed at the service since it was opened here\..*Overwrite the table source desk_badge\?/,
    );
    assert.equal(await focusedIn(page), "Cancel");
    await answer(page, "Cancel");
    assert.equal((await badge())?.snapshotRetentionDays, 21);
    await window.clearNotifications();
    await window.command("File: Revert File");
    // The page beside the text leaves it less room, and only what is in sight is drawn.
    await window.focusEditor();
    await eventually(async () => {
      await window.page.keyboard.press("Control+End");
      assert.match(await shown(), /"snapshotRetentionDays": 21/);
    });
  });

  it("show what views are made of, and have one regenerated with its job watched", async () => {
    await window.command("Workforce: Show Materialized Views");
    const page = await webviewFrame(window.page, "Views of Local · WFF_demo");
    await page.getByText(/\b(1 materialized view|[02-9] materialized views), 0 warnings/).waitFor();
    await window.picture("table-source-views");
    await page.locator(".node", { hasText: "monthly_cost_view" }).click();
    await tab("monthly_cost_view.tablesource.json").waitFor();
    await window.showExplorer();
    await window.command("Workforce: Regenerate View...");
    await window.quickPickRow("monthly_cost_view").click();
    const regenerated = await reviewed("Regenerate monthly_cost_view");
    assert.match(regenerated.text, /All of its rows are recomputed.*Regenerate the view monthly_cost_view\?/);
    await answer(regenerated.page, "Regenerate");
    await window.takeNotification(/is being regenerated; its job is watched/);
  });

  it("are deleted by a page that says what stays", async () => {
    await window.showExplorer();
    await window.command("Workforce: Delete Table Source...");
    await pickTable();
    const { page, text } = await reviewed("Delete desk_badge");
    assert.match(text, /The service keeps what it stores \(2 rows\).*Delete the table source desk_badge\?/);
    await eventually(async () => assert.equal(await focusedIn(page), "Cancel"));
    await answer(page, "Delete Definition");
    await eventually(async () => assert.equal(await badge(), undefined));
  });
});

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { eventually, storyLimitMs, type WorkforceWindow } from "./workforce-window.ts";

const name = "badges.sqljob.json";
const job = `{
  // Every night
  "transaction": {"tablesToModify": ["no_such_table"]},
  "uploads": {"badges.csv": "badges.csv"},
  "job": {
    "inputs": [{"id": "new_rows", "filename": "badges.csv", "format": {"csv": {"header": true}}}],
    "actions": [
      {"query": {"query": "SELECT '\\"' AS a"}},
      {"upsert": {"source": "new_rows", "target": "no_such_table", "keys": ["key"]}},
      {"rollback": {}}
    ]
  }
}
`;

/** A window of its own, with a job file in its workspace. */
describe("Composing a SQL job in VS Code", function () {
  this.timeout(storyLimitMs);
  // Each goes on in the tab that the first one opens.
  this.bail(true);
  let window: WorkforceWindow;
  let file: string;

  before(async () => {
    window = await takeWindow();
    file = join(window.workspaceFolder, name);
    await writeFile(file, job);
    await window.openFile(name);
  });
  after(function () {
    return leaveWindow(window, this.test);
  });
  const titleAction = (label: string) =>
    window.page.locator(`.editor-group-container.active .editor-actions .action-label[aria-label^="${label}"]`);
  const open = async (): Promise<Frame> => {
    const frame = await webviewFrame(window.page, undefined, { selector: "#composer" });
    await frame.getByRole("heading", { level: 1, name: "SQL Job" }).waitFor();
    return frame;
  };
  const action = (frame: Frame, title: string) => frame.getByRole("listitem", { name: title, exact: true });
  const tabs = () => window.page.locator(`.tab[data-resource-name="${name}"]`);

  it("opens in the place of the text, by one click in its title", async () => {
    await titleAction("Open SQL Job Composer").click();
    const frame = await open();
    await eventually(async () =>
      assert.equal(await action(frame, "Action 2: Upsert").getByLabel("Source").inputValue(), "new_rows"),
    );
    await eventually(async () => assert.equal(await tabs().count(), 1));
    await window.picture("composer-top");
    await action(frame, "Action 1: Query").scrollIntoViewIfNeeded();
    await frame.locator(".sql-editor .view-line").first().waitFor();
    await window.picture("composer-actions");
  });

  it("says what the checks find at the field that it is about", async () => {
    const frame = await open();
    const target = action(frame, "Action 2: Upsert").getByLabel("Target");
    await action(frame, "Action 2: Upsert").getByText("There is no table source").first().waitFor();
    await eventually(async () => assert.equal(await target.getAttribute("aria-invalid"), "true"));
    // The file has one; the editor's own JSON features take it for an error.
    assert.equal(await frame.getByText("Comments are not permitted").count(), 0);
  });

  it("offers the table sources of the connection, and the columns of a local file as keys", async () => {
    const frame = await open();
    const offered = async (label: string) => {
      const input = action(frame, "Action 2: Upsert").getByLabel(label);
      await input.focus();
      const list = await input.getAttribute("list");
      const options = frame.locator(`[id="${list}"] option`);
      await eventually(async () => assert.ok((await options.count()) > 0));
      return await options.evaluateAll((all) => all.map((one) => one.getAttribute("value")));
    };
    assert.ok((await offered("Target")).length > 0);
    assert.deepEqual(await offered("Keys: Add column"), ["person_key", "badge_no", "site", "valid_from", "closed"]);
  });

  it("is run by the palette as the file that it shows", async () => {
    await window.command("Workforce: Run SQL Job");
    const refused = /badges\.sqljob\.json has \d+ errors; nothing was sent/;
    await window.takeNotification(refused);
  });

  it("completes SQL as the text does", async () => {
    const frame = await open();
    await frame.locator(".sql").first().scrollIntoViewIfNeeded();
    await frame.locator(".sql-editor .view-line").first().click();
    await frame.page().keyboard.press("Control+End");
    await frame.page().keyboard.type(", coales");
    await frame.locator(".suggest-widget .monaco-list-row", { hasText: "coalesce" }).first().waitFor();
    await frame.page().keyboard.press("Escape");
    await frame.page().keyboard.press("Escape");
  });

  it("changes the text, which VS Code undoes and saves", async () => {
    const frame = await open();
    const source = action(frame, "Action 2: Upsert").getByLabel("Source");
    const sql = frame.locator(".sql-editor").first();
    const text = await sql.innerText();
    await source.fill("other_rows");
    // At once: what is typed is a step of its own, though it is not in the file yet.
    await window.page.keyboard.press("Control+Z");
    await eventually(async () => assert.equal(await source.inputValue(), "new_rows"));
    await sql.locator(".view-line").click();
    await window.page.keyboard.press("Control+End");
    // In one: a slow machine would make more than one step of keys.
    await window.page.keyboard.insertText("xyz");
    await eventually(async () => assert.notEqual(await sql.innerText(), text));
    await window.page.keyboard.press("Control+Z");
    await eventually(async () => assert.equal(await sql.innerText(), text));
    await source.fill("saved_rows");
    await window.page.keyboard.press("Control+S");
    await eventually(async () => assert.match(await readFile(file, "utf8"), /"source": "saved_rows"/));
    const saved = await readFile(file, "utf8");
    assert.match(saved, /^\{\n {2}\/\/ Every night\n/);
    assert.match(saved, /SELECT '\\"' AS a, coales/);
    await window.page.locator(".tab.active:not(.dirty)").waitFor();
  });

  it("goes back to the text by one click", async () => {
    await titleAction("Open SQL Job as JSON").click();
    await window.page.locator(".editor-group-container.active .view-line", { hasText: "saved_rows" }).waitFor();
    await eventually(async () => assert.equal(await tabs().count(), 1));
  });
});

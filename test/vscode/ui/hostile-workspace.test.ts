import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storyLimitMs, textOf, WorkforceWindow } from "./workforce-window.ts";

/** All files below a folder with their text and the time of their last change. */
async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const lines = entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = await stat(path);
    return entry.isDirectory() ? `${path} ${mtimeMs}` : `${path} ${mtimeMs} ${await readFile(path, "utf8")}`;
  });
  return (await Promise.all(lines)).sort();
}

/** A window in Restricted Mode whose setting names a folder that holds files of somebody else. */
describe("A hostile workspace and a foreign data folder in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  let foreign: string;

  before(async () => {
    foreign = await mkdtemp(join(tmpdir(), "workforce-foreign-"));
    await mkdir(join(foreign, "scratch", "drafts"), { recursive: true });
    await writeFile(join(foreign, "scratch", "drafts", "thesis.txt"), "years of work");
    window = await WorkforceWindow.open({
      isRestricted: true,
      settings: { "workforce.localService.dataFolder": foreign },
    });
    await writeFile(join(window.workspaceFolder, "load.wfshell"), "SELECT EmployeeID FROM Employee;\n");
  });
  after(async () => {
    await window?.close();
    await rm(foreign, { recursive: true, force: true });
  });
  it("runs no job, no table SQL and no script of the workspace, and says how to trust it", async () => {
    for (const [file, command, message] of [
      ["badges.sqljob.json", "Workforce: Run SQL Job", "SQL jobs do not run in Restricted Mode"],
      ["badges.sqljob.json", "Workforce: Rehearse SQL Job on Spark", "SQL jobs are not rehearsed in Restricted Mode"],
      ["remove-closed.tablesql", "Workforce: Run Table SQL", "Table SQL does not run in Restricted Mode"],
      ["load.wfshell", "Workforce: Run Shell Script", "Shell scripts do not run in Restricted Mode"],
    ] as const) {
      await window.openFile(file);
      await window.namedCommand(command);
      const item = await window.notified(message);
      await item.getByRole("button", { name: "Manage Workspace Trust" }).waitFor();
      await window.clearNotifications();
    }
    assert.ok(!(await readdir(window.workspaceFolder)).includes("results"), "no output was saved");
  });

  it("leaves a data folder of somebody else alone, names it and says what to do", async () => {
    const before = await filesBelow(foreign);
    await window.openFile("headcount.sqllike");
    await window.clickRun(1);
    const message = (await window.results()).getByText("holds files that do not belong to the Workforce service");
    await message.waitFor();
    const text = await textOf(message);
    assert.ok(text.startsWith(`The folder ${foreign} holds files`), text);
    assert.match(text, /nothing was changed.*an empty folder in the setting "workforce\.localService\.dataFolder", or/);
    assert.deepEqual(await filesBelow(foreign), before);
  });

  it("runs no cell of a notebook before the workspace is trusted", async () => {
    await window.openFile("headcount.workforce-notebook");
    await window.page
      .locator(".notebookOverlay .view-line", { hasText: "--\u00a0People\u00a0who\u00a0are\u00a0here\u00a0now" })
      .first()
      .click();
    await window.page.keyboard.press("Control+Enter");
    const dialog = window.page.locator(".monaco-dialog-box");
    await dialog.getByText("Executing a notebook cell will run code from this workspace.").waitFor();
    await window.page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(await window.page.locator(".notebookOverlay .cell-status-item", { hasText: /✓|error/ }).count(), 0);
  });
});

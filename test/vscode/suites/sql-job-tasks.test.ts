import assert from "node:assert/strict";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const name = "broken.sqljob.json";

suite("Tasks of SQL jobs in VS Code", () => {
  let folder: vscode.WorkspaceFolder;

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first;
    await writeFile(join(folder.uri.fsPath, name), '{"job": {"actions": [{"nothing": {}}]}}');
  });
  suiteTeardown(() => rm(join(folder.uri.fsPath, name), { force: true }));

  const fetchTask = () =>
    eventually(async () => {
      const tasks = await vscode.tasks.fetchTasks({ type: "workforce-sqljob" });
      return tasks.find(({ definition }) => definition.file === name);
    });

  test("are offered for each job file of the workspace", async () => {
    const { source, detail } = await fetchTask();
    assert.equal(source, "workforce");
    assert.ok(detail);
  });

  test("end with code 1 at a file with errors, before anything is sent", async () => {
    const task = await fetchTask();
    const exitCode = new Promise<number | undefined>((resolve) => {
      const subscription = vscode.tasks.onDidEndTaskProcess((ended) => {
        if (ended.execution.task.definition.file === name) {
          subscription.dispose();
          resolve(ended.exitCode);
        }
      });
    });
    await vscode.tasks.executeTask(task);
    assert.equal(await exitCode, 1);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const mime = "application/vnd.workforce.result+json";
const people = `-- People
SELECT EmployeeID, Full_Name FROM Employee WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01")`;

suite("Notebooks in VS Code", function () {
  // The first run starts the service and the data worker.
  this.timeout(120_000);
  let folder: vscode.Uri;

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    folder = workspace.uri;
  });

  const fileOf = (name: string) => vscode.Uri.joinPath(folder, `${name}.workforce-notebook`);
  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const read = async (uri: vscode.Uri) => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  const cells = (...texts: string[]) =>
    JSON.stringify({ version: 1, id: texts.join(), cells: texts.map((text) => ({ kind: "sqllike", text: [text] })) });

  const open = async (name: string, text: string) => {
    const uri = fileOf(name);
    await write(uri, text);
    const notebook = await vscode.workspace.openNotebookDocument(uri);
    await vscode.window.showNotebookDocument(notebook);
    return notebook;
  };
  const close = () => vscode.commands.executeCommand("workbench.action.closeActiveEditor");
  const ended = (cell: vscode.NotebookCell) =>
    eventually(async () => (cell.executionSummary?.timing?.endTime ? cell.executionSummary : undefined));
  const run = async (cell: vscode.NotebookCell) => {
    const ranges = [{ start: cell.index, end: cell.index + 1 }];
    await vscode.commands.executeCommand("notebook.cell.execute", { ranges, document: cell.notebook.uri });
    return await ended(cell);
  };
  const itemsOf = (cell: vscode.NotebookCell) =>
    cell.outputs
      .flatMap(({ items }) => items)
      .map((item) => ({ mime: item.mime, text: new TextDecoder().decode(item.data) }));

  test("runs a cell and shows its result, without changing the file", async () => {
    const notebook = await open("runs", cells(people));
    const cell = notebook.cellAt(0);
    const summary = await run(cell);
    assert.deepEqual([summary.success, summary.executionOrder], [true, 1]);
    const [item, ...others] = itemsOf(cell);
    assert.deepEqual([item?.mime, others], [mime, []]);
    assert.equal(typeof JSON.parse(item?.text ?? "").resultId, "string");
    assert.equal(notebook.isDirty, false);
    const before = JSON.parse(item?.text ?? "").resultId;

    await close();
    // VS Code keeps a closed notebook for a while; another file of the same notebook is read anew.
    const again = await open("again", await read(fileOf("runs")));
    assert.equal(JSON.parse(itemsOf(again.cellAt(0))[0]?.text ?? "{}").resultId, before, "the kept result is shown");
    await close();
    assert.doesNotMatch(await read(fileOf("runs")), /saved/);
  });

  test("gives an output with its name for each statement of a cell", async () => {
    const notebook = await open("several", cells(`${people};\n-- Again\n${people.replace("-- People\n", "")}`));
    assert.equal((await run(notebook.cellAt(0))).success, true);
    const titles = itemsOf(notebook.cellAt(0)).map(({ text }) => JSON.parse(text).title);
    assert.deepEqual(titles, ["People", "Again"]);
    await close();
  });

  test("runs table-source SQL", async () => {
    const text = JSON.stringify({ version: 1, cells: [{ kind: "tablesql", text: ["SELECT 1 AS one"] }] });
    const notebook = await open("table", text);
    const { success } = await run(notebook.cellAt(0));
    assert.equal(success, true, itemsOf(notebook.cellAt(0))[0]?.text);
    assert.equal(itemsOf(notebook.cellAt(0))[0]?.mime, mime);
    await close();
  });

  test("shows what went wrong with its place, marks it in the cell, and stops what comes after", async () => {
    const notebook = await open("wrong", cells("SELECT nothing FROM\n  Nowhere WHERE", people));
    await vscode.commands.executeCommand("notebook.execute");
    const cell = notebook.cellAt(0);
    assert.equal((await ended(cell)).success, false);
    const [item] = itemsOf(cell);
    assert.equal(item?.mime, "application/vnd.code.notebook.error");
    assert.match(JSON.parse(item?.text ?? "{}").message, /line \d+, column \d+/);
    assert.equal(notebook.cellAt(1).executionSummary?.timing, undefined);
    await eventually(async () => vscode.languages.getDiagnostics(cell.document.uri).length > 0 || undefined);
    await close();
  });

  test("offers names of the model in a cell", async () => {
    const notebook = await open("names", cells("SELECT  FROM Employee"));
    const { document } = notebook.cellAt(0);
    const labels = await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        new vscode.Position(0, 7),
      );
      return list.items.length > 0 ? list.items.map(({ label }) => String(label)) : undefined;
    });
    assert.ok(labels.includes("employeeCount"), labels.slice(0, 20).join());
    await close();
  });

  test("stops a cell at once, which can run again", async () => {
    const notebook = await open("stops", cells(people));
    const cell = notebook.cellAt(0);
    const began = Date.now();
    const executing = vscode.commands.executeCommand("notebook.execute");
    await vscode.commands.executeCommand("notebook.cancelExecution");
    await executing;
    await ended(cell);
    assert.ok(Date.now() - began < 15_000);
    assert.equal((await run(cell)).executionOrder, 2);
    await close();
  });

  test("saves outputs where that is wanted, and shows them where the result itself is gone", async () => {
    const settings = vscode.workspace.getConfiguration("workforce.notebook");
    await settings.update("saveOutputs", true, true);
    try {
      const notebook = await open("saves", cells(people));
      await run(notebook.cellAt(0));
      assert.equal(notebook.isDirty, true);
      await notebook.save();
      const file = JSON.parse(await read(fileOf("saves")));
      const [saved] = file.cells[0].saved;
      assert.ok(saved.rows.length > 0 && saved.rows.length <= 1000);
      assert.deepEqual([saved.title, saved.connection, saved.columns.length], ["People", "Local", 2]);
      await close();

      // As on a machine that never ran it.
      saved.resultId = "of-another-machine";
      const copy = await open("copy", JSON.stringify({ ...file, id: "copy" }));
      const [item] = itemsOf(copy.cellAt(0));
      assert.deepEqual(JSON.parse(item?.text ?? "{}").saved.rows, saved.rows);
      await vscode.commands.executeCommand("notebook.clearAllCellsOutputs");
      await eventually(async () => copy.isDirty || undefined);
      await copy.save();
      assert.doesNotMatch(await read(fileOf("copy")), /"rows"/);
      await close();
    } finally {
      await settings.update("saveOutputs", undefined, true);
    }
  });

  test("refuses a damaged file by its line, and leaves it as it is", async () => {
    const damaged = '{\n  "version": 1,\n  "cells": [}\n';
    await write(fileOf("damaged"), damaged);
    await assert.rejects(
      async () => await vscode.workspace.openNotebookDocument(fileOf("damaged")),
      /damaged: it is not valid JSON from line 3 on/,
    );
    assert.equal(await read(fileOf("damaged")), damaged);
  });
});

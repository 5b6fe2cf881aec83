import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { RunDecorations, type RunText } from "../../../src/host/run-decorations.ts";
import { eventually } from "../../support/eventually.ts";

suite("The problem that a run reported", () => {
  let marks: RunDecorations;
  let checks: vscode.DiagnosticCollection;
  let document: vscode.TextDocument;
  let run: RunText;
  const text = "SELECT headcount()\nFROM Emploee\n";
  const startRun = (started: vscode.TextDocument) => {
    document = started;
    run = marks.startRun(document);
  };
  setup(async () => {
    marks = new RunDecorations("workforce-test-run");
    checks = vscode.languages.createDiagnosticCollection("workforce-test-checks");
    startRun(await vscode.workspace.openTextDocument({ content: text }));
  });
  teardown(() => {
    marks.dispose();
    checks.dispose();
  });

  const place = new vscode.Position(1, 5);
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const check = (severity: vscode.DiagnosticSeverity) =>
    checks.set(document.uri, [new vscode.Diagnostic(new vscode.Range(1, 5, 1, 12), "No such object.", severity)]);
  const insertSpace = async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), " ");
    await vscode.workspace.applyEdit(edit);
  };
  const shown = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
  const becomes = (...expected: readonly string[]) =>
    eventually(
      async () => JSON.stringify(shown()) === JSON.stringify(expected) || undefined,
      () => `The problems are ${JSON.stringify(shown())}`,
    );

  test("stands at the word that it names, until the text changes", async () => {
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri)[0]?.range, new vscode.Range(1, 5, 1, 12));
    await insertSpace();
    await becomes();
  });

  test("stays when the text is saved as it is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-run-"));
    const file = join(folder, "query.txt");
    await writeFile(file, text);
    document = await vscode.workspace.openTextDocument(file);
    await insertSpace();
    startRun(document);
    marks.addProblem(run, new vscode.Range(1, 5, 1, 12), "The service refused the query.");
    const reported = new Promise<number>((resolve) => {
      const subscription = vscode.workspace.onDidChangeTextDocument(({ document: changed, contentChanges }) => {
        if (changed === document) {
          subscription.dispose();
          resolve(contentChanges.length);
        }
      });
    });
    assert.ok(await document.save());
    assert.equal(await reported, 0);
    assert.deepEqual(shown(), ["The service refused the query."]);
    await rm(folder, { recursive: true });
  });

  test("goes when the document is closed, whose name another one may get", async () => {
    await vscode.window.showTextDocument(document);
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await becomes();
    assert.ok(document.isClosed);
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), []);
  });

  test("is not put on a text that has changed since the run started", async () => {
    await insertSpace();
    marks.addProblemAt(run, place, "Emploee is unknown.");
    marks.addProblem(run, new vscode.Range(0, 0, 2, 0), "The service refused the query.");
    assert.deepEqual(shown(), []);
    startRun(document);
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
  });

  test("is not listed where a check of the text marks the same place, whichever comes first", async () => {
    check(error);
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["No such object."]);
    checks.clear();
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
    check(error);
    await becomes("No such object.");
  });

  test("stays beside a warning, and beside an error where it names no place of its own", async () => {
    check(warning);
    marks.addProblemAt(run, place, "Emploee is unknown.");
    assert.equal(shown().length, 2);
    startRun(document);
    check(error);
    marks.addProblem(run, new vscode.Range(0, 0, 2, 0), "The service refused the query.");
    assert.equal(shown().length, 2);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { RunDecorations } from "../../../src/host/run-decorations.ts";
import { eventually } from "../../support/eventually.ts";

suite("The problem that a run reported", () => {
  let marks: RunDecorations;
  let checks: vscode.DiagnosticCollection;
  let document: vscode.TextDocument;
  setup(async () => {
    marks = new RunDecorations("workforce-test-run");
    checks = vscode.languages.createDiagnosticCollection("workforce-test-checks");
    document = await vscode.workspace.openTextDocument({ content: "SELECT headcount()\nFROM Emploee\n" });
  });
  teardown(() => {
    marks.dispose();
    checks.dispose();
  });

  const place = new vscode.Position(1, 5);
  const { Error: error, Warning: warning } = vscode.DiagnosticSeverity;
  const check = (severity: vscode.DiagnosticSeverity) =>
    checks.set(document.uri, [new vscode.Diagnostic(new vscode.Range(1, 5, 1, 12), "No such object.", severity)]);
  const shown = () => vscode.languages.getDiagnostics(document.uri).map(({ message }) => message);
  const becomes = (...expected: readonly string[]) =>
    eventually(
      async () => JSON.stringify(shown()) === JSON.stringify(expected) || undefined,
      () => `The problems are ${JSON.stringify(shown())}`,
    );

  test("stands at the word that it names, until the text changes", async () => {
    marks.addProblemAt(document, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri)[0]?.range, new vscode.Range(1, 5, 1, 12));
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), " ");
    await vscode.workspace.applyEdit(edit);
    await becomes();
  });

  test("is not listed where a check of the text marks the same place, whichever comes first", async () => {
    check(error);
    marks.addProblemAt(document, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["No such object."]);
    checks.clear();
    marks.addProblemAt(document, place, "Emploee is unknown.");
    assert.deepEqual(shown(), ["Emploee is unknown."]);
    check(error);
    await becomes("No such object.");
  });

  test("stays beside a warning, and beside an error where it names no place of its own", async () => {
    check(warning);
    marks.addProblemAt(document, place, "Emploee is unknown.");
    assert.equal(shown().length, 2);
    marks.clearProblems(document);
    check(error);
    marks.addProblem(document, new vscode.Range(0, 0, 2, 0), "The service refused the query.");
    assert.equal(shown().length, 2);
  });
});

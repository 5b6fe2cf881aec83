import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { modelFileOf } from "../../support/model-file-of.ts";

const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

suite("The business model in VS Code", () => {
  let folder = "";
  const settings = () => vscode.workspace.getConfiguration("workforce.model");

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    folder = await mkdtemp(join(tmpdir(), "workforce-model-"));
    const file = join(folder, "appendix.workforce-model.json");
    await writeFile(file, JSON.stringify(modelFileOf({ "Employee.Work_Model": ["Office", "Hybrid"] })));
    await settings().update("file", file, vscode.ConfigurationTarget.Global);
  });
  suiteTeardown(async () => {
    await settings().update("file", undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true, force: true });
  });

  /** Resolves when the problems of a document are just these codes. */
  async function becomes(uri: vscode.Uri, codes: readonly string[]): Promise<readonly vscode.Diagnostic[]> {
    const isThere = () => {
      const found = vscode.languages.getDiagnostics(uri);
      return found.map(({ code }) => String(code)).join() === codes.join() ? found : undefined;
    };
    const now = isThere();
    return (
      now ??
      (await new Promise<readonly vscode.Diagnostic[]>((resolve) => {
        const watch = vscode.languages.onDidChangeDiagnostics(() => {
          const found = isThere();
          if (found) {
            watch.dispose();
            resolve(found);
          }
        });
      }))
    );
  }

  test("comes from the model file of the setting, and names are checked with it", async () => {
    const content = `SELECT EmployeID FROM Employee WHERE Work_Model = "Hybird" AND ${january}`;
    const document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content });
    await vscode.window.showTextDocument(document);
    const [unknown] = await becomes(document.uri, ["SL301", "SL407"]);
    assert.match(unknown?.message ?? "", /`EmployeeID`/);
  });

  test("is read again when it is refreshed and when the file is changed", async () => {
    const content = `SELECT Shoe_Size FROM Employee WHERE ${january}`;
    const document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content });
    await vscode.window.showTextDocument(document);
    await becomes(document.uri, ["SL301"]);
    await vscode.commands.executeCommand("workforce.model.refresh");
    await becomes(document.uri, ["SL301"]);
    const model = modelFileOf();
    const other = join(folder, "other.workforce-model.json");
    const objects = model.objects.map((object) => ({
      ...object,
      properties: [...(object.properties ?? []), { id: "Shoe_Size", type: "number" as const }],
    }));
    await writeFile(other, JSON.stringify({ ...model, objects }));
    await settings().update("file", other, vscode.ConfigurationTarget.Global);
    await becomes(document.uri, []);
  });

  test("says where a model file is wrong while it is edited", async () => {
    const file = join(folder, "broken.workforce-model.json");
    await writeFile(file, '{"workforceModel": 1, "objects": [], "metrics": [{"id": "a", "object": "Nowhere"}]}');
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const [problem] = await becomes(document.uri, ["model.name.invalid"]);
    assert.equal(document.getText(problem?.range), '"Nowhere"');
  });
});

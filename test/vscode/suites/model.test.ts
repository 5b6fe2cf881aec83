import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";
import { modelFileOf } from "../../support/model-file-of.ts";

const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

suite("The business model in VS Code", () => {
  let folder = "";
  const settings = () => vscode.workspace.getConfiguration("workforce.model");

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    folder = await mkdtemp(join(tmpdir(), "workforce-model-"));
    const file = join(folder, "appendix.workforce-model.json");
    await writeFile(file, modelWith());
    await settings().update("file", file, vscode.ConfigurationTarget.Global);
  });
  suiteTeardown(async () => {
    await settings().update("file", undefined, vscode.ConfigurationTarget.Global);
    await rm(folder, { recursive: true, force: true });
  });

  /** The text of a model file with these properties of an employee beside the usual ones. */
  function modelWith(...ids: readonly string[]): string {
    const model = modelFileOf({ "Employee.Work_Model": ["Office", "Hybrid"] });
    const added = ids.map((id) => ({ id, type: "number" as const }));
    const objects = model.objects.map((object) => ({
      ...object,
      properties: [...(object.properties ?? []), ...added],
    }));
    return JSON.stringify({ ...model, objects });
  }

  /** Opens a query of a property that the model does not have. */
  async function askFor(property: string): Promise<vscode.Uri> {
    const content = `SELECT ${property} FROM Employee WHERE ${january}`;
    const document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content });
    await vscode.window.showTextDocument(document);
    await becomes(document.uri, ["SL301"]);
    return document.uri;
  }

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

  test("is read again when it is refreshed and when the setting names another file", async () => {
    const uri = await askFor("Shoe_Size");
    await vscode.commands.executeCommand("workforce.model.refresh");
    await becomes(uri, ["SL301"]);
    const other = join(folder, "other.workforce-model.json");
    await writeFile(other, modelWith("Shoe_Size"));
    await settings().update("file", other, vscode.ConfigurationTarget.Global);
    await becomes(uri, []);
  });

  test("is read again when the file is edited, though it lies outside the workspace", async () => {
    const file = join(folder, "edited.workforce-model.json");
    await writeFile(file, modelWith());
    await settings().update("file", file, vscode.ConfigurationTarget.Global);
    const uri = await askFor("Hat_Size");
    // The watcher begins in another process, and nothing says when.
    await eventually(async () => {
      await writeFile(file, modelWith("Hat_Size"));
      return vscode.languages.getDiagnostics(uri).length === 0 || undefined;
    });
  });

  test("is read again when it is refreshed, though nothing tells of its edits", async () => {
    // A watcher does not see what a link leads to.
    const elsewhere = join(folder, "elsewhere", "model.json");
    await mkdir(join(folder, "elsewhere"));
    await writeFile(elsewhere, modelWith());
    const link = join(folder, "link.workforce-model.json");
    await symlink(elsewhere, link);
    await settings().update("file", link, vscode.ConfigurationTarget.Global);
    const uri = await askFor("Glove_Size");
    await writeFile(elsewhere, modelWith("Glove_Size"));
    await vscode.commands.executeCommand("workforce.model.refresh");
    await becomes(uri, []);
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

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const text = `{
  "job": {
    "tenants": [],
    "actions": [
      {"query": {"query": "SELECT nvl(1, 2) AS \\"a\\" FROM ", "output": {"filename": "a.csv"}}},
      {"rollback": {}},
      {"commit": {}}
    ]
  }
}
`;

suite("SQL job files in VS Code", () => {
  let folder: string;
  let document: vscode.TextDocument;

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    folder = await mkdtemp(join(tmpdir(), "workforce-job-"));
    const path = join(folder, "badges.sqljob.json");
    await writeFile(path, text);
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    await vscode.window.showTextDocument(document);
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await rm(folder, { recursive: true });
  });

  test("stay JSON and are checked by us, once each", async () => {
    assert.equal(document.languageId, "json");
    const codes = await eventually(async () => {
      const found = vscode.languages.getDiagnostics(document.uri).map(({ code }) => String(code));
      return found.includes("SJ101") ? found.filter((code) => code !== "TS601") : undefined;
    });
    assert.deepEqual(codes.toSorted(), ["SJ003", "SJ101", "TS202"]);
  });

  test("complete the SQL in their strings", async () => {
    const position = document.positionAt(text.indexOf("nvl"));
    await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        position,
      );
      return list.items.find(({ label }) => label === "coalesce");
    });
  });

  test("complete the tenants of the active connection", async () => {
    const position = document.positionAt(text.indexOf("[]") + 1);
    const found = await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        position,
      );
      return list.items.find(({ label }) => label === "WFF_demo~north");
    });
    assert.equal(found.insertText, '"WFF_demo~north"');
  }).timeout(60_000);

  test("explain a field in one line", async () => {
    const position = document.positionAt(text.indexOf('"rollback"') + 2);
    const hovers = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        position,
      );
      return found.length > 0 ? found : undefined;
    });
    const lines = hovers.flatMap(({ contents }) => contents.map((one) => (typeof one === "string" ? one : one.value)));
    assert.deepEqual(lines.filter(Boolean), ["Undoes the changes and ends the transaction."]);
  });
});

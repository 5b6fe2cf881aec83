import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const text = `{
  "objectName": "monthly cost",
  "columns": [
    {"name": "month", "dataType": "DATE"},
    {"name": "cost"},
    {"name": "kind", "dataType": "NUMBER"}
  ],
  "snapshotRetentionDays": 365,
  "materializedView": {"enabled": true, "query": "SELECT nvl(1, 2) AS \\"month\\" FROM "}
}
`;

suite("Definitions of table sources in VS Code", () => {
  let folder: string;
  let document: vscode.TextDocument;

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    folder = await mkdtemp(join(tmpdir(), "workforce-table-source-"));
    const path = join(folder, "cost.tablesource.json");
    await writeFile(path, text);
    document = await vscode.workspace.openTextDocument(vscode.Uri.file(path));
    await vscode.window.showTextDocument(document);
  });

  suiteTeardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeActiveEditor");
    await rm(folder, { recursive: true });
  });

  /** What is offered at a stretch of the text, once it has what is wanted. */
  async function offeredAt(stretch: string, wanted: string): Promise<readonly string[]> {
    return await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(text.indexOf(stretch)),
      );
      const labels = list.items.map(({ label }) => (typeof label === "string" ? label : label.label));
      return labels.includes(wanted) ? labels : undefined;
    });
  }

  test("stay JSON and are checked by us, once each", async () => {
    assert.equal(document.languageId, "json");
    const codes = await eventually(async () => {
      const found = vscode.languages.getDiagnostics(document.uri).map(({ code }) => String(code));
      return found.includes("TS202") ? found.filter((code) => code !== "TS601") : undefined;
    });
    assert.deepEqual(codes.toSorted(), ["TD005", "TD008", "TD101", "TS202"]);
  });

  test("complete types, fields, and the SQL in their strings", async () => {
    const types = await offeredAt('DATE"}', "DATE_TIME");
    assert.equal(types.filter((label) => label.includes("DATE_TIME")).length, 1);
    await offeredAt('dataType": "NUMBER"', "isPrimaryTimestamp");
    await offeredAt("nvl", "coalesce");
  });
});

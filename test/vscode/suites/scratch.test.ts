import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const content = "-- Workforce scratch query: restored\nSELECT 1;\n";

suite("Scratch queries", () => {
  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
  });

  test("become SQL where VS Code opens them as plain text, unless a user chose that", async () => {
    const restored = await openAsPlainText();
    const changed = await vscode.languages.setTextDocumentLanguage(restored, "plaintext");
    // Once this one is SQL, the first would be too, if its language was changed again.
    await openAsPlainText();
    assert.equal(changed.languageId, "plaintext");
  });
});

/** Opens the text as plain text, and returns its document once that is SQL. */
async function openAsPlainText(): Promise<vscode.TextDocument> {
  const { uri } = await vscode.workspace.openTextDocument({ language: "plaintext", content });
  return await eventually(async () =>
    vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString() && open.languageId === "sql"),
  );
}

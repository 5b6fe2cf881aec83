import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

suite("The members in the completion of VS Code", () => {
  test("are told with how many people they have, once one is looked at", async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    const content = 'SELECT employeeCount() FROM Employee WHERE Work_Model IN ("")';
    const document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content });
    await vscode.window.showTextDocument(document);
    const item = await eventually(async () => {
      const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        document.positionAt(content.length - 2),
        undefined,
        1,
      );
      return items.find(({ kind, documentation }) => kind === vscode.CompletionItemKind.EnumMember && documentation);
    });
    const { documentation } = item;
    const text = typeof documentation === "string" ? documentation : documentation?.value;
    assert.match(text ?? "", /: [\d,]+\n\n\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d, which is not included/);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually.ts";

const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

suite("Repairing a query in VS Code", () => {
  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
  });

  /** Opens a text that has problems, and waits until the language server has told them. */
  async function open(content: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content });
    const isRead = () => vscode.languages.getDiagnostics(document.uri).length > 0;
    await new Promise<void>((resolve) => {
      const watch = vscode.languages.onDidChangeDiagnostics(() => {
        if (isRead()) {
          watch.dispose();
          resolve();
        }
      });
      void vscode.window.showTextDocument(document);
    });
    return document;
  }

  /** The actions for the whole document, which the editor also asks of what is not ours. */
  async function actionsOf(document: vscode.TextDocument, kind: vscode.CodeActionKind): Promise<vscode.CodeAction[]> {
    const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    return await eventually(async () => {
      try {
        return await vscode.commands.executeCommand<vscode.CodeAction[]>(
          "vscode.executeCodeActionProvider",
          document.uri,
          whole,
          kind.value,
        );
      } catch (error) {
        // The editor cancels what was asked of a document whose diagnostics change meanwhile.
        assert.ok(error instanceof Error && error.message === "Canceled", String(error));
        return undefined;
      }
    });
  }

  test("a quick fix repairs what is underlined", async () => {
    const document = await open(`SELECT a FROM b WHERE c == TRUE AND ${january}`);
    const actions = await actionsOf(document, vscode.CodeActionKind.QuickFix);
    const fix = actions.find(({ title }) => title === "Replace `==` with `=`");
    assert.ok(fix?.edit, actions.map(({ title }) => title).join(", "));
    assert.equal(fix.isPreferred, true);
    await vscode.workspace.applyEdit(fix.edit);
    assert.equal(document.getText(), `SELECT a FROM b WHERE c = TRUE AND ${january}`);
  });

  test("what changes the meaning is named by what it does, and is no part of what is fixed at once", async () => {
    const document = await open(`SELECT a() FROM b WHERE ${january} AND c <> 4`);
    const fixes = await actionsOf(document, vscode.CodeActionKind.QuickFix);
    assert.ok(fixes.some(({ title }) => title === "Turn the range into one month"));
    const [all, ...others] = await actionsOf(document, vscode.CodeActionKind.SourceFixAll.append("workforce"));
    assert.ok(all?.edit);
    assert.deepEqual(others, []);
    await vscode.workspace.applyEdit(all.edit);
    assert.equal(document.getText(), `SELECT a() FROM b WHERE ${january} AND c != 4`);
  });
});

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

  test("all that can be fixed in a file is fixed at once, and by a save where the settings say so", async () => {
    const broken = `SELECT a FROM b WHERE c == TRUE AND d <> 4 AND ${january}`;
    const fixed = `SELECT a FROM b WHERE c = TRUE AND d != 4 AND ${january}`;
    const document = await open(broken);
    const fixes = await actionsOf(document, vscode.CodeActionKind.QuickFix);
    const all = fixes.find(({ title }) => title === "Fix all 2 problems in this file");
    assert.ok(all?.edit, fixes.map(({ title }) => title).join(", "));
    await vscode.workspace.applyEdit(all.edit);
    assert.equal(document.getText(), fixed);

    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, "fixed-by-a-save.sqllike");
    await vscode.workspace.fs.writeFile(uri, Buffer.from("\n"));
    const settings = vscode.workspace.getConfiguration("editor");
    await settings.update("codeActionsOnSave", { "source.fixAll": "explicit" }, vscode.ConfigurationTarget.Global);
    try {
      const editor = await vscode.window.showTextDocument(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), broken));
      await editor.document.save();
      assert.equal(editor.document.getText(), `${fixed}\n`);
    } finally {
      await settings.update("codeActionsOnSave", undefined, vscode.ConfigurationTarget.Global);
      await vscode.workspace.fs.delete(uri);
    }
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

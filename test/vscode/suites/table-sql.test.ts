import assert from "node:assert/strict";
import * as vscode from "vscode";
import { tableDefinitionScheme } from "../../../src/languages/core/model/table-document.ts";
import { eventually } from "../../support/eventually.ts";

suite("Table-source SQL in VS Code", () => {
  let document: vscode.TextDocument;
  let table = "";

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    document = await vscode.workspace.openTextDocument({ language: "workforce-tablesql", content: "SELECT * FROM " });
    await vscode.window.showTextDocument(document);
  });

  const replaceWith = async (text: string) => {
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    await vscode.workspace.applyEdit(edit);
  };
  const endOfText = () => document.positionAt(document.getText().length);

  test("the table sources of the connection are offered", async () => {
    const items = await eventually(async () => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        "vscode.executeCompletionItemProvider",
        document.uri,
        endOfText(),
      );
      const tables = list.items.filter(({ kind }) => kind === vscode.CompletionItemKind.Class);
      return tables.length > 0 ? tables : undefined;
    });
    table = String(items[0]?.label);
  });

  test("an unknown column is reported", async () => {
    await replaceWith(`SELECT no_such_column FROM ${table}`);
    const found = await eventually(async () => {
      const [problem] = vscode.languages.getDiagnostics(document.uri).filter(({ code }) => code === "TS302");
      return problem;
    });
    assert.equal(document.getText(found.range), "no_such_column");
  });

  test("a table source that was missing is known as soon as it is created", async () => {
    const codes = () => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code);
    await replaceWith("SELECT badge FROM newly_defined");
    await eventually(async () => codes().includes("TS301") || undefined);
    const path = "/local/-/-/newly_defined.tablesource.json";
    const definition = await vscode.workspace.openTextDocument(
      vscode.Uri.from({ scheme: tableDefinitionScheme, path }),
    );
    const edit = new vscode.WorkspaceEdit();
    const columns = [{ name: "badge", dataType: "STRING" }];
    edit.insert(definition.uri, new vscode.Position(0, 0), JSON.stringify({ objectName: "newly_defined", columns }));
    await vscode.workspace.applyEdit(edit);
    assert.ok(await definition.save());
    await eventually(async () => codes().length === 0 || undefined);
    assert.equal(document.getText(), "SELECT badge FROM newly_defined");
    await replaceWith(`SELECT * FROM ${table}`);
  });

  test("a table leads to a read-only document with its columns", async () => {
    const links = await eventually(async () => {
      const found = await vscode.commands.executeCommand<vscode.LocationLink[]>(
        "vscode.executeDefinitionProvider",
        document.uri,
        endOfText(),
      );
      return found.length > 0 ? found : undefined;
    });
    const [link] = links;
    assert.ok(link);
    const shown = await vscode.workspace.openTextDocument(link.targetUri);
    const { objectName, columns } = JSON.parse(shown.getText());
    assert.equal(objectName, table);
    assert.ok(columns.length > 0);
    assert.equal(shown.languageId, "json");
  });
});

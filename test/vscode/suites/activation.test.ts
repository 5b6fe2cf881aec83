import assert from "node:assert/strict";
import path from "node:path";
import * as vscode from "vscode";
import * as commandIds from "../../../src/host/command-ids.ts";

const lazyBundles = [
  "client.js",
  "language-client.js",
  "jobs.js",
  "operations.js",
  "composer.js",
  "data.js",
  "exports.js",
  "query-tools.js",
  "result-actions.js",
  "sql-jobs.js",
  "table-sources.js",
  "transactions.js",
  "transfers.js",
];

suite("Activation", () => {
  const extension = () => {
    const found = vscode.extensions.getExtension("workforce.workforce-analytics");
    assert.ok(found);
    return found;
  };
  /** Bundles of the extension that this extension host has evaluated. */
  const evaluated = () =>
    Object.keys(require.cache)
      .filter((file) => file.startsWith(path.join(extension().extensionPath, "dist") + path.sep))
      .map((file) => path.basename(file));

  test("evaluates neither the client nor the language client", async () => {
    // Only a host that has just begun can tell; a file of ours that is open would start the language client.
    assert.equal(extension().isActive, false);
    await extension().activate();
    assert.deepEqual(
      evaluated().filter((name) => lazyBundles.includes(name)),
      [],
    );
    assert.ok(evaluated().includes("extension.js"), "the cache that was looked into is not the extension's");
  });

  test("registers every command of the manifest", async () => {
    await extension().activate();
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = Object.values(commandIds).filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });

  test("takes no command id that VS Code makes for a view", () => {
    const { views } = extension().packageJSON.contributes;
    const viewIds = Object.values<{ id: string }[]>(views).flatMap((all) => all.map(({ id }) => id));
    const made = viewIds.flatMap((id) =>
      ["focus", "open", "removeView", "resetViewLocation", "toggleVisibility"].map((verb) => `${id}.${verb}`),
    );
    const taken: string[] = Object.values(commandIds).filter((id) => made.includes(id));
    assert.deepEqual(taken, []);
  });

  test("evaluates the language client with the first file of the language", async () => {
    await extension().activate();
    const document = await vscode.workspace.openTextDocument({
      language: "workforce-sqllike",
      content: "SELECT employeeCount() FROM Employee WHERE Service_Time BETWEEN",
    });
    await vscode.window.showTextDocument(document);
    const problems = await eventually(() => {
      const found = vscode.languages.getDiagnostics(document.uri);
      return found.length > 0 ? found : undefined;
    });
    assert.ok(problems.length > 0);
    assert.ok(evaluated().includes("language-client.js"));
  });
});

async function eventually<Value>(look: () => Value | undefined): Promise<Value> {
  for (const deadline = Date.now() + 20_000; ; ) {
    const value = look();
    if (value !== undefined) {
      return value;
    }
    assert.ok(Date.now() < deadline, "It did not happen in time.");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { registerCommand } from "../../../src/host/commands.ts";
import type { CommandId } from "../../../src/host/contributions.ts";
import type { Log } from "../../../src/host/log.ts";

/** Id of a command that the extension does not have. */
const id = "workforce.test.onItem" as CommandId;

suite("A command", () => {
  const logged: string[] = [];
  const log = { error: (text: string) => logged.push(text) } as unknown as Log;
  let registered: vscode.Disposable | undefined;
  teardown(async () => {
    registered?.dispose();
    logged.length = 0;
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  const argumentsOf = (run: (called: unknown[][]) => Parameters<typeof registerCommand>[2]): unknown[][] => {
    const called: unknown[][] = [];
    registered = registerCommand(log, id, run(called));
    return called;
  };

  test("does nothing for a tree item that VS Code lost while it reloaded the tree, and says so", async () => {
    const called = argumentsOf((all) => (item, selected) => void all.push([item, selected]));
    for (const args of [
      [undefined, undefined],
      [undefined, [undefined, undefined]],
      ["item", ["item", undefined]],
    ]) {
      logged.length = 0;
      const ended = vscode.commands.executeCommand(id, ...args);
      await vscode.commands.executeCommand("notifications.clearAll");
      await ended;
      assert.deepEqual(called, []);
      assert.match(logged.join(), /The tree was reloading when this was chosen, and nothing was done\./);
    }
  });

  test("acts on its item, and without one where a key or the palette gives none", async () => {
    const called = argumentsOf(
      (all) =>
        (...args) =>
          void all.push(args),
    );
    await vscode.commands.executeCommand(id, "item", undefined);
    assert.equal(called.length, 1);
    assert.equal(called[0]?.[0], "item");
    registered?.dispose();
    const others = argumentsOf((all) => (item) => void all.push([item]));
    await vscode.commands.executeCommand(id);
    assert.deepEqual(others, [[undefined]]);
    assert.deepEqual(logged, []);
  });

  test("of a view's title acts whatever has the focus in the view", async () => {
    const called = argumentsOf((all) => () => void all.push([]));
    await vscode.commands.executeCommand(id, undefined, undefined);
    assert.deepEqual(called, [[]]);
    assert.deepEqual(logged, []);
  });
});

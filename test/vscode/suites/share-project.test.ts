import assert from "node:assert/strict";
import type { QuickPickItem } from "vscode";
import type { ProjectsParts } from "../../../src/features/projects/projects-services.ts";
import { shareProject } from "../../../src/features/projects/share-project.ts";
import { memoryContext } from "./memory-context.ts";
import { ReplacedWindow } from "./replaced-window.ts";

suite("Sharing a project", () => {
  const window = new ReplacedWindow();
  let shared: unknown[];
  let parts: ProjectsParts;

  setup(() => {
    shared = [];
    const client = {
      runProjectOperation: async ({ body }: { body: { sharedWith: { username: string }[] } }) => {
        shared.push(body.sharedWith.map(({ username }) => username));
      },
    };
    parts = {
      context: memoryContext().context,
      connections: { sessionFor: async () => ({ client }) },
      refreshTree: () => undefined,
    } as unknown as ProjectsParts;
  });
  teardown(() => window.giveBack());

  /** Shares the project of a connection. A pick is answered with the row of this text, an input with the text, both with Escape for none. */
  const share = async (connectionId: string, ...answers: readonly (string | undefined)[]) => {
    const left = [...answers];
    window.replace("showInputBox", async () => left.shift());
    window.replace("showQuickPick", async (items: readonly QuickPickItem[]) => {
      assert.ok(left.length > 0, items.map(({ label }) => label).join("\n"));
      const answer = left.shift();
      const picked = items.find(({ label }) => answer !== undefined && label.includes(answer));
      assert.ok(picked || answer === undefined, `There is no ${answer} in ${items.map(({ label }) => label)}`);
      return picked;
    });
    const target = { connectionId, tenant: "acme" };
    await shareProject({ target, project: { id: "p", name: "One" }, name: "One" }, parts);
    assert.deepEqual(left, []);
  };
  const add = "Add a User...";

  test("keeps its list when a name or an access is left with Escape", async () => {
    await share("a", add, "ann@x", "may view", add, undefined, add, "bob@x", undefined, "Share with ann@x");
    assert.deepEqual(shared, [["ann@x"]]);
  });

  test("ends with Escape in its list, and shares nothing", async () => {
    await assert.rejects(share("a", add, "ann@x", "may view", undefined), { name: "AbortError" });
    assert.deepEqual(shared, []);
  });

  test("begins with what was shared last on the same connection", async () => {
    await share("a", add, "ann@x", "may view", "Share with ann@x");
    await share("b", "Share with Nobody");
    await share("a", "Share with ann@x");
    assert.deepEqual(shared, [["ann@x"], [], ["ann@x"]]);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Connection, localConnection } from "../../../src/features/connections/connection-model.ts";
import { ConnectionStore } from "../../../src/features/connections/connection-store.ts";
import { memoryContext } from "./memory-context.ts";

const connection: Connection = {
  id: "one",
  label: "Acme",
  kind: "remote",
  host: "https://api.example.com",
  vanityName: "acme",
  username: "ana",
  role: "production",
};
const secrets = { apiKey: "key-7f3a", password: "word-91bc" };

suite("Connections", () => {
  test("keep their secrets in the secret storage and nowhere else", async () => {
    const { context, states, kept } = memoryContext();
    const store = new ConnectionStore(context);
    await store.save(connection, secrets);
    await store.setTarget({ connectionId: connection.id, tenant: "ACME" });
    assert.deepEqual(await store.secretsOf(connection.id), secrets);
    assert.match(kept(), /key-7f3a/);
    const settings = JSON.stringify(vscode.workspace.getConfiguration("workforce"));
    for (const text of [states(), settings]) {
      assert.doesNotMatch(text, /key-7f3a|word-91bc/);
    }
    store.dispose();
  });

  test("take their secrets along when they are removed", async () => {
    const { context, states, kept } = memoryContext();
    const store = new ConnectionStore(context);
    await store.save(connection, secrets);
    await store.remove(connection.id);
    assert.equal(kept(), "{}");
    assert.doesNotMatch(states(), /Acme/);
    assert.deepEqual(
      store.list().map(({ id }) => id),
      [localConnection.id],
    );
    store.dispose();
  });

  test("fall back to the local one when the chosen one was removed", async () => {
    const { context } = memoryContext();
    const store = new ConnectionStore(context);
    await store.save(connection, secrets);
    await store.setTarget({ connectionId: connection.id });
    await store.remove(connection.id);
    assert.deepEqual(store.target, { connectionId: localConnection.id });
    store.dispose();
  });

  test("say which one was edited and then that something changed", async () => {
    const { context } = memoryContext();
    const store = new ConnectionStore(context);
    const heard: string[] = [];
    store.onDidEdit((id) => heard.push(`edited ${id}`));
    store.onDidChange(() => heard.push("changed"));
    await store.save(connection, secrets);
    assert.deepEqual(heard, ["edited one", "changed"]);
    store.dispose();
  });
});

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

  test("are missed where a row of the tree still names one that was removed", async () => {
    const { context } = memoryContext();
    const store = new ConnectionStore(context);
    await store.save(connection, secrets);
    assert.equal(store.get(connection.id).label, "Acme");
    await store.remove(connection.id);
    assert.throws(() => store.get(connection.id), /This connection no longer exists/);
    store.dispose();
  });

  for (const [what, end] of [
    ["is stopped", async (store: ConnectionStore) => store.removeTemporary("as-eve")],
    ["is edited", (store: ConnectionStore) => store.save(connection, secrets)],
    ["is removed", (store: ConnectionStore) => store.remove(connection.id)],
    ["is signed out of", (store: ConnectionStore) => store.signOut(connection.id)],
  ] as const) {
    test(`act as another user in memory only, until that or the connection ${what}`, async () => {
      const { context, states, kept } = memoryContext();
      const store = new ConnectionStore(context);
      await store.save(connection, secrets);
      const ended = new Promise<string>((resolve) => store.onDidSignOut(resolve));
      const eve = { username: "eve", write: false };
      const temporary = { basedOn: connection.id, description: "eve" };
      store.addTemporary({ ...connection, id: "as-eve", label: "Acme as eve", impersonation: eve, temporary });
      await store.setTarget({ connectionId: "as-eve", tenant: "ACME" });
      assert.deepEqual(store.target, { connectionId: "as-eve", tenant: "ACME" });
      assert.deepEqual(
        store.list().map(({ id }) => id),
        [localConnection.id, connection.id, "as-eve"],
      );
      assert.doesNotMatch(states() + kept(), /eve/);
      await end(store);
      assert.equal(await ended, "as-eve");
      assert.equal(store.find("as-eve"), undefined);
      assert.deepEqual(store.target, { connectionId: localConnection.id });
      store.dispose();
    });
  }

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

  test("are known to be signed out, and say when that changes", async () => {
    const { context } = memoryContext();
    const store = new ConnectionStore(context);
    const changed = () => new Promise<void>((resolve) => store.onDidChange(() => resolve()));
    await store.save(connection, secrets);
    assert.equal(store.isKnownSignedOut(connection.id), false);
    await store.signOut(connection.id);
    while (!store.isKnownSignedOut(connection.id)) {
      await changed();
    }
    await store.save(connection, secrets);
    while (store.isKnownSignedOut(connection.id)) {
      await changed();
    }
    assert.equal(store.isKnownSignedOut(localConnection.id), false);
    store.dispose();
  });

  test("keep the tokens of the sign-in that they were saved after, and drop those of another one", async () => {
    const { context, states } = memoryContext();
    const store = new ConnectionStore(context);
    const accessToken = "jwt-41d7";
    await store.save(connection, secrets, { accessToken, refreshToken: undefined, renewAt: undefined });
    assert.equal(await store.accessTokenOf(connection.id), accessToken);
    assert.doesNotMatch(states(), /jwt-41d7/);
    await store.save({ ...connection, label: "Renamed" }, secrets);
    assert.equal(await store.accessTokenOf(connection.id), accessToken);
    await store.save({ ...connection, username: "grace" }, secrets);
    assert.equal(await store.accessTokenOf(connection.id), "");
    store.dispose();
  });
});

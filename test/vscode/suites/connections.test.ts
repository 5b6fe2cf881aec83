import assert from "node:assert/strict";
import * as vscode from "vscode";
import { type Connection, localConnection } from "../../../src/features/connections/connection-model.ts";
import { ConnectionStore } from "../../../src/features/connections/connection-store.ts";

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

/** What an extension gets from VS Code to keep things in, in memory, so that everything that was kept can be read. */
function memoryContext() {
  const globalState = new MemoryState();
  const workspaceState = new MemoryState();
  const values = new Map<string, string>();
  const onDidChange = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>().event;
  const secretStorage = {
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => void values.set(key, value),
    delete: async (key: string) => void values.delete(key),
    keys: async () => [...values.keys()],
    onDidChange,
  };
  return {
    context: { globalState, workspaceState, secrets: secretStorage },
    states: () => JSON.stringify([...globalState.entries(), ...workspaceState.entries()]),
    kept: () => JSON.stringify(Object.fromEntries(values)),
  };
}

class MemoryState implements vscode.Memento {
  readonly #values = new Map<string, unknown>();

  keys(): readonly string[] {
    return [...this.#values.keys()];
  }

  entries(): [string, unknown][] {
    return [...this.#values];
  }

  get<Value>(key: string, fallback?: Value): Value {
    return (this.#values.get(key) ?? fallback) as Value;
  }

  async update(key: string, value: unknown): Promise<void> {
    this.#values.set(key, value);
  }

  setKeysForSync(): void {
    // Nothing here is synchronised.
  }
}

import * as vscode from "vscode";

/** What an extension gets from VS Code to keep things in, in memory, so that everything that was kept can be read. */
export function memoryContext() {
  const globalState = new MemoryState();
  const workspaceState = new MemoryState();
  const values = new Map<string, string>();
  const changed = new vscode.EventEmitter<vscode.SecretStorageChangeEvent>();
  const secretStorage = {
    get: async (key: string) => values.get(key),
    store: async (key: string, value: string) => {
      values.set(key, value);
      changed.fire({ key });
    },
    delete: async (key: string) => {
      values.delete(key);
      changed.fire({ key });
    },
    keys: async () => [...values.keys()],
    onDidChange: changed.event,
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

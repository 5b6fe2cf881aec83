import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { SharedState } from "../../../src/host/shared-state.ts";

describe("SharedState", () => {
  it("keeps an update of another key that is made while one is stored, which VS Code's own state loses", async () => {
    const own = new EchoingState();
    await updateMeanwhile(own, own);
    assert.equal(own.get("transactions"), undefined, "the state of this test fails as that of VS Code does");

    const state = new EchoingState();
    const shared = new SharedState(state);
    await updateMeanwhile(state, shared);
    assert.deepEqual(shared.get("transactions"), ["t"]);
    assert.deepEqual(state.get("transactions"), ["t"]);
    assert.deepEqual(state.get("connections"), ["a"]);
  });

  it("returns the newest value at once, stored or not", async () => {
    const shared = new SharedState(new EchoingState());
    const updates = [shared.update("ids", 1), shared.update("ids", 2)];
    assert.equal(shared.get("ids"), 2);
    updates.push(shared.update("ids", undefined));
    assert.equal(shared.get("ids", 7), 7);
    updates.push(shared.update("ids", 3));
    await Promise.all(updates);
    assert.equal(shared.get("ids", 7), 3);
  });

  it("goes on after an update that fails, and returns what is stored then", async () => {
    const state = new EchoingState();
    const shared = new SharedState(state);
    await shared.update("ids", 1);
    state.failure = new Error("The disk is full");
    await assert.rejects(shared.update("ids", 2), /The disk is full/);
    assert.equal(shared.get("ids"), 1);
    state.failure = undefined;
    await shared.update("ids", 3);
    assert.equal(shared.get("ids"), 3);
  });
});

/** Updates a key, and another one before the first one is stored. */
async function updateMeanwhile(stored: EchoingState, updated: EchoingState | SharedState): Promise<void> {
  let second: Promise<void> | undefined;
  stored.beforeEcho = () => {
    stored.beforeEcho = undefined;
    second = updated.update("transactions", ["t"]);
  };
  await updated.update("connections", ["a"]);
  assert.ok(second);
  await second;
}

/** State that is sent as a whole, and replaced by what was sent once it is stored, as VS Code does. */
class EchoingState {
  failure: Error | undefined;
  beforeEcho: (() => void) | undefined;
  #values: Record<string, unknown> = {};

  keys(): readonly string[] {
    return Object.keys(this.#values);
  }

  get<Value>(key: string, fallback?: Value): Value {
    return (this.#values[key] ?? fallback) as Value;
  }

  async update(key: string, value: unknown): Promise<void> {
    if (this.failure) {
      throw this.failure;
    }
    this.#values[key] = value;
    await setImmediate();
    const sent = structuredClone(this.#values);
    this.beforeEcho?.();
    this.#values = sent;
  }

  setKeysForSync(): void {
    // Nothing here is synchronised.
  }
}

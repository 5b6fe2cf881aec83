import assert from "node:assert/strict";
import { UnavailableOperations } from "../../../../src/features/connections/unavailable-operations-model.ts";

describe("the operations that connections lack", () => {
  it("are unknown at first, then what the service said or answered with 501, by connection", () => {
    const unavailable = new UnavailableOperations();
    let changes = 0;
    unavailable.onDidChange(() => changes++);
    assert.equal(unavailable.of("local").size, 0);
    assert.ok(!unavailable.isKnown("local"));
    unavailable.set("local", ["listSources", "askQuestion"]);
    unavailable.set("local", ["askQuestion", "listSources"]);
    unavailable.add("hosted", "askQuestion");
    unavailable.add("hosted", "askQuestion");
    assert.deepEqual([...unavailable.of("local")].sort(), ["askQuestion", "listSources"]);
    assert.deepEqual([...unavailable.of("hosted")], ["askQuestion"]);
    assert.equal(changes, 2);
    unavailable.set("local", []);
    assert.ok(unavailable.isKnown("local") && unavailable.of("local").size === 0);
    unavailable.forget("hosted");
    assert.ok(!unavailable.isKnown("hosted"));
    assert.equal(changes, 4);
  });
});

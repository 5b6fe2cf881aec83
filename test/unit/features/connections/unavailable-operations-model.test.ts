import assert from "node:assert/strict";
import { UnavailableOperations } from "../../../../src/features/connections/unavailable-operations-model.ts";

describe("the operations that connections lack", () => {
  it("are those that the service answered with 501, by connection", () => {
    const unavailable = new UnavailableOperations();
    let changes = 0;
    unavailable.onDidChange(() => changes++);
    unavailable.add("hosted", "askQuestion");
    unavailable.add("hosted", "askQuestion");
    unavailable.add("hosted", "listSources");
    assert.deepEqual([...unavailable.of("hosted")].sort(), ["askQuestion", "listSources"]);
    assert.equal(unavailable.of("other").size, 0);
    assert.equal(changes, 2);
    unavailable.forget("hosted");
    assert.equal(unavailable.of("hosted").size, 0);
    assert.equal(changes, 3);
  });
});

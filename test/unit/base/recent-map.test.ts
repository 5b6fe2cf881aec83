import assert from "node:assert/strict";
import { RecentMap } from "../../../src/base/recent-map.ts";

suite("A map of recent entries", () => {
  test("loses the entry that was not used for the longest", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    assert.equal(map.get("a"), 1);
    map.set("c", 3);
    assert.deepEqual(
      ["a", "b", "c"].map((key) => map.get(key)),
      [1, undefined, 3],
    );
    map.set("a", 4);
    map.set("d", 5);
    assert.deepEqual(
      ["a", "c", "d"].map((key) => map.get(key)),
      [4, undefined, 5],
    );
  });

  test("has room again for what was deleted or cleared", () => {
    const map = new RecentMap<string, number>(2);
    map.set("a", 1);
    map.set("b", 2);
    map.delete("b");
    map.set("c", 3);
    assert.deepEqual([map.get("a"), map.get("b"), map.get("c")], [1, undefined, 3]);
    map.clear();
    assert.deepEqual([map.get("a"), map.get("c")], [undefined, undefined]);
  });
});

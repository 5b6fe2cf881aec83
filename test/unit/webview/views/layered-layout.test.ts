import assert from "node:assert/strict";
import { computeLayeredLayout } from "../../../../src/webview/views/layered-layout.ts";

const node = (id: string, ...upstream: string[]) => ({ id, upstream });
const layersOf = (...nodes: ReturnType<typeof node>[]) =>
  Object.fromEntries(computeLayeredLayout(nodes).map(({ id, layer }) => [id, layer]));

/** All rows of a layer are different. */
function overlaps(placed: ReturnType<typeof computeLayeredLayout>): number {
  return placed.length - new Set(placed.map(({ layer, row }) => `${layer} ${row}`)).size;
}

suite("the layered layout", () => {
  test("puts each node to the right of what it depends on", () => {
    assert.deepEqual(layersOf(node("c", "b", "a"), node("a"), node("b", "a")), { a: 0, b: 1, c: 2 });
  });

  test("puts a source right before its first reader", () => {
    const layers = layersOf(node("a"), node("b", "a"), node("late"), node("c", "b", "late"), node("alone"));
    assert.deepEqual(layers, { a: 0, b: 1, late: 1, c: 2, alone: 0 });
  });

  test("places every node of a cycle once, and those that lead to itself or nowhere", () => {
    const placed = computeLayeredLayout([
      node("a", "c"),
      node("b", "a"),
      node("c", "b"),
      node("d", "d", "gone", "c", "c"),
    ]);
    assert.deepEqual(placed.map(({ id }) => id).toSorted(), ["a", "b", "c", "d"]);
    assert.equal(overlaps(placed), 0);
  });

  test("puts neighbours side by side, so that lines do not cross", () => {
    const placed = computeLayeredLayout([node("x"), node("y"), node("ofY", "y"), node("ofX", "x")]);
    const row = (id: string) => placed.find((one) => one.id === id)?.row;
    assert.deepEqual([row("ofX"), row("ofY")], [row("x"), row("y")]);
  });

  test("lays out 2,000 nodes in a chain, a star and at random fast", () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `n${index}`);
    const chain = ids.map((id, index) => node(id, ...ids.slice(Math.max(0, index - 1), index)));
    const star = ids.map((id, index) => (index === 0 ? node(id, ...ids.slice(1)) : node(id)));
    const random = ids.map((id, index) => node(id, ...[7, 131, 911].map((step) => ids[(index * step) % 2000] ?? "")));
    const begun = performance.now();
    for (const nodes of [chain, star, random]) {
      const placed = computeLayeredLayout(nodes);
      assert.equal(placed.length, 2000);
      assert.equal(overlaps(placed), 0);
    }
    assert.ok(performance.now() - begun < 2000);
  });

  test("has nothing to place without nodes", () => {
    assert.deepEqual(computeLayeredLayout([]), []);
  });
});

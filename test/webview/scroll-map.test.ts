import assert from "node:assert/strict";
import { largestPhysicalHeight, offsetToReveal, ScrollMap } from "../../src/webview/grid/scroll-map.ts";

const rowHeight = 22;
const viewHeight = 440;

function createMap(rowCount: number): ScrollMap {
  const map = new ScrollMap();
  map.resize(rowCount * rowHeight, viewHeight);
  return map;
}

suite("The scroll map", () => {
  test("is the scroll position itself while everything fits", () => {
    const map = createMap(1000);
    assert.equal(map.physicalHeight, 22_000);
    assert.equal(map.scrollTo(12_345), 12_345);
  });

  test("moves pixel by pixel with the wheel and in proportion with the thumb", () => {
    const map = createMap(10_000_000);
    assert.equal(map.physicalHeight, largestPhysicalHeight);
    assert.equal(map.scrollTo(100), 100);
    assert.equal(map.scrollTo(150), 150);
    const range = largestPhysicalHeight - viewHeight;
    assert.equal(map.scrollTo(range), 10_000_000 * rowHeight - viewHeight);
    assert.equal(map.scrollTo(range - 22), 10_000_000 * rowHeight - viewHeight - 22);
  });

  test("puts the thumb where it belongs without moving the rows", () => {
    const map = createMap(10_000_000);
    map.moveTo(110_000_000);
    for (let step = 0; step < 50; step++) {
      map.scrollTo(map.physicalTop + 300);
    }
    const { virtualTop } = map;
    assert.equal(virtualTop, 110_000_000 + 50 * 300);
    map.settle();
    assert.equal(map.virtualTop, virtualTop);
    assert.ok(Math.abs(map.physicalTop - 4_000_000) < 2000, String(map.physicalTop));
  });

  test("reveals by the shortest way", () => {
    assert.equal(offsetToReveal(100, 22, 90, 200), 90);
    assert.equal(offsetToReveal(50, 22, 90, 200), 50);
    assert.equal(offsetToReveal(300, 22, 90, 200), 122);
  });
});

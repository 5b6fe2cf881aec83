import assert from "node:assert/strict";
import { largestSeries } from "../../../../src/webview/charts/largest-series.ts";

const mark = (x: string, series: string | null, y: string | null) => ({ x, series, y });

suite("The largest series", () => {
  test("are all of them while there are few", () => {
    const marks = [mark("a", "one", "1"), mark("a", null, "2"), mark("b", "one", null)];
    assert.deepEqual(largestSeries(marks, 2), { marks, seriesCount: 2 });
  });

  test("are those with the largest numbers, whatever their sign, with every mark in its place", () => {
    const marks = [
      mark("a", "small", "1"),
      mark("a", "negative", "-50"),
      mark("a", "twice", "30"),
      mark("b", "small", "2"),
      mark("b", "twice", "30"),
      mark("b", "text", "n/a"),
      mark("b", null, "40"),
    ];
    const { marks: kept, seriesCount } = largestSeries(marks, 3);
    assert.equal(seriesCount, 5);
    assert.deepEqual(
      kept.map(({ x, series }) => [x, series]),
      [
        ["a", "negative"],
        ["a", "twice"],
        ["b", "twice"],
        ["b", null],
      ],
    );
  });

  test("keep their numbers as they are: nothing is added up", () => {
    const marks = [mark("a", "one", "0.1"), mark("a", "two", "0.2"), mark("a", "three", "0.3")];
    assert.deepEqual(largestSeries(marks, 1).marks, [mark("a", "three", "0.3")]);
  });
});

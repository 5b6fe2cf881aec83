import assert from "node:assert/strict";
import { seriesColors } from "../../../../src/webview/charts/series-colors.ts";
import {
  encodeBarSeries,
  encodeLineSeries,
  maximumSeries,
  selectLargestSeries,
} from "../../../../src/webview/charts/series-encoding.ts";

const theme = {
  foreground: "#cccccc",
  muted: "#9d9d9d",
  grid: "#2b2b2b",
  fontFamily: "sans-serif",
  fontSize: 13,
  palette: seriesColors([24, 24, 24]),
  ramp: [],
};
const size = { width: 900, height: 420 };

const words = (count: number) => ({
  title: "Team",
  names: Array.from({ length: count }, (_, index) => `Team ${index}`),
});

type Channels = ReturnType<typeof encodeLineSeries>;

/** What each series looks like in some channels. */
function styles(encoding: Channels, channels: readonly (keyof Channels)[]): Set<string> {
  const ranges = channels.map((channel) => {
    const { scale } = encoding[channel] as { scale: { range: readonly unknown[] } };
    assert.equal(scale.range.length, maximumSeries);
    return scale.range;
  });
  return new Set(
    Array.from({ length: maximumSeries }, (_, index) => JSON.stringify(ranges.map((range) => range[index]))),
  );
}

suite("The encoding of series", () => {
  test("gives every line a look of its own, and every point", () => {
    const encoding = encodeLineSeries(words(maximumSeries), true, theme, size);
    assert.equal(styles(encoding, ["color", "strokeDash"]).size, maximumSeries);
    assert.equal(styles(encoding, ["color", "shape"]).size, maximumSeries);
  });

  test("shows in the legend what tells the lines apart", () => {
    const shown = (hasPoints: boolean) =>
      Object.entries(encodeLineSeries(words(maximumSeries), hasPoints, theme, size))
        .filter(([, channel]) => (channel as { legend: unknown }).legend !== null)
        .map(([name]) => name);
    assert.deepEqual(shown(true), ["color", "shape"]);
    assert.deepEqual(shown(false), ["color", "strokeDash"]);
  });

  test("gives every bar a look of its own", () => {
    const encoding = encodeBarSeries(words(maximumSeries), theme, size);
    assert.equal(styles(encoding, ["fill", "stroke", "strokeDash"]).size, maximumSeries);
  });

  test("leaves dashes and outlines out while there are colours enough", () => {
    const count = theme.palette.length;
    assert.deepEqual(Object.keys(encodeLineSeries(words(count), false, theme, size)), ["color"]);
    assert.deepEqual(Object.keys(encodeBarSeries(words(count), theme, size)), ["xOffset", "color"]);
    assert.deepEqual(Object.keys(encodeLineSeries(words(count + 1), false, theme, size)), ["color", "strokeDash"]);
  });

  test("keeps the legend as high as the chart", () => {
    const legendOf = (height: number) => {
      const { color } = encodeLineSeries(words(maximumSeries), false, theme, { width: 900, height });
      return (color as { legend: { columns: number; symbolLimit: number } }).legend;
    };
    assert.deepEqual([legendOf(600).columns, legendOf(600).symbolLimit >= maximumSeries], [1, true]);
    assert.deepEqual([legendOf(300).columns, legendOf(300).symbolLimit >= maximumSeries], [2, true]);
    assert.ok(legendOf(160).symbolLimit < maximumSeries);
  });
});

const mark = (x: string, series: string | null, y: string | null) => ({ x, series, y });

suite("The largest series", () => {
  test("are all of them while there are few", () => {
    const marks = [mark("a", "one", "1"), mark("a", null, "2"), mark("b", "one", null)];
    assert.deepEqual(selectLargestSeries(marks, 2), { marks, seriesCount: 2 });
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
    const { marks: kept, seriesCount } = selectLargestSeries(marks, 3);
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
    assert.deepEqual(selectLargestSeries(marks, 1).marks, [mark("a", "three", "0.3")]);
  });
});

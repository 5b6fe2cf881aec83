import assert from "node:assert/strict";
import { seriesColors } from "../../../../src/webview/charts/series-colors.ts";
import { barSeries, lineSeries, maximumSeries } from "../../../../src/webview/charts/series-encoding.ts";

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

type Channels = ReturnType<typeof lineSeries>;

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
    const encoding = lineSeries(words(maximumSeries), true, theme, size);
    assert.equal(styles(encoding, ["color", "strokeDash"]).size, maximumSeries);
    assert.equal(styles(encoding, ["color", "shape"]).size, maximumSeries);
  });

  test("shows in the legend what tells the lines apart", () => {
    const shown = (hasPoints: boolean) =>
      Object.entries(lineSeries(words(maximumSeries), hasPoints, theme, size))
        .filter(([, channel]) => (channel as { legend: unknown }).legend !== null)
        .map(([name]) => name);
    assert.deepEqual(shown(true), ["color", "shape"]);
    assert.deepEqual(shown(false), ["color", "strokeDash"]);
  });

  test("gives every bar a look of its own", () => {
    const encoding = barSeries(words(maximumSeries), theme, size);
    assert.equal(styles(encoding, ["fill", "stroke", "strokeDash"]).size, maximumSeries);
  });

  test("leaves dashes and outlines out while there are colours enough", () => {
    const count = theme.palette.length;
    assert.deepEqual(Object.keys(lineSeries(words(count), false, theme, size)), ["color"]);
    assert.deepEqual(Object.keys(barSeries(words(count), theme, size)), ["xOffset", "color"]);
    assert.deepEqual(Object.keys(lineSeries(words(count + 1), false, theme, size)), ["color", "strokeDash"]);
  });

  test("keeps the legend as high as the chart", () => {
    const legendOf = (height: number) => {
      const { color } = lineSeries(words(maximumSeries), false, theme, { width: 900, height });
      return (color as { legend: { columns: number; symbolLimit: number } }).legend;
    };
    assert.deepEqual([legendOf(600).columns, legendOf(600).symbolLimit >= maximumSeries], [1, true]);
    assert.deepEqual([legendOf(300).columns, legendOf(300).symbolLimit >= maximumSeries], [2, true]);
    assert.ok(legendOf(160).symbolLimit < maximumSeries);
  });
});

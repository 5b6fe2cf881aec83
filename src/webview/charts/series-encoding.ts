import type { TopLevelSpec } from "vega-lite";
import type { ChartMark } from "../../protocol/chart.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import { type ChartSize, minimumHeightForAxisTitles } from "./chart-parts.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { seriesColorCount } from "./series-colors.ts";

type Encoding = NonNullable<Extract<TopLevelSpec, { mark: unknown }>["encoding"]>;

/** Dash patterns; each is combined with all colours before the next is used. */
const dashes = [
  [1, 0],
  [5, 3],
  [2, 3],
];
const fills = [(color: string) => color, (color: string) => `${color}40`, () => "transparent"];
const outlines = [
  [1, 0],
  [1, 0],
  [3, 2],
];
const shapes = [
  "circle",
  "square",
  "triangle-up",
  "diamond",
  "cross",
  "triangle-down",
  "triangle-right",
  "triangle-left",
];

/** Maximum number of series that can be told apart in a chart. */
export const maximumSeries = seriesColorCount * dashes.length;

interface SeriesLegend {
  readonly title: string;
  /** Series names in the order of the legend. */
  readonly names: readonly string[];
}

/**
 * Encodes the series of a line chart by colour and point shape. With more series than colours, also by dash pattern.
 */
export function encodeLineSeries(
  labels: SeriesLegend,
  hasPoints: boolean,
  theme: ChartTheme,
  size: ChartSize,
): Encoding {
  // The dashes would make the outlines of the legend's points look torn.
  const legend = hasPoints ? { symbolStrokeWidth: 0 } : {};
  const scaled = scaledBy(labels, theme, size, legend);
  const dash = scaled((_, index) => styleOfRound(dashes, index));
  return {
    color: scaled((color) => color),
    ...(hasPoints && { shape: scaled((_, index) => shapeOf(index)) }),
    ...(hasRounds(labels) && { strokeDash: hasPoints ? { ...dash, legend: null } : dash }),
  };
}

/** Encodes the series of a bar chart by colour. With more series than colours, also by fill and outline. */
export function encodeBarSeries(labels: SeriesLegend, theme: ChartTheme, size: ChartSize): Encoding {
  const scaled = scaledBy(labels, theme, size);
  return {
    xOffset: { field: "series", type: "nominal", sort: null },
    ...(hasRounds(labels)
      ? {
          fill: scaled((color, index) => styleOfRound(fills, index)?.(color)),
          stroke: scaled((color) => color),
          strokeDash: scaled((_, index) => styleOfRound(outlines, index)),
        }
      : { color: scaled((color) => color) }),
  };
}

/**
 * Returns a function that creates the encoding channels of the series. All have the same legend, so Vega-Lite merges
 * it.
 */
function scaledBy({ title, names }: SeriesLegend, theme: ChartTheme, size: ChartSize, ownLegend = {}) {
  const legend = { ...legendOf(title, names.length, theme, size), ...ownLegend };
  return <Style>(styleOf: (color: string, index: number) => Style) => ({
    field: "series",
    type: "nominal" as const,
    sort: null,
    scale: {
      domain: [...names],
      range: names.map((_, index) => styleOf(theme.palette[index % theme.palette.length] ?? theme.foreground, index)),
    },
    legend,
  });
}

/** Lays out the legend in columns, because a legend higher than the chart would displace it. */
function legendOf(title: string, count: number, { fontSize }: ChartTheme, { width, height }: ChartSize) {
  const isLow = height < minimumHeightForAxisTitles;
  const rows = Math.max(1, Math.floor((height - (isLow ? 20 : 60)) / (fontSize + 5)));
  const columns = Math.max(1, Math.min(Math.ceil(count / rows), Math.floor(width / (isLow ? 300 : 400))));
  const labelLimit = columns > 1 ? 120 : 180;
  return { title: isLow ? null : title, columns, symbolLimit: rows * columns, labelLimit };
}

function hasRounds({ names }: SeriesLegend): boolean {
  return names.length > seriesColorCount;
}

/** Returns the style for the series' round through the colours. */
function styleOfRound<Style>(styles: readonly Style[], index: number): Style | undefined {
  return styles[roundOf(index) % styles.length];
}

/**
 * Returns the point shape of a series. It changes with each round, so that colour and shape identify a series in the
 * legend.
 */
function shapeOf(index: number): string {
  return shapes[(index + 3 * roundOf(index)) % shapes.length] ?? "circle";
}

function roundOf(index: number): number {
  return Math.floor(index / seriesColorCount);
}

interface LargestSeries {
  /** Marks in their original order. */
  readonly marks: readonly ChartMark[];
  /** Number of series in all marks. */
  readonly seriesCount: number;
}

/**
 * Returns the marks of at most `most` series, those with the largest totals of absolute values. The other series are
 * left out, because a sum of averages or shares would be wrong.
 */
export function selectLargestSeries(marks: readonly ChartMark[], most: number): LargestSeries {
  const sizes = new Map<Cell, number>();
  for (const { series, y } of marks) {
    const size = y === null || y === "" ? 0 : Math.abs(Number(y)) || 0;
    sizes.set(series, (sizes.get(series) ?? 0) + size);
  }
  if (sizes.size <= most) {
    return { marks, seriesCount: sizes.size };
  }
  const bySize = [...sizes].sort(([, one], [, other]) => other - one);
  const kept = new Set(bySize.slice(0, most).map(([series]) => series));
  return { marks: marks.filter(({ series }) => kept.has(series)), seriesCount: sizes.size };
}

import type { TopLevelSpec } from "vega-lite";
import { boxParts, type ChartData, type ChartMark } from "../../protocol/chart.ts";
import { formatTimeMember, parseTimeMember } from "../../protocol/time-member.ts";
import { translateBoxPart } from "./chart-labels.ts";
import { type ChartParts, minimumHeightForAxisTitles } from "./chart-parts.ts";
import { encodeBarSeries, encodeLineSeries } from "./series-encoding.ts";

/** Marks and encodings of a Vega-Lite spec for one kind of chart, with the values to draw. */
export type ChartBody = { readonly values: readonly object[] } & Partial<
  Pick<Extract<TopLevelSpec, { mark: unknown }>, "mark" | "encoding"> &
    Pick<Extract<TopLevelSpec, { layer: unknown }>, "layer">
>;

/** Maximum number of axis values for which a line shows its points. */
const maximumPoints = 40;

const numberAxis = { tickCount: 5, domain: false, ticks: false, format: ",~f" };

export function createLineChartBody(parts: ChartParts): ChartBody {
  const { data, labels, theme, size } = parts;
  const isTime = isAllTime(data);
  const values = placeValues(parts, isTime);
  const hasPoints = placeCount(values) <= maximumPoints;
  const series = seriesLegend(parts, values);
  return {
    values,
    mark: {
      type: "line",
      strokeWidth: 2,
      interpolate: "linear",
      point: hasPoints ? { size: 36, filled: true } : false,
      tooltip: true,
    },
    encoding: {
      x: isTime
        ? {
            field: "x",
            type: "temporal",
            scale: { type: "utc" },
            axis: { title: null, grid: false, labelOverlap: true },
          }
        : placeAxis(parts, values),
      y: { field: "y", type: "quantitative", scale: { zero: false }, axis: { title: labels.y, ...numberAxis } },
      ...(series ? encodeLineSeries(series, hasPoints, theme, size) : plainColor(parts)),
      tooltip: tooltip(parts),
    },
  };
}

export function createBarsChartBody(parts: ChartParts): ChartBody {
  const { labels, theme, size } = parts;
  const values = placeValues(parts, false);
  const series = seriesLegend(parts, values);
  return {
    values,
    mark: { type: "bar", cornerRadiusEnd: 2, tooltip: true },
    encoding: {
      x: placeAxis(parts, values),
      y: { field: "y", type: "quantitative", axis: { title: labels.y, ...numberAxis }, stack: null },
      ...(series ? encodeBarSeries(series, theme, size) : plainColor(parts)),
      tooltip: tooltip(parts),
    },
  };
}

export function createStackedBarsBody(parts: ChartParts): ChartBody {
  const { values, mark, encoding } = createBarsChartBody(parts);
  const { xOffset: _, ...stacked } = encoding ?? {};
  return {
    values,
    ...(mark && { mark }),
    encoding: {
      ...stacked,
      y: { field: "y", type: "quantitative", axis: { title: parts.labels.y, ...numberAxis }, stack: "zero" },
    },
  };
}

export function createHeatMapBody(parts: ChartParts): ChartBody {
  const { labels, theme } = parts;
  const values = placeValues(parts, false);
  return {
    values,
    mark: { type: "rect", tooltip: true },
    encoding: {
      x: placeAxis(parts, values),
      y: { field: "series", type: "nominal", sort: null, axis: { title: labels.series ?? null, labelLimit: 160 } },
      color: {
        field: "y",
        type: "quantitative",
        scale: { range: [...theme.ramp] },
        legend: { title: labels.y, format: ",~f" },
      },
      tooltip: tooltip(parts),
    },
  };
}

export function createHistogramChartBody(parts: ChartParts): ChartBody {
  const { labels, theme } = parts;
  return {
    values: binValues(parts),
    mark: { type: "bar", tooltip: true, binSpacing: 1 },
    encoding: {
      x: {
        field: "x",
        type: "quantitative",
        bin: { binned: true },
        axis: { title: null, format: ",~f", labelOverlap: true },
      },
      x2: { field: "x2" },
      y: { field: "y", type: "quantitative", axis: { title: labels.y, ...numberAxis } },
      color: { value: theme.palette[0] ?? theme.foreground },
      tooltip: [
        { field: "place", type: "nominal", title: labels.title },
        { field: "shown", type: "nominal", title: labels.y },
      ],
    },
  };
}

export function createBoxChartBody(parts: ChartParts): ChartBody {
  const { data, labels, theme, strings } = parts;
  const values = boxValues(data, strings.missing);
  const color = theme.palette[0] ?? theme.foreground;
  const axis = { title: labels.y, ...numberAxis };
  const x = placeAxis(parts, values);
  const details = [
    { field: "place", type: "nominal" as const, title: labels.x || labels.y },
    ...boxParts.map((part) => ({
      field: part,
      type: "quantitative" as const,
      format: ",~f",
      title: translateBoxPart(strings, part),
    })),
  ];
  return {
    values,
    layer: [
      {
        mark: { type: "rule", color: theme.muted, tooltip: true },
        encoding: {
          x,
          y: { field: "minimum", type: "quantitative", scale: { zero: false }, axis },
          y2: { field: "maximum" },
          tooltip: details,
        },
      },
      {
        mark: { type: "bar", size: 24, color, fillOpacity: 0.4, stroke: color, tooltip: true },
        encoding: {
          x,
          y: { field: "lowerQuartile", type: "quantitative", scale: { zero: false }, axis },
          y2: { field: "upperQuartile" },
          tooltip: details,
        },
      },
      {
        mark: { type: "tick", size: 24, thickness: 2, color: theme.foreground, tooltip: true },
        encoding: { x, y: { field: "median", type: "quantitative", axis }, tooltip: details },
      },
    ],
  };
}

function placeAxis({ labels, size }: ChartParts, values: readonly object[]) {
  const places = placeCount(values);
  const isLow = size.height < minimumHeightForAxisTitles;
  // Slanted labels and a title would take most of a low chart; the fields above it say what the axis is.
  const axis = isLow
    ? { title: null, labelAngle: 0, labelLimit: Math.max(40, Math.floor(size.width / places) - 6), labelOverlap: true }
    : { title: labels.x || null, labelAngle: places > 8 ? -40 : 0, labelLimit: 140, labelOverlap: places > 60 };
  return { field: "place", type: "nominal" as const, sort: null, axis };
}

function placeCount(values: readonly object[]): number {
  return new Set(values.map((value) => ("place" in value ? value.place : ""))).size;
}

function seriesLegend({ labels }: ChartParts, values: readonly Datum[]) {
  return labels.series === undefined
    ? undefined
    : { title: labels.series, names: [...new Set(values.map(({ series }) => series))] };
}

function plainColor({ theme }: ChartParts) {
  return { color: { value: theme.palette[0] ?? theme.foreground } };
}

function tooltip({ labels }: ChartParts) {
  return [
    { field: "place", type: "nominal" as const, title: labels.x },
    ...(labels.series === undefined ? [] : [{ field: "series", type: "nominal" as const, title: labels.series }]),
    { field: "shown", type: "nominal" as const, title: labels.y },
  ];
}

/** A mark with the field names that specs use. */
interface Datum {
  /** Epoch milliseconds on a time axis, otherwise the member; in a histogram the lower end of a bin. */
  readonly x: string | number;
  /** Upper end of a histogram bin. */
  readonly x2?: number;
  readonly y: number | null;
  readonly series: string;
  /** Formatted value for the tooltip. */
  readonly shown: string;
  /** Member formatted for display. */
  readonly place: string;
}

/** A box with its five numbers by the names in `boxParts`. */
type BoxDatum = Readonly<Record<string, string | number | null>>;

function isAllTime({ marks }: ChartData): boolean {
  return marks.length > 0 && marks.every(({ x }) => x !== null && parseTimeMember(x) !== undefined);
}

function placeValues({ data: { marks }, strings: { missing }, formatNumber }: ChartParts, isTime: boolean): Datum[] {
  return marks.map(({ x, y, series }) => {
    const place = x ?? missing;
    return {
      x: isTime ? (parseTimeMember(place) ?? 0) : place,
      y: numberOf(y),
      series: series ?? missing,
      shown: y === null ? missing : formatNumber(y),
      place: formatTimeMember(place),
    };
  });
}

function binValues({ data: { marks }, formatNumber }: ChartParts): Datum[] {
  return marks.map(({ x, y, series }) => {
    const [from, to] = [Number(x), Number(series)];
    // If all numbers are equal, the bin would have no width and be invisible.
    const half = from === to ? 0.5 : 0;
    return {
      x: from - half,
      x2: to + half,
      y: numberOf(y),
      series: "",
      shown: y === null ? "" : formatNumber(y),
      place: from === to ? String(x) : `${x} – ${series}`,
    };
  });
}

function boxValues({ marks }: ChartData, missing: string): BoxDatum[] {
  const boxes = new Map<ChartMark["x"], Record<string, string | number | null>>();
  for (const { x, series, y } of marks) {
    const box = boxes.get(x) ?? { place: x === null ? missing : formatTimeMember(x) };
    boxes.set(x, box);
    if (series !== null) {
      box[series] = numberOf(y);
    }
  }
  return [...boxes.values()];
}

function numberOf(text: string | null): number | null {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

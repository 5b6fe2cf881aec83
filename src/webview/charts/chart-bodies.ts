import type { TopLevelSpec } from "vega-lite";
import { boxParts } from "../../protocol/chart.ts";
import { partName } from "./chart-labels.ts";
import type { ChartParts } from "./chart-parts.ts";
import { binValues, boxValues, type Datum, isAllTime, placeValues } from "./chart-values.ts";
import { barSeries, lineSeries } from "./series-encoding.ts";

/** The part of a Vega-Lite spec that depends on the kind of chart, with the values to draw. */
export type ChartBody = { readonly values: readonly object[] } & Partial<
  Pick<Extract<TopLevelSpec, { mark: unknown }>, "mark" | "encoding"> &
    Pick<Extract<TopLevelSpec, { layer: unknown }>, "layer">
>;

/** Maximum number of axis values for which a line shows its points. */
const maximumPoints = 40;

const numberAxis = { tickCount: 5, domain: false, ticks: false, format: ",~f" };

export function lineBody(parts: ChartParts): ChartBody {
  const { data, labels, theme, size, strings } = parts;
  const isTime = isAllTime(data);
  const values = placeValues(data, isTime, strings.missing);
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
        : placeAxis(labels.x, values),
      y: { field: "y", type: "quantitative", scale: { zero: false }, axis: { title: labels.y, ...numberAxis } },
      ...(series ? lineSeries(series, hasPoints, theme, size) : plainColor(parts)),
      tooltip: tooltip(parts),
    },
  };
}

export function barsBody(parts: ChartParts): ChartBody {
  const { data, labels, theme, size, strings } = parts;
  const values = placeValues(data, false, strings.missing);
  const series = seriesLegend(parts, values);
  return {
    values,
    mark: { type: "bar", cornerRadiusEnd: 2, tooltip: true },
    encoding: {
      x: placeAxis(labels.x, values),
      y: { field: "y", type: "quantitative", axis: { title: labels.y, ...numberAxis }, stack: null },
      ...(series ? barSeries(series, theme, size) : plainColor(parts)),
      tooltip: tooltip(parts),
    },
  };
}

export function stackedBarsBody(parts: ChartParts): ChartBody {
  const { values, mark, encoding } = barsBody(parts);
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

export function heatMapBody(parts: ChartParts): ChartBody {
  const { data, labels, theme, strings } = parts;
  const values = placeValues(data, false, strings.missing);
  return {
    values,
    mark: { type: "rect", tooltip: true },
    encoding: {
      x: placeAxis(labels.x, values),
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

export function histogramBody({ data, labels, theme }: ChartParts): ChartBody {
  return {
    values: binValues(data),
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

export function boxBody({ data, labels, theme, strings }: ChartParts): ChartBody {
  const values = boxValues(data, strings.missing);
  const color = theme.palette[0] ?? theme.foreground;
  const axis = { title: labels.y, ...numberAxis };
  const x = placeAxis(labels.x, values);
  const details = [
    { field: "place", type: "nominal" as const, title: labels.x || labels.y },
    ...boxParts.map((part) => ({ field: part, type: "quantitative" as const, title: partName(strings, part) })),
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

function placeAxis(title: string, values: readonly object[]) {
  const places = placeCount(values);
  return {
    field: "place",
    type: "nominal" as const,
    sort: null,
    axis: { title: title || null, labelAngle: places > 8 ? -40 : 0, labelLimit: 140, labelOverlap: places > 60 },
  };
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

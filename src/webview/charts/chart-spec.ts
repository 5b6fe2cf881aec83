import type { TopLevelSpec } from "vega-lite";
import type { ChartData, ChartMark } from "../../protocol/data-worker.ts";
import type { ChartSize } from "./chart-size.ts";
import type { ChartTheme } from "./chart-theme.ts";
import { barSeries, lineSeries } from "./series-encoding.ts";

export interface ChartWords {
  readonly x: string;
  readonly y: string;
  readonly series: string | undefined;
  readonly title: string;
}

interface Datum {
  readonly x: string | number;
  readonly y: number | null;
  readonly series: string;
  /** The exact value, for the tooltip. */
  readonly shown: string;
  readonly place: string;
}

const instant =
  /^\[?(\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?)?)(?:\/(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?))?/;

/** Epoch milliseconds of a time member in any form that starts with an instant (sql-like-language, 11.3); of an interval its end. */
export function instantOf(member: string): number | undefined {
  const found = instant.exec(member);
  const text = found?.[2] ?? found?.[1];
  if (!text) {
    return undefined;
  }
  const withTime = text.length === 10 ? `${text}T00:00:00` : text.replace(" ", "T");
  const time = Date.parse(withTime.endsWith("Z") ? withTime : `${withTime}Z`);
  return Number.isNaN(time) ? undefined : time;
}

/** A time member as a reader wants it: the day alone where it is midnight. */
export function shownMember(member: string): string {
  const time = instantOf(member);
  if (time === undefined) {
    return member;
  }
  const text = new Date(time).toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text;
}

/** Places up to which every one of a line has its point. */
const mostPointedPlaces = 40;

/** Lines over time, bars over anything else; a series is a line or a bar in each group. */
export function chartSpec(
  data: ChartData,
  words: ChartWords,
  theme: ChartTheme,
  { width, height }: ChartSize,
  missing: string,
): TopLevelSpec {
  const isTime = data.marks.length > 0 && data.marks.every(({ x }) => x !== null && instantOf(x) !== undefined);
  const values = data.marks.map((mark) => datumOf(mark, isTime, missing));
  const places = new Set(values.map(({ x }) => x)).size;
  const hasPoints = places <= mostPointedPlaces;
  const series = words.series === undefined ? undefined : { title: words.series, names: namesOf(values) };
  const tooltip = [
    { field: "place", type: "nominal" as const, title: words.x },
    ...(series ? [{ field: "series", type: "nominal" as const, title: series.title }] : []),
    { field: "shown", type: "nominal" as const, title: words.y },
  ];
  const axis = {
    labelColor: theme.muted,
    titleColor: theme.foreground,
    gridColor: theme.grid,
    domainColor: theme.grid,
    tickColor: theme.grid,
    labelFontSize: theme.fontSize - 1,
    titleFontSize: theme.fontSize,
    titleFontWeight: "normal" as const,
    labelFont: theme.fontFamily,
    titleFont: theme.fontFamily,
    titlePadding: 10,
  };
  const seriesEncoding = !series
    ? { color: { value: theme.palette[0] ?? theme.foreground } }
    : isTime
      ? lineSeries(series, hasPoints, theme, { width, height })
      : barSeries(series, theme, { width, height });
  return {
    $schema: "https://vega.github.io/schema/vega-lite/v6.json",
    description: words.title,
    width,
    height,
    background: "transparent",
    padding: { left: 8, right: 16, top: 12, bottom: 8 },
    autosize: { type: "fit", contains: "padding" },
    data: { values: values as unknown as Record<string, unknown>[] },
    mark: isTime
      ? {
          type: "line",
          strokeWidth: 2,
          interpolate: "linear",
          point: hasPoints ? { size: 36, filled: true } : false,
          tooltip: true,
        }
      : { type: "bar", cornerRadiusEnd: 2, tooltip: true },
    encoding: {
      x: isTime
        ? {
            field: "x",
            type: "temporal",
            scale: { type: "utc" },
            axis: { title: null, grid: false, labelOverlap: true },
          }
        : {
            field: "x",
            type: "nominal",
            sort: null,
            axis: { title: words.x, labelAngle: places > 8 ? -40 : 0, labelLimit: 140, labelOverlap: places > 60 },
          },
      y: {
        field: "y",
        type: "quantitative",
        scale: { zero: !isTime },
        axis: { title: words.y, tickCount: 5, domain: false, ticks: false, format: ",~f" },
      },
      ...seriesEncoding,
      tooltip,
    },
    config: {
      view: { stroke: null },
      axis,
      legend: {
        labelColor: theme.foreground,
        titleColor: theme.foreground,
        labelFont: theme.fontFamily,
        titleFont: theme.fontFamily,
        labelFontSize: theme.fontSize - 1,
        titleFontSize: theme.fontSize,
        titleFontWeight: "normal",
      },
    },
  };
}

function namesOf(values: readonly Datum[]): string[] {
  return [...new Set(values.map(({ series }) => series))];
}

function datumOf({ x, y, series }: ChartMark, isTime: boolean, missing: string): Datum {
  const place = x ?? missing;
  const value = y === null || y === "" ? Number.NaN : Number(y);
  return {
    x: isTime ? (instantOf(place) ?? 0) : place,
    y: Number.isFinite(value) ? value : null,
    series: series ?? missing,
    shown: y ?? missing,
    place: shownMember(place),
  };
}

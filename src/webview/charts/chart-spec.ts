import type { TopLevelSpec } from "vega-lite";
import { isRecord } from "../../base/guards.ts";
import type { ChartKind } from "../../protocol/chart.ts";
import {
  type ChartBody,
  createBarsChartBody,
  createBoxChartBody,
  createHeatMapBody,
  createHistogramChartBody,
  createLineChartBody,
  createStackedBarsBody,
} from "./chart-bodies.ts";
import { type ChartParts, type ChartSize, minimumHeightForAxisTitles } from "./chart-parts.ts";
import type { ChartTheme } from "./chart-theme.ts";

const bodies: Readonly<Record<ChartKind, (parts: ChartParts) => ChartBody>> = {
  line: createLineChartBody,
  bars: createBarsChartBody,
  stackedBars: createStackedBarsBody,
  heatMap: createHeatMapBody,
  histogram: createHistogramChartBody,
  box: createBoxChartBody,
};

/**
 * Creates the Vega-Lite spec of a chart in the colours and fonts of the editor. A chart on the page has no title,
 * because the select fields above it have the same names.
 */
export function createChartSpec(kind: ChartKind, parts: ChartParts, hasTitle: boolean): TopLevelSpec {
  const { values, ...body } = bodies[kind](parts);
  const { labels, theme, size } = parts;
  return {
    $schema: schema,
    ...(hasTitle && { title: labels.title }),
    description: labels.description,
    ...createChartFrame(size, theme),
    data: { values },
    ...body,
  } as TopLevelSpec;
}

const schema = "https://vega.github.io/schema/vega-lite/v6.json";

/** Creates the values for the data set that a spec names `result`. */
export function createChartValues(kind: ChartKind, parts: ChartParts): readonly object[] {
  return bodies[kind](parts).values;
}

/**
 * Creates a chart spec as JSON for the user to edit. It has no data. Colours and sizes are left out, because they come
 * from the editor.
 */
export function createEditableSpec(kind: ChartKind, parts: ChartParts, chart: object): string {
  const { values: _, ...body } = bodies[kind](parts);
  const spec = {
    $schema: schema,
    usermeta: { chart },
    title: parts.labels.title,
    data: { name: "result" },
    ...(withoutStyles(body) as object),
  };
  return `${JSON.stringify(spec, undefined, 2)}\n`;
}

/** Creates the settings that all charts have in common: size, colours and fonts. */
function createChartFrame({ width, height }: ChartSize, theme: ChartTheme) {
  const labels = { labelFont: theme.fontFamily, titleFont: theme.fontFamily, titleFontWeight: "normal" as const };
  const sizes = { labelFontSize: theme.fontSize - 1, titleFontSize: theme.fontSize };
  const isLow = height < minimumHeightForAxisTitles;
  return {
    width,
    height,
    background: "transparent",
    padding: { left: 8, right: 16, top: isLow ? 6 : 8, bottom: isLow ? 3 : 8 },
    autosize: { type: "fit" as const, contains: "padding" as const },
    config: {
      view: { stroke: null },
      title: {
        anchor: "start" as const,
        color: theme.foreground,
        font: theme.fontFamily,
        fontSize: theme.fontSize,
        fontWeight: 600 as const,
      },
      range: { category: [...theme.palette], heatmap: [...theme.ramp], ramp: [...theme.ramp] },
      axis: {
        ...labels,
        ...sizes,
        labelColor: theme.muted,
        titleColor: theme.foreground,
        gridColor: theme.grid,
        domainColor: theme.grid,
        tickColor: theme.grid,
        titlePadding: 10,
        ...(isLow && { ticks: false, labelPadding: 3 }),
      },
      legend: { ...labels, ...sizes, labelColor: theme.foreground, titleColor: theme.foreground },
    },
  };
}

/** Removes scales and legends of colours and shapes, which would fix the current theme in the spec. */
function withoutStyles(value: unknown, key = ""): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => withoutStyles(item));
  }
  if (!isRecord(value)) {
    return value;
  }
  const isStyle = ["color", "fill", "stroke", "shape", "strokeDash"].includes(key);
  const entries = Object.entries(value).filter(([name]) => !(isStyle && (name === "scale" || name === "legend")));
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutStyles(inner, name)]));
}

/**
 * Returns the size and styles of the chart of a spec. Without the size for composed charts, such as facets, which define
 * their own.
 */
export function createFrameFor(spec: object, { size, theme }: ChartParts) {
  const { width, height, autosize, ...styles } = createChartFrame(size, theme);
  const isComposed = ["hconcat", "vconcat", "concat", "facet", "repeat"].some((name) => name in spec);
  return isComposed ? styles : { width, height, autosize, ...styles };
}

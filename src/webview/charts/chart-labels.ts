import { displayNameOf, type MemberNames } from "../../base/member-names.ts";
import type { ChartData, ChartKind, ChartMark, ChartRequest } from "../../protocol/chart.ts";
import type { Cell, ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { translateFunctionName } from "../pivot/pivot-labels.ts";

/** Translated labels of a chart's axes, series and other elements. */
export interface ChartLabels {
  readonly x: string;
  readonly y: string;
  readonly series: string | undefined;
  readonly title: string;
  /** Description of the chart in one sentence, for users who cannot see the chart. */
  readonly description: string;
}

export function translateChartKind(strings: ResultsStrings, kind: ChartKind): string {
  return {
    line: strings.chartLine,
    bars: strings.chartBars,
    stackedBars: strings.chartStackedBars,
    heatMap: strings.chartHeatMap,
    histogram: strings.chartHistogram,
    box: strings.chartBox,
  }[kind];
}

export function createChartLabels(
  strings: ResultsStrings,
  columns: readonly ResultColumn[],
  request: ChartRequest,
  data: ChartData,
  language: string,
): ChartLabels {
  const name = (column: number | undefined) => (column === undefined ? undefined : columns[column]?.name);
  const names = axisLabels(strings, request, data, name);
  const numbers = data.marks.flatMap(({ y }) => (y !== null && y !== "" && Number.isFinite(Number(y)) ? [y] : []));
  const sorted = numbers.toSorted((one, other) => Number(one) - Number(other));
  const count = data.marks.length.toLocaleString(language);
  const kind = translateChartKind(strings, request.kind);
  const [least, most] = [sorted[0] ?? strings.missing, sorted.at(-1) ?? strings.missing];
  return { ...names, description: fillText(strings.chartDescription, kind, names.title, count, least, most) };
}

function axisLabels(
  strings: ResultsStrings,
  { kind, x: axis, y: metric, series: other, function: over }: ChartRequest,
  { isComputed }: ChartData,
  name: (column: number | undefined) => string | undefined,
): Omit<ChartLabels, "description"> {
  const metricName = name(metric) ?? "";
  const x = name(axis) ?? "";
  if (kind === "histogram") {
    return {
      x: strings.chartFrom,
      y: strings.chartRowCount,
      series: strings.chartTo,
      title: fillText(strings.chartBinTitle, metricName),
    };
  }
  if (kind === "box") {
    const title = axis === undefined ? metricName : fillText(strings.chartTitle, metricName, x);
    return { x, y: metricName, series: strings.chartPart, title };
  }
  const isPlain = !isComputed && over !== "count" && over !== "distinct";
  const y = isPlain
    ? metricName
    : fillText(strings.chartFunctionTitle, translateFunctionName(strings, over), metricName);
  const series = other === axis ? undefined : name(other);
  const title =
    series === undefined ? fillText(strings.chartTitle, y, x) : fillText(strings.chartTitleSeries, y, x, series);
  return { x, y, series, title };
}

/** Returns the translated name of a box plot's mark. Returns any other text unchanged. */
export function translateBoxPart(strings: ResultsStrings, part: string): string {
  const names: Readonly<Record<string, string>> = {
    minimum: strings.chartPartMinimum,
    lowerQuartile: strings.chartPartLowerQuartile,
    median: strings.chartPartMedian,
    upperQuartile: strings.chartPartUpperQuartile,
    maximum: strings.chartPartMaximum,
  };
  return names[part] ?? part;
}

/** Replaces the members of a chart's axis and series by their display names. */
export function nameMembers(
  marks: readonly ChartMark[],
  { kind, x, series }: ChartRequest,
  columns: readonly ResultColumn[],
): readonly ChartMark[] {
  const namesOf = (column: number | undefined) => (column === undefined ? undefined : columns[column]?.memberNames);
  const [ofX, ofSeries] = kind === "histogram" ? [] : [namesOf(x), kind === "box" ? undefined : namesOf(series)];
  const shown = (member: Cell, names: MemberNames | undefined) =>
    member === null ? null : (displayNameOf(names, member) ?? member);
  return ofX || ofSeries
    ? marks.map((mark) => ({ ...mark, x: shown(mark.x, ofX), series: shown(mark.series, ofSeries) }))
    : marks;
}

import { type ChartKind, type ChartRequest, chartKinds } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import { functionsFor } from "../pivot/pivot-model.ts";

/** Column positions by possible role in a chart. */
export interface ChartRoles {
  readonly metrics: readonly number[];
  readonly axes: readonly number[];
  readonly timeAxis: number | undefined;
}

/** Column names of an aggregate's time axis, whether selected or not (sql-like-language 11.2). */
const timeNames = new Set(["Service_Time", "DateInRange", "TimeInInterval"]);

export function chartRoles(columns: readonly ResultColumn[]): ChartRoles {
  const positions = columns.map((_, position) => position);
  const isTime = (position: number) => {
    const column = columns[position];
    return column !== undefined && (column.kind === "date" || timeNames.has(column.name));
  };
  const metrics = positions.filter((position) => columns[position]?.kind === "number" && !isTime(position));
  const axes = positions.filter(
    (position) => !metrics.includes(position) && columns[position]?.isSmallGroupMark !== true,
  );
  return { metrics, axes, timeAxis: axes.find(isTime) };
}

/** Returns the kinds of charts that are possible with the columns. */
export function kindsFor({ metrics, axes, timeAxis }: ChartRoles): readonly ChartKind[] {
  const least: Readonly<Record<ChartKind, boolean>> = {
    line: timeAxis !== undefined,
    bars: axes.length > 0,
    stackedBars: axes.length > 1,
    heatMap: axes.length > 1,
    histogram: true,
    box: true,
  };
  return metrics.length === 0 ? [] : chartKinds.filter((kind) => least[kind]);
}

/** Replaces a function that is not valid for the column of numbers. */
export function withFittingFunction(request: ChartRequest, columns: readonly ResultColumn[]): ChartRequest {
  const functions = functionsFor(columns[request.y]);
  const [first = "single"] = functions;
  return functions.includes(request.function) ? request : { ...request, function: first };
}

/**
 * Returns the initial chart: time on the axis and another column as series; without time, bars of the first axis; with
 * numbers only, a histogram. Undefined without numbers.
 */
export function initialRequest(roles: ChartRoles): ChartRequest | undefined {
  const [kind] = kindsFor(roles);
  const [y] = roles.metrics;
  if (kind === undefined || y === undefined) {
    return undefined;
  }
  return requestFor(kind, { kind, x: undefined, y, series: undefined, function: "sum" }, roles);
}

/** Returns the initial chart of another kind; the column of numbers is kept. */
export function requestFor(kind: ChartKind, before: ChartRequest, { axes, timeAxis }: ChartRoles): ChartRequest {
  const [first, second] = axes.filter((position) => position !== timeAxis);
  const places: Readonly<Record<ChartKind, Pick<ChartRequest, "x" | "series">>> = {
    line: { x: timeAxis ?? first, series: timeAxis === undefined ? second : first },
    bars: { x: first ?? timeAxis, series: second },
    stackedBars: { x: timeAxis ?? first, series: timeAxis === undefined ? second : first },
    heatMap: { x: timeAxis ?? first, series: timeAxis === undefined ? second : first },
    histogram: { x: undefined, series: undefined },
    box: { x: first ?? timeAxis, series: undefined },
  };
  return { ...before, kind, ...places[kind] };
}

/** Whether a previously chosen chart is possible with these columns. */
export function fitsRoles({ kind, x, y, series }: ChartRequest, roles: ChartRoles): boolean {
  const isAxis = (position: number | undefined) => position === undefined || roles.axes.includes(position);
  return kindsFor(roles).includes(kind) && roles.metrics.includes(y) && isAxis(x) && isAxis(series);
}

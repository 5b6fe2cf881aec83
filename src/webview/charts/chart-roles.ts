import { type ChartKind, type ChartRequest, chartKinds } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import { functionsFor } from "../pivot/pivot-model.ts";

/** Which columns may be drawn as what. */
export interface ChartRoles {
  readonly metrics: readonly number[];
  readonly axes: readonly number[];
  readonly timeAxis: number | undefined;
}

/** Names of the time axis of an aggregate that does not select it (sql-like-language 11.2), and of the selected one. */
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

/** The charts that the columns can be drawn as. */
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

/** The request with a function that is right for the column of numbers. */
export function withFittingFunction(request: ChartRequest, columns: readonly ResultColumn[]): ChartRequest {
  const functions = functionsFor(columns[request.y]);
  const [first = "single"] = functions;
  return functions.includes(request.function) ? request : { ...request, function: first };
}

/** Time goes along the axis, another axis becomes the series; without time, bars of the first axis; numbers alone are counted. */
export function initialRequest(roles: ChartRoles): ChartRequest | undefined {
  const [kind] = kindsFor(roles);
  const [y] = roles.metrics;
  if (kind === undefined || y === undefined) {
    return undefined;
  }
  return requestFor(kind, { kind, x: undefined, y, series: undefined, function: "sum" }, roles);
}

/** What a chart of another kind draws at first; the numbers stay. */
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

/** Whether a chart that was chosen before can be drawn of these columns. */
export function fitsRoles({ kind, x, y, series }: ChartRequest, roles: ChartRoles): boolean {
  const isAxis = (position: number | undefined) => position === undefined || roles.axes.includes(position);
  return kindsFor(roles).includes(kind) && roles.metrics.includes(y) && isAxis(x) && isAxis(series);
}

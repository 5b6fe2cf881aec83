import type { ChartRequest, ResultColumn } from "../../protocol/data-worker.ts";

/** Which columns may be drawn as what. */
export interface ChartRoles {
  readonly metrics: readonly number[];
  readonly axes: readonly number[];
  readonly timeAxis: number | undefined;
}

/** Names of the time axis of an aggregate that does not select it (sql-like-language, 11.2), and of the selected one. */
const timeNames = new Set(["Service_Time", "DateInRange", "TimeInInterval"]);

export function chartRoles(columns: readonly ResultColumn[]): ChartRoles {
  const positions = columns.map((_, position) => position);
  const isTime = (position: number) => {
    const column = columns[position];
    return column !== undefined && (column.kind === "date" || timeNames.has(column.name));
  };
  const metrics = positions.filter((position) => columns[position]?.kind === "number" && !isTime(position));
  const axes = positions.filter((position) => !metrics.includes(position));
  return { metrics, axes, timeAxis: axes.find(isTime) };
}

/** Time goes along the axis, another axis becomes the series; without time, bars of the first axis. */
export function initialRequest({ metrics, axes, timeAxis }: ChartRoles): ChartRequest | undefined {
  const [y] = metrics;
  const others = axes.filter((position) => position !== timeAxis);
  const x = timeAxis ?? others[0];
  if (y === undefined || x === undefined) {
    return undefined;
  }
  return { x, y, series: timeAxis === undefined ? others[1] : others[0] };
}

import { type ChartKind, type ChartRequest, chartKinds } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import { aggregateFunctionsFor } from "../pivot/pivot-model.ts";
import { isIdentifierColumnName } from "../values/value-format.ts";

/** Column positions, grouped by the role that the columns can have in a chart. */
export interface ChartRoles {
  /** Columns of numbers; in a list without any, the dimensions, whose rows are counted. */
  readonly metrics: readonly number[];
  readonly axes: readonly number[];
  /** Columns that are useful on an axis. Identifiers and columns with almost as many values as rows are excluded. */
  readonly dimensions: readonly number[];
  readonly timeAxis: number | undefined;
}

/** Numbers of distinct values in the columns of a list. */
export interface ValueCounts {
  readonly rowCount: number;
  /** Number of distinct values by column position. Columns without a number are not used as dimensions. */
  readonly distinct: ReadonlyMap<number, number>;
  /** Positions of columns that only number the rows. */
  readonly rowNumbers: ReadonlySet<number>;
}

/** Facts about a result's values, by which its chart is chosen. */
export interface ValueFacts {
  /** Numbers of distinct values in the columns of a list. Undefined for an aggregate, or if they are unknown. */
  readonly counts?: ValueCounts | undefined;
  /** Whether all rows of an aggregate belong to one period, so that lines over time would be single points. */
  readonly hasOnePeriod?: boolean;
}

/** Maximum number of bars that can be compared at a glance. */
const maximumBars = 30;

/** Column names of an aggregate's time axis, whether selected or not (sql-like-language 11.2). */
const timeNames = new Set(["Service_Time", "DateInRange", "TimeInInterval"]);

/**
 * Determines the roles that columns can have in a chart. `counts` is given only for a list, because the dimensions of
 * an aggregate are known.
 */
export function findChartRoles(columns: readonly ResultColumn[], counts?: ValueCounts): ChartRoles {
  const positions = columns.map((_, position) => position);
  const isTime = (position: number) => isTimeColumn(columns[position]);
  const numbers = positions.filter((position) => columns[position]?.kind === "number" && !isTime(position));
  const axes = positions.filter(
    (position) => !numbers.includes(position) && columns[position]?.isSmallGroupMark !== true,
  );
  const others = axes.filter((position) => !isTime(position));
  const dimensions = counts ? others.filter((position) => isDimension(position, columns, counts)) : others;
  const metrics = numbers.length === 0 && counts ? dimensions : numbers;
  return { metrics, axes, dimensions, timeAxis: axes.find(isTime) };
}

/** Whether a column of a result can be the time axis of a chart. */
export function isTimeColumn(column: ResultColumn | undefined): boolean {
  return column !== undefined && (column.kind === "date" || timeNames.has(column.name));
}

/** Whether the rows of a result are a list and not an aggregate. */
export function isListResult(columns: readonly ResultColumn[]): boolean {
  return columns.every(({ name, additivity }) => additivity === undefined && !timeNames.has(name));
}

/** Whether a column of a list has few values, or few rows altogether. */
function isDimension(position: number, columns: readonly ResultColumn[], { rowCount, distinct }: ValueCounts): boolean {
  const count = distinct.get(position) ?? Number.POSITIVE_INFINITY;
  const areShared = count > 1 && count <= maximumBars && count <= rowCount / 2;
  return !isIdentifierColumnName(columns[position]?.name ?? "") && (areShared || rowCount <= maximumBars);
}

/** Returns the kinds of charts that can show the given columns. */
export function chartKindsFor({ metrics, axes, timeAxis }: ChartRoles): readonly ChartKind[] {
  const hasNumbers = metrics.some((position) => !axes.includes(position));
  const least: Readonly<Record<ChartKind, boolean>> = {
    line: timeAxis !== undefined,
    bars: axes.length > 0,
    stackedBars: axes.length > 1,
    heatMap: axes.length > 1,
    histogram: hasNumbers,
    box: hasNumbers,
  };
  return metrics.length === 0 ? [] : chartKinds.filter((kind) => least[kind]);
}

/** Returns the chart request with a valid aggregate function for its column of numbers. */
export function withValidFunction(request: ChartRequest, columns: readonly ResultColumn[]): ChartRequest {
  const functions = aggregateFunctionsFor(columns[request.y]);
  const [first = "single"] = functions;
  return functions.includes(request.function) ? request : { ...request, function: first };
}

/**
 * Returns the initial chart of a result. An aggregate of several periods gets lines over time, with another column as
 * series. One without time or with one period gets bars, one with numbers only a histogram. A list gets bars of averages
 * by its first dimension, or a histogram; without numbers, bars of counts. Undefined if there is nothing to draw.
 */
export function suggestChartRequest(
  roles: ChartRoles,
  columns: readonly ResultColumn[],
  { counts, hasOnePeriod = false }: ValueFacts = {},
): ChartRequest | undefined {
  const [first] = chartKindsFor(roles);
  const isIdentifier = (position: number) =>
    isIdentifierColumnName(columns[position]?.name ?? "") || counts?.rowNumbers.has(position) === true;
  const y = roles.metrics.find((position) => !isIdentifier(position)) ?? roles.metrics[0];
  if (first === undefined || y === undefined) {
    return undefined;
  }
  const start: ChartRequest = { kind: first, x: undefined, y, series: undefined, function: "sum" };
  if (!counts) {
    const kind = first === "line" && hasOnePeriod && roles.dimensions.length > 0 ? "bars" : first;
    return createRequestForChartKind(kind, start, roles);
  }
  const [dimension] = roles.dimensions;
  return dimension === undefined
    ? { ...start, kind: "histogram" }
    : { ...start, kind: "bars", x: dimension, function: columns[y]?.kind === "number" ? "average" : "count" };
}

/** Returns the initial request for another kind of chart. Keeps the column of numbers. */
export function createRequestForChartKind(kind: ChartKind, before: ChartRequest, roles: ChartRoles): ChartRequest {
  const { axes, dimensions, timeAxis } = roles;
  const others = axes.filter((position) => position !== timeAxis && !dimensions.includes(position));
  const [first = others[0], second] = dimensions;
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

/** Whether a chart that the user chose earlier is possible with these columns. */
export function fitsChartRoles({ kind, x, y, series }: ChartRequest, roles: ChartRoles): boolean {
  const isAxis = (position: number | undefined) => position === undefined || roles.axes.includes(position);
  return chartKindsFor(roles).includes(kind) && roles.metrics.includes(y) && isAxis(x) && isAxis(series);
}

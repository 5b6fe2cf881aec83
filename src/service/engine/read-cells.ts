import { setImmediate as nextTurn } from "node:timers/promises";
import type { Connection, ConnectionSource } from "../../duckdb/database.ts";
import type { TimeInterval } from "../../languages/sql-like/syntax.ts";
import { areOnSameBranch, type GroupingAxis, isSameDimension } from "./axis.ts";
import { type BasePlan, basePlansOf, evaluateMetricPlan, type MeasuredValue, type MetricPlan } from "./metric-plan.ts";
import { QueryError } from "./query-error.ts";
import type { AggregateSettings } from "./query-options.ts";
import type { RecordScan } from "./scan.ts";
import { type CellNumber, type MeasureReader, ScanCells } from "./scan-cells.ts";
import { buildScanStatement } from "./scan-sql.ts";
import type { StoredModel } from "./stored-model.ts";

/** Input for reading the cells of an aggregate query. */
export interface CellPlan {
  readonly metrics: readonly { readonly plan: MetricPlan }[];
  readonly axes: readonly GroupingAxis[];
  readonly intervals: readonly TimeInterval[];
  readonly scans: readonly RecordScan[];
  readonly settings: Pick<AggregateSettings, "zeroVisibility" | "nullVisibility">;
}

/** Cell of an aggregate query's result, with a value for each metric. */
export interface AggregateCell {
  readonly interval: number;
  /** Index of the cell's position on each axis. */
  readonly positions: readonly number[];
  readonly measured: readonly MeasuredValue[];
}

const blockCells = 8192;
/** Maximum number of cells of a query. Beyond it, cell numbers lose precision and the query takes too long. */
const maxCells = 1e12;
const noValue: MeasuredValue = { value: null, support: 0n };

/**
 * Reads the visible cells of an aggregate query in blocks, ordered by time and then by axes (sql-like-language 11.1).
 * Cells without records are added here instead of in DuckDB, so that they take no memory.
 */
export async function* readAggregateCells(
  plan: CellPlan,
  model: StoredModel,
  database: ConnectionSource,
  signal: AbortSignal,
): AsyncGenerator<readonly AggregateCell[]> {
  const sizes = plan.axes.map(({ positions }) => positions.length);
  const perInterval = sizes.reduce((product, size) => product * size, 1);
  const total = perInterval * plan.intervals.length;
  if (total > maxCells) {
    throw new QueryError(`The query has ${total} cells; leave out an axis or ask for fewer members or intervals.`);
  }
  const opened: { readonly connection: Connection; readonly chunks: AsyncGenerator }[] = [];
  const end = new AbortController();
  const stopped = AbortSignal.any([signal, end.signal]);
  try {
    const scans: ScanCells[] = [];
    for (const scan of plan.scans) {
      const connection = await database.connect();
      const { sql, values } = buildScanStatement(scan, model);
      const chunks = connection.columns(sql, values, stopped);
      opened.push({ connection, chunks });
      scans.push(new ScanCells(scan, sizes, chunks));
    }
    const makeCell = cellMaker(plan, scans, sizes);
    const isVisible = visibilityOf(plan);
    // Where empty cells are hidden, only cells with records are visited.
    const isSparse = hidesEmpty(plan) && scans.every(({ isComplete }) => isComplete);
    for (let first = 0; first < total; ) {
      signal.throwIfAborted();
      if (isSparse) {
        first = Math.max(first, Math.min(...(await Promise.all(scans.map((scan) => scan.peek())))));
      }
      const end = Math.min(first + blockCells, total);
      const [firstInterval, endInterval] = [Math.floor(first / perInterval), Math.ceil(end / perInterval)];
      await Promise.all(scans.map((scan) => scan.load(end, firstInterval, endInterval)));
      const numbers = isSparse ? sortedNumbers(scans) : undefined;
      const cells: AggregateCell[] = [];
      for (let index = 0; index < (numbers?.length ?? end - first); index++) {
        const cell = makeCell(numbers ? (numbers[index] ?? 0) : first + index);
        if (isVisible(cell)) {
          cells.push(cell);
        }
      }
      if (cells.length > 0) {
        yield cells;
      }
      first = end;
      // Lets the service handle other requests while a large answer is produced.
      await nextTurn();
    }
  } finally {
    // Where one scan has failed, others may still run; a connection is closed after its statement.
    end.abort();
    for (const { connection, chunks } of opened) {
      await chunks.return(undefined);
      connection.close();
    }
  }
}

function sortedNumbers(scans: readonly ScanCells[]): readonly CellNumber[] {
  return [...new Set(scans.flatMap((scan) => [...scan.numbers()]))].sort((one, other) => one - other);
}

function cellMaker(
  { axes, metrics }: CellPlan,
  scans: readonly ScanCells[],
  sizes: readonly number[],
): (number: CellNumber) => AggregateCell {
  // Two levels of the same dimension: members that are not on one branch have no cell (semantics.md, "Aggregates").
  const pairs = axes.flatMap((axis, index) =>
    axes
      .slice(index + 1)
      .flatMap((other, offset) => (isSameDimension(axis, other) ? [[index, index + 1 + offset] as const] : [])),
  );
  const isPossible = (positions: readonly number[]) =>
    pairs.every(([one, other]) => {
      const position = axes[one]?.positions[positions[one] ?? 0];
      const otherPosition = axes[other]?.positions[positions[other] ?? 0];
      return !position || !otherPosition || areOnSameBranch(position, otherPosition);
    });
  const readers = new Map<BasePlan, MeasureReader>();
  for (const base of metrics.flatMap(({ plan }) => basePlansOf(plan))) {
    const reader = scans.map((scan) => scan.reader(base)).find((found) => found !== undefined);
    if (reader) {
      readers.set(base, reader);
    }
  }
  return (number) => {
    const positions: number[] = [];
    let rest = number;
    for (let axis = sizes.length - 1; axis >= 0; axis--) {
      const size = sizes[axis] ?? 1;
      positions[axis] = rest % size;
      rest = Math.floor(rest / size);
    }
    const interval = rest;
    if (!isPossible(positions)) {
      return { interval, positions, measured: metrics.map(() => noValue) };
    }
    const measure = (base: BasePlan): MeasuredValue => readers.get(base)?.(interval, positions) ?? noValue;
    return { interval, positions, measured: metrics.map(({ plan }) => evaluateMetricPlan(plan, measure)) };
  };
}

function hidesEmpty({ settings, metrics }: CellPlan): boolean {
  const isHidden = settings.zeroVisibility !== "SHOW" && settings.nullVisibility !== "SHOW";
  return isHidden && metrics.every(({ plan }) => plan.kind === "base");
}

function visibilityOf({ settings }: CellPlan): (cell: AggregateCell) => boolean {
  const hidesZero = settings.zeroVisibility !== "SHOW";
  const hidesNull = settings.nullVisibility !== "SHOW";
  const isZero = ({ value }: MeasuredValue) => value !== null && Number(value) === 0;
  const isNull = ({ value }: MeasuredValue) => value === null;
  return ({ measured }) => {
    if (hidesZero && hidesNull) {
      return !measured.every((one) => isZero(one) || isNull(one));
    }
    return !((hidesZero && measured.every(isZero)) || (hidesNull && measured.every(isNull)));
  };
}

import type { CellSet } from "../../../src/contract/queries.ts";
import type { Row } from "../evaluator/table.ts";

/** A cell set as rows: a name for each axis in SELECT order, the time's, the value and the support. */
export interface FlatCell {
  readonly names: readonly string[];
  /** Empty for a cell without a value. */
  readonly value: string;
  readonly support: string;
}

const timeAxes = ["DateInRange", "TimeInInterval"];

/** The cells of a cell set, time slowest and then the axes in order, as a table has them (sql-like-language 11.1). */
export function flattenCellSet({ axes = [], cells = [] }: CellSet): readonly FlatCell[] {
  const time = axes.findIndex(({ dimension }) => timeAxes.includes(dimension?.name ?? ""));
  if (time < 0) {
    throw new Error("Flattening a cell set: none of its axes is the time.");
  }
  // In a table the time varies slowest, wherever its axis stands.
  const order = [time, ...axes.keys()].filter((axis, index) => index === 0 || axis !== time);
  const ranked = [...cells].sort((left, right) => {
    const [first = [], second = []] = [left.coordinates, right.coordinates];
    const axis = order.find((place) => first[place] !== second[place]);
    return axis === undefined ? 0 : (first[axis] ?? 0) - (second[axis] ?? 0);
  });
  return ranked.map(({ coordinates = [], value = "", support = "" }) => {
    const names = coordinates.map((position, axis) => axes[axis]?.positions?.[position]?.path?.join(".") ?? "?");
    return { names: [...names.filter((_, axis) => axis !== time), names[time] ?? "?"], value, support };
  });
}

/** Positions that no cell has, as `axis: position`; the time's are left out. */
export function unusedPositions({ axes = [], cells = [] }: CellSet): readonly string[] {
  return axes.flatMap(({ dimension, positions = [] }, axis) =>
    positions
      .filter((_, index) => !cells.some(({ coordinates }) => coordinates?.[axis] === index))
      .map(({ path }) => `${dimension?.name}: ${path?.join(".")}`),
  );
}

/** As rows of a table whose columns are the axes, the time and the value. */
export function rowsOf(cells: readonly FlatCell[]): readonly Row[] {
  return cells.map(({ names, value }) => [...names, value]);
}

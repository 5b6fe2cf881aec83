import { quoteSparkName } from "../base/sql-quote.ts";
import { SparkFailure } from "../spark-connect/spark-failure.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { LakehouseError } from "./lakehouse-error.ts";
import { isSameName } from "./plan-rehearsal.ts";

/** A statement as it is sent, with the place of its table in place of the name. */
interface PlacedStatement {
  readonly sql: string;
  readonly place: PlaceShift;
}

/**
 * Replaces the name of the table that a statement writes by a path, such as that of a branch. `columns` are those of the
 * table: an INSERT gets NULL for those that it does not name, which Spark 3.5 does not do for Iceberg.
 */
export function placeTarget(
  { text, kind, target, inserted }: CheckedStatement,
  name: string,
  path: string,
  columns: readonly string[],
): PlacedStatement {
  const { start = 0, end = 0, alias } = target ?? {};
  // A qualified name of a column still begins with the table's own name.
  const written = `${path}${kind === "insert" || alias !== undefined ? "" : ` AS ${quoteSparkName(name)}`}`;
  const missing = inserted ? columns.filter((column) => !inserted.names.some((one) => isSameName(one, column))) : [];
  const shift = { from: start - lineStartOf(text, start), shift: written.length - (end - start) };
  const place = { line: 0, ...shift, on: countLines(text, start) };
  const beginning = `${text.slice(0, start)}${written}`;
  if (!inserted || missing.length === 0) {
    return { sql: `${beginning}${text.slice(end)}`, place };
  }
  const { queryStart } = inserted;
  const names = missing.map((column) => `, ${quoteSparkName(column)}`).join("");
  const nulls = missing.map(() => ", NULL").join("");
  // On a line of its own, each character in its column, so that places stay right.
  const indent = " ".repeat(queryStart - lineStartOf(text, queryStart));
  const query = `SELECT *${nulls} FROM (\n${indent}${text.slice(queryStart)}\n)`;
  return {
    sql: `${beginning}${text.slice(end, inserted.end)}${names}${text.slice(inserted.end, queryStart)}${query}`,
    place: { ...place, addedAfter: countLines(text, queryStart) },
  };
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

function countLines(text: string, end: number): number {
  return text.slice(0, end).split("\n").length;
}

/** How places in the text that was sent differ from those in the user's: `line` lines before it, `shift` characters on line `on`. */
interface PlaceShift {
  readonly line: number;
  readonly from: number;
  readonly shift: number;
  readonly on?: number;
  /** Line after which one was added. */
  readonly addedAfter?: number;
}

/** Converts a failure of a statement to one at its place in the user's text. */
export async function atPlaces<Value>(
  { line: linesBefore, from, shift, on, addedAfter = Number.POSITIVE_INFINITY }: PlaceShift,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!SparkFailure.is(error) || error.kind !== "statement") {
      throw error;
    }
    const { position, reason } = error;
    const isAfterAdded = position !== undefined && position.line > addedAfter;
    const line = position && Math.max(1, position.line - linesBefore - (isAfterAdded ? 1 : 0));
    const isShifted =
      !isAfterAdded && line !== undefined && line === on && position !== undefined && position.column - 1 > from;
    const column = position && (isShifted ? Math.max(from + 1, position.column - shift) : position.column);
    throw new LakehouseError(position ? `line ${line}, column ${column}: ${reason}` : reason, { cause: error });
  }
}

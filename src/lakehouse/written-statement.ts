import { quoteSparkName } from "../base/sql-quote.ts";
import { SparkFailure } from "../spark-connect/spark-failure.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { LakehouseError } from "./lakehouse-error.ts";

/** A statement as it is sent, with the place of its table in place of the name. */
interface PlacedStatement {
  readonly sql: string;
  readonly place: PlaceShift;
}

/** Replaces the name of the table that a statement writes by a path, such as that of a branch. */
export function placeTarget({ text, kind, target }: CheckedStatement, name: string, path: string): PlacedStatement {
  const { start = 0, end = 0, alias } = target ?? {};
  // A qualified name of a column still begins with the table's own name.
  const written = `${path}${kind === "insert" || alias !== undefined ? "" : ` AS ${quoteSparkName(name)}`}`;
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  return {
    sql: `${text.slice(0, start)}${written}${text.slice(end)}`,
    place: {
      line: 0,
      from: start - lineStart,
      shift: written.length - (end - start),
      on: countLines(text, start),
    },
  };
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
}

/** Converts a failure of a statement to one at its place in the user's text. */
export async function atPlaces<Value>(
  { line: linesBefore, from, shift, on }: PlaceShift,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!SparkFailure.is(error) || error.kind !== "statement") {
      throw error;
    }
    const { position, reason } = error;
    const line = position && Math.max(1, position.line - linesBefore);
    const isShifted = line !== undefined && line === on && position !== undefined && position.column - 1 > from;
    const column = position && (isShifted ? Math.max(from + 1, position.column - shift) : position.column);
    throw new LakehouseError(position ? `line ${line}, column ${column}: ${reason}` : reason, { cause: error });
  }
}

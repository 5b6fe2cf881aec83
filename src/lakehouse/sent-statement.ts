import { quoteSparkName } from "../base/sql-quote.ts";
import { SparkFailure, type SparkPosition } from "../spark-connect/spark-failure.ts";
import type { CheckedStatement } from "./check-statement.ts";
import { LakehouseError } from "./lakehouse-error.ts";
import { isSameName } from "./plan-rehearsal.ts";

/** Text that takes the place of a part of a statement. Offsets are those of the user's text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A statement as it is sent, with the user's text that it was made of. */
export interface SentStatement {
  readonly sql: string;
  readonly text: string;
  readonly edits: readonly Edit[];
}

/** Puts a query of a user into another one. */
export function wrapQuery(text: string, before: string, after: string): SentStatement {
  return editText(text, [insertAt(0, `${before}\n`), insertAt(text.length, `\n${after}`)]);
}

/**
 * Replaces the name of the table that a statement writes by a path, such as that of a branch. `columns` are those of the
 * table: an INSERT, also that of a MERGE, gets NULL for those that it does not name, which Spark 3.5 does not do for Iceberg.
 */
export function placeTarget(
  { text, kind, target, inserted }: CheckedStatement,
  name: string,
  path: string,
  columns: readonly string[],
): SentStatement {
  const { start = 0, end = 0, alias } = target ?? {};
  // A qualified name of a column still begins with the table's own name.
  const written = `${path}${kind === "insert" || alias !== undefined ? "" : ` AS ${quoteSparkName(name)}`}`;
  const edits = [{ start, end, text: written }];
  for (const { names, namesStart, values } of inserted) {
    const missing = columns.filter((column) => !names.some((one) => isSameName(one, column)));
    if (missing.length > 0) {
      const nulls = missing.map(() => "NULL, ").join("");
      edits.push(insertAt(namesStart, missing.map((column) => `${quoteSparkName(column)}, `).join("")));
      edits.push(
        ...(values.kind === "list"
          ? [insertAt(values.start, nulls)]
          : [insertAt(values.start, `SELECT ${nulls}* FROM (\n`), insertAt(text.length, "\n)")]),
      );
    }
  }
  return editText(text, edits);
}

/** Runs a statement and converts its failure to one at its place in the user's text. */
export async function atPlaces<Value>(statement: SentStatement, work: (sql: string) => Promise<Value>): Promise<Value> {
  try {
    return await work(statement.sql);
  } catch (error) {
    if (!SparkFailure.is(error) || error.kind !== "statement") {
      throw error;
    }
    const { position, reason } = error;
    const { line, column } = position ? placeInText(statement, position) : {};
    throw new LakehouseError(position ? `line ${line}, column ${column}: ${reason}` : reason, { cause: error });
  }
}

function insertAt(offset: number, text: string): Edit {
  return { start: offset, end: offset, text };
}

/** `edits` are in the order of the text and do not overlap. */
function editText(text: string, edits: readonly Edit[]): SentStatement {
  let sql = "";
  let done = 0;
  for (const edit of edits) {
    sql += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return { sql: sql + text.slice(done), text, edits };
}

/** The place in the user's text of a place in the text that was sent; in one that took a part's place, where that part began. */
function placeInText({ sql, text, edits }: SentStatement, { line, column }: SparkPosition): SparkPosition {
  const linesBefore = sql.split("\n").slice(0, line - 1);
  const offset = linesBefore.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  let added = 0;
  for (const edit of edits) {
    const from = edit.start + added;
    if (offset < from) {
      break;
    }
    if (offset < from + edit.text.length) {
      return placeOf(text, edit.start);
    }
    added += edit.text.length - (edit.end - edit.start);
  }
  return placeOf(text, offset - added);
}

function placeOf(text: string, offset: number): SparkPosition {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

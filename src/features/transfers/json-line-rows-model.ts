import { isRecord } from "../../base/guards.ts";
import { parseJson } from "../../client/text/parse-json.ts";
import { limits } from "../../contract/limits.ts";
import type { BatchCell } from "../../contract/source-intake.ts";
import { lineProblem } from "./data-file-problem.ts";

/** Row of a JSON Lines file. `line` is one-based. */
export interface JsonLineRow {
  readonly cells: readonly BatchCell[];
  readonly line: number;
}

/**
 * Yields the rows of a JSON Lines text as it arrives, header row first. Either the first line is an array of column
 * names and the others are arrays of values, or all lines are objects with the columns of the first one. Numbers that a
 * double cannot represent are kept as text. Throws RowProblem.
 */
export async function* jsonLineRows(pieces: AsyncIterable<string>): AsyncGenerator<JsonLineRow, void, undefined> {
  let columns: readonly string[] | undefined;
  for await (const { text, line } of linesOf(pieces)) {
    const value = parse(text, line);
    if (Array.isArray(value)) {
      yield { cells: value.map((cell) => checkedCell(cell, line)), line };
      columns ??= [];
    } else if (isRecord(value)) {
      const fields = value as Readonly<Record<string, unknown>>;
      if (!columns) {
        columns = Object.keys(fields);
        yield { cells: columns, line };
      }
      yield { cells: cellsOf(fields, columns, line), line };
    } else {
      throw lineProblem(line, "is neither a list of values nor an object; write each row as one of them");
    }
  }
}

async function* linesOf(
  pieces: AsyncIterable<string>,
): AsyncGenerator<{ readonly text: string; readonly line: number }, void, undefined> {
  let rest = "";
  let line = 0;
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    for (const text of lines) {
      line++;
      if (text.trim() !== "") {
        yield { text, line };
      }
    }
    if (rest.length > limits.jsonBatchBytes.value) {
      throw lineProblem(
        line + 1,
        `has more than ${limits.jsonBatchBytes.text}, which no batch can hold; write one row per line`,
      );
    }
  }
  if (rest.trim() !== "") {
    yield { text: rest, line: line + 1 };
  }
}

function parse(text: string, line: number): unknown {
  const parsed = parseJson(/[\d.]{16}|\d[eE]/.test(text) ? withLongNumbersAsText(text) : text);
  if (!parsed.ok) {
    throw lineProblem(line, "is not JSON; write one row per line");
  }
  return parsed.value;
}

function withLongNumbersAsText(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) =>
    !token.startsWith('"') && !fitsDouble(token) ? `"${token}"` : token,
  );
}

/**
 * Whether a double represents a number exactly. Beyond 15 digits it may be rounded, and beyond its range it would be
 * sent as null.
 */
function fitsDouble(number: string): boolean {
  return number.replace(/[eE].*/, "").replace(/\D/g, "").length <= 15 && Number.isFinite(Number(number));
}

function cellsOf(
  fields: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  line: number,
): readonly BatchCell[] {
  const extra = Object.keys(fields).find((name) => !columns.includes(name));
  if (extra !== undefined) {
    throw lineProblem(
      line,
      `has the column ${JSON.stringify(extra)}, which the first line does not have; name all columns there`,
    );
  }
  return columns.map((name) => checkedCell(fields[name] ?? null, line));
}

function checkedCell(value: unknown, line: number): BatchCell {
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean") {
    return value;
  }
  throw lineProblem(line, "has a value that is a list or an object; a value is text, a number, true, false or null");
}

import type { ResultAdditivity } from "../../base/additivity.ts";
import type { ColumnMemberNames } from "../../base/member-names.ts";
import type { Cell, ColumnKind, RowBlock, RowRange } from "../../protocol/data-worker.ts";
import type { SavedResult } from "../../protocol/notebook-output.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { defaultRowView, type RowView } from "../../protocol/row-view.ts";

const maxRows = 1000;
/** Maximum number of characters in all saved cells of a result. */
const maxCharacters = 1_000_000;
const windowRows = 250;

/** Reader of the rows and cells of a result. */
export interface RowReader {
  readRows(params: RowRange & { readonly resultId: string }): Promise<RowBlock>;
  readCell(params: {
    readonly resultId: string;
    readonly row: number;
    readonly column: number;
    readonly view: RowView;
  }): Promise<Cell>;
}

/**
 * Reads the first rows of a result to store in a notebook file: at most 1,000 rows and 1,000,000 characters, with
 * untruncated cells.
 */
export async function readSavedResult(
  { summary, origin, startedAtMs }: ShownResult,
  reader: RowReader,
): Promise<SavedResult> {
  const { resultId, rowCount, columns } = summary;
  const { title, query, connection, tenant, project } = origin;
  const rows = await readFirstRows(resultId, columns.length, rowCount, reader);
  const ranAt = new Date(startedAtMs).toISOString();
  return { resultId, title, query, connection, tenant, project, ranAt, rowCount, columns, rows };
}

async function readFirstRows(resultId: string, width: number, rowCount: number, reader: RowReader): Promise<Cell[][]> {
  const columns = Array.from({ length: width }, (_, index) => index);
  const rows: Cell[][] = [];
  let characters = 0;
  while (rows.length < Math.min(rowCount, maxRows)) {
    const first = rows.length;
    const count = Math.min(windowRows, maxRows - first);
    const block = await reader.readRows({ resultId, first, count, columns, view: defaultRowView });
    if (block.rows.length === 0) {
      break;
    }
    for (const [index, cells] of block.rows.entries()) {
      const row = [...cells];
      for (const column of cutColumns(block, index)) {
        row[column] = await reader.readCell({ resultId, row: first + index, column, view: defaultRowView });
      }
      characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (characters > maxCharacters) {
        return rows;
      }
      rows.push(row);
    }
  }
  return rows;
}

/**
 * Returns the column indexes of the truncated cells in a row. `cut` lists truncated cells as `row:column`, both
 * zero-based within the rows that were read.
 */
function cutColumns({ cut }: RowBlock, row: number): number[] {
  return cut.flatMap((key) => {
    const [cutRow, column] = key.split(":").map(Number);
    return cutRow === row && column !== undefined ? [column] : [];
  });
}

/** Error that marks the regular end of rows from a notebook file. */
export class SavedRowsEnd extends Error {
  override readonly name = "SavedRowsEnd";
}

/**
 * Yields rows from a notebook file as JSON Lines. At the end, throws `SavedRowsEnd`, which distinguishes them from a
 * complete response.
 */
export async function* encodeSavedRows({ columns, rows }: SavedResult): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${JSON.stringify(columns.map(({ name }) => name))}\n`);
  const kinds = columns.map(({ kind }) => kind);
  for (const row of rows) {
    yield encoder.encode(`[${row.map((cell, index) => jsonOf(cell, kinds[index])).join(",")}]\n`);
  }
  throw new SavedRowsEnd("The saved rows have come.");
}

/** Returns how the columns of a saved result may be added up, as recorded when the result was saved. */
export function savedAdditivity({ columns }: SavedResult): ResultAdditivity {
  const known = columns.flatMap(({ name, additivity }) => (additivity ? [[name, additivity] as const] : []));
  return { isAggregate: false, columns: Object.fromEntries(known) };
}

/** Returns the display names of the members in a saved result, as recorded when the result was saved. */
export function savedMemberNames({ columns }: SavedResult): ColumnMemberNames {
  return Object.fromEntries(columns.flatMap(({ name, memberNames }) => (memberNames ? [[name, memberNames]] : [])));
}

/** Formats a cell value as JSON. Numbers keep their exact digits. */
function jsonOf(cell: Cell, kind: ColumnKind | undefined): string {
  const isLiteral =
    cell !== null &&
    ((kind === "number" && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(cell)) ||
      (kind === "boolean" && /^(true|false)$/.test(cell)));
  return isLiteral ? cell : JSON.stringify(cell);
}

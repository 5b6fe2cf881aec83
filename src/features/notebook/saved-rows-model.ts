import type { Cell, ColumnKind, RowBlock, RowRange } from "../../protocol/data-worker.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { type RowView, wholeResult } from "../../protocol/row-view.ts";
import type { SavedResult } from "../../protocol/saved-result.ts";

const mostRows = 1000;
/** Characters of all texts of a result. */
const mostCharacters = 1_000_000;
const windowRows = 250;

/** How rows are read of a result. */
export interface RowReader {
  readRows(params: RowRange & { readonly resultId: string }): Promise<RowBlock>;
  readCell(params: {
    readonly resultId: string;
    readonly row: number;
    readonly column: number;
    readonly view: RowView;
  }): Promise<Cell>;
}

/** What a notebook's file takes of a result: at most 1,000 rows and 1,000,000 characters, each cell whole. */
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
  while (rows.length < Math.min(rowCount, mostRows)) {
    const first = rows.length;
    const count = Math.min(windowRows, mostRows - first);
    const block = await reader.readRows({ resultId, first, count, columns, view: wholeResult });
    if (block.rows.length === 0) {
      break;
    }
    for (const [index, cells] of block.rows.entries()) {
      const row = [...cells];
      for (const column of cutColumns(block, index)) {
        row[column] = await reader.readCell({ resultId, row: first + index, column, view: wholeResult });
      }
      characters += row.reduce((sum, cell) => sum + (cell?.length ?? 0), 0);
      if (characters > mostCharacters) {
        return rows;
      }
      rows.push(row);
    }
  }
  return rows;
}

/** `cut` has `row:column`, both from 0 within the block. */
function cutColumns({ cut }: RowBlock, row: number): number[] {
  return cut.flatMap((place) => {
    const [ofRow, column] = place.split(":").map(Number);
    return ofRow === row && column !== undefined ? [column] : [];
  });
}

/** The body ended as it should: what was saved has come. */
export class SavedRowsEnd extends Error {
  override readonly name = "SavedRowsEnd";
}

/** Saved rows as an answer of JSON Lines, which ends with `SavedRowsEnd`, since they are told from a whole answer. */
export async function* savedBody({ columns, rows }: SavedResult): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${JSON.stringify(columns.map(({ name }) => name))}\n`);
  const kinds = columns.map(({ kind }) => kind);
  for (const row of rows) {
    yield encoder.encode(`[${row.map((cell, index) => jsonOf(cell, kinds[index])).join(",")}]\n`);
  }
  throw new SavedRowsEnd("The saved rows have come.");
}

/** A number is written as it stands, so that no digit is lost. */
function jsonOf(cell: Cell, kind: ColumnKind | undefined): string {
  const isBare =
    cell !== null &&
    ((kind === "number" && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(cell)) ||
      (kind === "boolean" && /^(true|false)$/.test(cell)));
  return isBare ? cell : JSON.stringify(cell);
}

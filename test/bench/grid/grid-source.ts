/** What every grid of the bench shows: text that says where it stands. */
export const gridSize = { rows: 1_000_000, columns: 50, rowHeight: 22, headerHeight: 28, columnWidth: 120 } as const;

const latencyMs = 5;

export const columnNames: readonly string[] = Array.from({ length: gridSize.columns }, (_, index) => `column_${index}`);

export function cellText(row: number, column: number): string {
  return `row ${row}, ${column}`;
}

/** The row that a cell's text names; undefined for a cell whose rows are awaited. */
export function rowOfText(text: string | null | undefined): number | undefined {
  const found = /^row (\d+), \d+$/.exec(text ?? "")?.[1];
  return found === undefined ? undefined : Number(found);
}

/** Gives rows as a service beside the page would, in the shape that a grid takes: a while later, all of the window at once. */
export async function readWindow<Row>(first: number, count: number, shape: (row: number) => Row): Promise<Row[]> {
  await new Promise((resolve) => setTimeout(resolve, latencyMs));
  return Array.from({ length: Math.max(0, Math.min(count, gridSize.rows - first)) }, (_, row) => shape(first + row));
}

/** A row as grids take it that know columns by the names of their fields. */
export function recordOf(row: number): Record<string, string> {
  return Object.fromEntries(columnNames.map((name, column) => [name, cellText(row, column)]));
}

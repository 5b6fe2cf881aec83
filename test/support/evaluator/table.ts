/** A cell of an answer; `null` is a missing value. */
export type Cell = string | null;
export type Row = readonly Cell[];

/** What the answer to a query must say. */
export interface Table {
  /** `undefined` when the header is left out. */
  readonly header: readonly string[] | undefined;
  readonly rows: readonly Row[];
  /**
   * Lengths of the runs of rows whose place is promised while the order inside is not: one run of everything when no
   * order is promised, `undefined` when every row has its place.
   */
  readonly freeRuns?: readonly number[];
}

/** Where two answers differ, in words; `undefined` when they are the same. */
export function firstDifference(wanted: Table, found: Pick<Table, "header" | "rows">): string | undefined {
  if (JSON.stringify(wanted.header) !== JSON.stringify(found.header)) {
    return `header: expected ${JSON.stringify(wanted.header)}, found ${JSON.stringify(found.header)}`;
  }
  if (wanted.rows.length !== found.rows.length) {
    const extra = wanted.freeRuns ? ` (${firstUnmatched(wanted.rows, found.rows)})` : "";
    return `${wanted.rows.length} rows expected, ${found.rows.length} found${extra}`;
  }
  const left = arranged(wanted.rows, wanted.freeRuns);
  const right = arranged(found.rows, wanted.freeRuns);
  const index = left.findIndex((row, place) => row !== right[place]);
  return index < 0 ? undefined : `row ${index}: expected ${left[index]}, found ${right[index]}`;
}

function arranged(rows: readonly Row[], freeRuns: readonly number[] = rows.map(() => 1)): readonly string[] {
  const texts = rows.map((row) => JSON.stringify(row));
  let start = 0;
  return freeRuns.flatMap((length) => {
    start += length;
    return texts.slice(start - length, start).sort();
  });
}

function firstUnmatched(wanted: readonly Row[], found: readonly Row[]): string {
  const left = wanted.map((row) => JSON.stringify(row));
  const right = found.map((row) => JSON.stringify(row));
  const missing = left.find((row) => !right.includes(row));
  return missing === undefined
    ? `not expected: ${right.find((row) => !left.includes(row)) ?? "a repeated row"}`
    : `missing: ${missing}`;
}

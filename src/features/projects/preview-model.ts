import { failureText } from "../../base/failure.ts";

/** A query to run on both sides. */
export interface PreviewQuery {
  /** Name for the user, such as `headcount.sqllike: Headcount by function`. */
  readonly name: string;
  readonly text: string;
  /** Names of the columns with values of metrics; undefined for a list. */
  readonly metrics: readonly string[] | undefined;
}

type PreviewSide = "production" | "project";

/** The answer to a query: its first rows as texts. */
interface PreviewTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Whether there are more rows. */
  readonly isCut: boolean;
  /** Numbers of the data versions that were read, if the service told them. */
  readonly dataVersions: string | undefined;
}

/** A value of a metric or list that differs. Undefined on the side that does not have the row. */
export interface ChangedCell {
  /** Values of the row that identify it: those of an aggregate's axes, or of a list's columns that do not differ. */
  readonly row: readonly (string | null)[];
  readonly column: string;
  /** Place of the column, counted from 0: two columns may have the same name. */
  readonly place: number;
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

/** Effect of publishing on one query. */
type PreviewOutcome =
  | { readonly kind: "untouched" }
  | { readonly kind: "changed"; readonly cells: readonly ChangedCell[] }
  /** `broken` works in production only, `mended` in the project only, `failing` in neither. */
  | { readonly kind: "broken" | "mended" | "failing"; readonly message: string };

/** A query with what publishing does to it. */
export interface PreviewedQuery {
  readonly query: PreviewQuery;
  readonly outcome: PreviewOutcome;
  /** Whether only the first rows were compared. */
  readonly isCut: boolean;
  /** Data versions of both sides, where they differ: differences may be those of the data, which stays a draft. */
  readonly dataVersions: { readonly production: string; readonly project: string } | undefined;
}

/** Runs a query on one side. Rejects if the service refuses it. */
type RunPreviewQuery = (query: PreviewQuery, side: PreviewSide, signal: AbortSignal) => Promise<PreviewTable>;

/** Runs queries in production and in a project, one after the other, and compares the answers. */
export async function previewPublishing(
  queries: readonly PreviewQuery[],
  run: RunPreviewQuery,
  signal: AbortSignal,
  onProgress: (done: number) => void = () => undefined,
): Promise<readonly PreviewedQuery[]> {
  const previewed: PreviewedQuery[] = [];
  for (const query of queries) {
    onProgress(previewed.length);
    previewed.push(await previewQuery(query, run, signal));
  }
  return previewed;
}

async function previewQuery(query: PreviewQuery, run: RunPreviewQuery, signal: AbortSignal): Promise<PreviewedQuery> {
  const [before, after] = await Promise.allSettled([run(query, "production", signal), run(query, "project", signal)]);
  signal.throwIfAborted();
  const tables = [before, after].flatMap((side) => (side.status === "fulfilled" ? [side.value] : []));
  const [production, project] = tables.map(({ dataVersions }) => dataVersions);
  return {
    query,
    outcome: outcomeOf(query, before, after),
    isCut: tables.some(({ isCut }) => isCut),
    dataVersions:
      production !== undefined && project !== undefined && production !== project ? { production, project } : undefined,
  };
}

function outcomeOf(
  { metrics }: PreviewQuery,
  before: PromiseSettledResult<PreviewTable>,
  after: PromiseSettledResult<PreviewTable>,
): PreviewOutcome {
  if (before.status === "rejected") {
    const kind = after.status === "rejected" ? "failing" : "mended";
    return { kind, message: failureText(before.reason) };
  }
  if (after.status === "rejected") {
    return { kind: "broken", message: failureText(after.reason) };
  }
  const cells = findChangedCells(before.value, after.value, metrics);
  return cells.length === 0 ? { kind: "untouched" } : { kind: "changed", cells };
}

type Table = Pick<PreviewTable, "columns" | "rows">;
type Cells = PreviewTable["rows"][number];

/** Returns the cells that differ between two answers to the same query. */
function findChangedCells(before: Table, after: Table, metrics: readonly string[] | undefined): readonly ChangedCell[] {
  if (metrics) {
    return compareRows(before, after, (place) => !metrics.includes(before.columns[place] ?? ""));
  }
  // The order of a list's equal rows is nobody's promise, so that rows are compared regardless of their places.
  const [one, other] = withoutEqualRows(before, after);
  const isSame = before.columns.map((_, place) => hasSameValues(one.rows, other.rows, place));
  return compareRows(one, other, (place) => !isSame.includes(true) || isSame[place] === true);
}

/** Compares rows by the columns that identify them; of several with the same values, the first with the first. */
function compareRows(before: Table, after: Table, identifies: (place: number) => boolean): readonly ChangedCell[] {
  const first = indexRows(before, identifies);
  const second = indexRows(after, identifies);
  const isKey = before.columns.map((_, place) => identifies(place));
  // If all columns are a row's identity, what differs is whether the row is there.
  const isWhole = !isKey.includes(false);
  return [...new Set([...first.keys(), ...second.keys()])].flatMap((key) => {
    const [one, other] = [first.get(key), second.get(key)];
    const row = (one ?? other ?? []).filter((_, place) => isKey[place]);
    return before.columns.flatMap((column, place) => {
      const cell = { before: cellAt(one, place), after: cellAt(other, place) };
      const isCompared = isWhole || !isKey[place];
      return isCompared && cell.before !== cell.after ? [{ row, column, place, ...cell }] : [];
    });
  });
}

function cellAt(cells: Cells | undefined, place: number): string | null | undefined {
  return cells && (cells[place] ?? null);
}

/** Rows by the text of what identifies them and, of equal ones, by how many came before. */
function indexRows({ rows }: Table, identifies: (place: number) => boolean): ReadonlyMap<string, Cells> {
  const seen = new Map<string, number>();
  return new Map(
    rows.map((cells) => {
      const text = JSON.stringify(cells.filter((_, place) => identifies(place)));
      const times = seen.get(text) ?? 0;
      seen.set(text, times + 1);
      return [`${text} ${times}`, cells];
    }),
  );
}

/** Leaves out of both tables the rows that both have, as often as both have them. */
function withoutEqualRows(before: Table, after: Table): readonly [Table, Table] {
  const counts = countTexts(after.rows);
  const takes = (cells: Cells) => {
    const text = JSON.stringify(cells);
    const left = counts.get(text) ?? 0;
    counts.set(text, left - 1);
    return left > 0;
  };
  const one = before.rows.filter((cells) => !takes(cells));
  // What is left of the counts are the rows that only the second table has.
  const rest = new Map([...counts].filter(([, count]) => count > 0));
  const other = after.rows.filter((cells) => {
    const left = rest.get(JSON.stringify(cells)) ?? 0;
    rest.set(JSON.stringify(cells), left - 1);
    return left > 0;
  });
  return [
    { ...before, rows: one },
    { ...after, rows: other },
  ];
}

function hasSameValues(one: readonly Cells[], other: readonly Cells[], place: number): boolean {
  const counts = countTexts(one.map((cells) => [cells[place] ?? null]));
  const others = countTexts(other.map((cells) => [cells[place] ?? null]));
  return counts.size === others.size && [...counts].every(([text, count]) => others.get(text) === count);
}

function countTexts(rows: readonly Cells[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cells of rows) {
    const text = JSON.stringify(cells);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Reads at most `maxRows` rows of an answer in JSON Lines, whose first line has the names of the columns. */
export async function readPreviewTable(
  body: AsyncIterable<Uint8Array>,
  maxRows: number,
): Promise<Pick<PreviewTable, "columns" | "rows" | "isCut">> {
  const decoder = new TextDecoder();
  const lines: (string | null)[][] = [];
  let rest = "";
  for await (const chunk of body) {
    const pieces = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = pieces.pop() ?? "";
    for (const piece of pieces) {
      if (lines.length > maxRows) {
        const [columns = [], ...rows] = lines;
        return { columns: columns.map(String), rows, isCut: true };
      }
      lines.push(readLine(piece));
    }
  }
  if (rest.trim() !== "") {
    lines.push(readLine(rest));
  }
  const [columns = [], ...rows] = lines;
  return { columns: columns.map(String), rows, isCut: false };
}

function readLine(line: string): (string | null)[] {
  const cells: unknown = JSON.parse(line);
  if (!Array.isArray(cells)) {
    throw new SyntaxError("The service answered a row that is no list.");
  }
  return cells.map((cell) => (cell === null ? null : typeof cell === "string" ? cell : JSON.stringify(cell)));
}

import { text as readText } from "node:stream/consumers";
import { openPromise } from "yauzl";
import { Database, quoteText } from "../../../../src/duckdb/database.ts";

/** The rows of a file of CSV or Parquet as DuckDB reads them, each value as text, null where it is missing. */
export async function readByDuckDb(path: string): Promise<Record<string, string | null>[]> {
  const rows = await query(`SELECT COLUMNS(*)::VARCHAR FROM ${sourceOf(path)}`);
  return rows as Record<string, string | null>[];
}

export async function countByDuckDb(path: string): Promise<number> {
  const [row] = await query(`SELECT count(*)::VARCHAR AS rows FROM ${sourceOf(path)}`);
  return Number(row?.["rows"]);
}

/** The sheets of an Excel workbook in their order, as XML. */
export async function readSheets(path: string): Promise<string[]> {
  const zip = await openPromise(path);
  const sheets = new Map<string, string>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.startsWith("xl/worksheets/")) {
      sheets.set(entry.fileName, await readText(await zip.openReadStreamPromise(entry)));
    }
  }
  return [...sheets.keys()]
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .map((name) => sheets.get(name) ?? "");
}

/** How many rows each sheet of a workbook of any size has, that of the names counted too. */
export async function countSheetRows(path: string): Promise<number[]> {
  const zip = await openPromise(path);
  const counts = new Map<string, number>();
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.startsWith("xl/worksheets/")) {
      let count = 0;
      let end = "";
      for await (const piece of await zip.openReadStreamPromise(entry)) {
        const text = end + piece;
        count += text.split("<row>").length - 1;
        end = text.slice(-4).match(/<(?:r(?:o(?:w)?)?)?$/)?.[0] ?? "";
      }
      counts.set(entry.fileName, count);
    }
  }
  return [...counts.keys()]
    .toSorted((one, other) => one.localeCompare(other, "en", { numeric: true }))
    .map((name) => counts.get(name) ?? 0);
}

/** What a sheet's cells say, row by row; numbers as they are written. */
export function cellsOfSheet(sheet: string): string[][] {
  return [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c(?: [^>]*)?(?:\/>|>(.*?)<\/c>)/gs)].map(([, cell = ""]) =>
      cell
        .replace(/<[^>]*>/g, "")
        .replaceAll("&quot;", '"')
        .replaceAll("&lt;", "<")
        .replaceAll("&amp;", "&"),
    ),
  );
}

function sourceOf(path: string): string {
  const name = quoteText(path);
  return path.endsWith(".parquet")
    ? `read_parquet(${name})`
    : `read_csv(${name}, all_varchar = true, max_line_size = 20000000)`;
}

async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const database = await Database.open(":memory:");
  try {
    return await database.use((connection) => connection.rows(sql));
  } finally {
    database.close();
  }
}

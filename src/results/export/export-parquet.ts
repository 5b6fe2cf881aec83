import { rm } from "node:fs/promises";
import { makeNamesUnique } from "../../base/unique-names.ts";
import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { ExportRequest } from "../../protocol/stored-results.ts";
import { findExactColumns } from "../columns/exact-columns.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";
import { moveFile } from "./export-file.ts";
import { arrangeExportRows, buildOrderBySql } from "./export-rows.ts";

/** Upper bound of the cells in a row group, because DuckDB holds a row group in memory until it is written. */
const cellsPerGroup = 500_000;
/** Rows of a row group: at most DuckDB's default, at least the smallest number that DuckDB accepts. */
const rowsPerGroup = { most: 122_880, least: 2_048 };

/**
 * Writes rows as Parquet and returns their number. Each column has a type that represents its values exactly. DuckDB
 * writes to `ownPath`, the only path that it has access to; then the file is moved to `path`.
 */
export async function exportParquet(
  connection: Connection,
  result: OpenResult,
  request: Pick<ExportRequest, "columns" | "view" | "rows">,
  path: string,
  temporaryPath: string,
  signal: AbortSignal,
): Promise<number> {
  const chosen = columnsAt(result, request.columns);
  const names = makeNamesUnique(
    chosen.map(({ column }) => column.name),
    { ignoresCase: true },
  );
  const columns = await findExactColumns(connection, result, request.columns, signal);
  const values = columns.map((column, index) => `${column.value("t")} AS ${quoteName(names[index] ?? column.name)}`);
  const rows = await arrangeExportRows(connection, result, request, signal);
  const count = rows.end - rows.first;
  const isEmpty = result.metadata.loadedSegments === 0 && result.metadata.rowCount === 0;
  const source = isEmpty
    ? `${quoteName(result.metadata.table)} AS t`
    : `${rows.ordered.from(rows.first, count)} ${buildOrderBySql(rows)}`;
  try {
    await connection.run(
      `COPY (SELECT ${values.join(", ")} FROM ${source}) TO ${quoteText(temporaryPath)} (FORMAT parquet, ROW_GROUP_SIZE ${groupSize(values.length)})`,
      [],
      signal,
    );
    await moveFile(temporaryPath, path);
  } finally {
    await rm(temporaryPath, { force: true });
  }
  return count;
}

function groupSize(columnCount: number): number {
  return Math.max(rowsPerGroup.least, Math.min(rowsPerGroup.most, Math.ceil(cellsPerGroup / columnCount)));
}

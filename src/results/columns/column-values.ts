import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { ColumnFilter } from "../../protocol/row-view.ts";
import type { ColumnValues } from "../../protocol/view-requests.ts";
import { buildShownTextSql } from "../model/column-storage.ts";
import { buildFilterConditions } from "../order/filter-sql.ts";
import { orDisplayName } from "../order/member-filter.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt } from "../view/result-rows.ts";

const maxValues = 200;
/** Maximum characters of a listed value; longer ones are of no use in a list. */
const maxValueLength = 1000;

/** Reads the most frequent values of a column, in the rows that match the given filters. */
export async function readColumnValues(
  connection: Connection,
  result: OpenResult,
  request: { readonly column: number; readonly filter: readonly ColumnFilter[]; readonly search: string },
  signal: AbortSignal,
): Promise<ColumnValues> {
  const [chosen] = columnsAt(result, [request.column]);
  const { metadata } = result;
  if (!chosen || metadata.rowCount === 0) {
    return { values: [], isCut: false };
  }
  await result.kinds.find(connection, signal, [request.column, ...request.filter.map(({ column }) => column)]);
  const shown = buildShownTextSql(chosen.column, chosen.position, "t");
  const conditions = await buildFilterConditions(connection, metadata, request.filter, signal);
  const contains = `contains(lower(v), lower(${quoteText(request.search)}))`;
  const isSearched = (name: string) => name.toLowerCase().includes(request.search.toLowerCase());
  const searched =
    request.search === ""
      ? `(v IS NULL OR length(v) <= ${maxValueLength})`
      : `${orDisplayName(contains, metadata, chosen.column, "v", isSearched)} AND length(v) <= ${maxValueLength}`;
  const rows = await connection.rows(
    `SELECT v, count(*) AS n FROM (SELECT ${shown} AS v FROM ${quoteName(metadata.table)} AS t WHERE ${conditions.join(" AND ")})
     WHERE ${searched} GROUP BY v ORDER BY n DESC, v NULLS FIRST LIMIT ${maxValues + 1}`,
    [],
    signal,
  );
  const values = rows.slice(0, maxValues).map((row) => ({
    value: typeof row["v"] === "string" ? row["v"] : null,
    rowCount: Number(row["n"]),
  }));
  return { values, isCut: rows.length > maxValues };
}

import type { Connection } from "../../duckdb/database.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import { type ResultFacts, summarize } from "../facts/result-facts.ts";
import { describeQuery, queryLines } from "../ingest/ingest-query.ts";
import type { ResultStore } from "./result-store.ts";
import { describeSqlFailure } from "./sql-failure.ts";

/**
 * Makes a result of the rows of a query over other results. A query that fails or is stopped on its way ends the result,
 * with the rows that came.
 */
export async function fillFromQuery(
  store: ResultStore,
  { resultId, label, query }: { readonly resultId: string; readonly label: string; readonly query: string },
  connection: Connection,
  signal: AbortSignal,
  note: (facts: ResultFacts) => void = () => undefined,
): Promise<ResultSummary> {
  const columns = await describeQuery(connection, query, signal);
  const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
  // Stopped too late for DuckDB to notice: a result of this id may have been asked for since.
  signal.throwIfAborted();
  const { facts, loader } = await store.begin({ resultId, format: "jsonLines", kinds, label });
  note(facts);
  try {
    for await (const bytes of queryLines(connection, query, columns, signal)) {
      loader?.accept(bytes);
      await loader?.drained;
      signal.throwIfAborted();
    }
    loader?.end();
  } catch (error) {
    if (signal.aborted) {
      loader?.cut("cancelled", "");
    } else {
      loader?.cut("failed", describeSqlFailure("Making the result", error).message);
    }
  }
  await loader?.finished;
  return summarize(facts);
}

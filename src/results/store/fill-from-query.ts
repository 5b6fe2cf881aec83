import { type Connection, isStatementRefusal } from "../../duckdb/database.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import { describeQuery, readQueryLines } from "../ingest/ingest-query.ts";
import { describeStorageFailure, ResultError } from "../model/result-error.ts";
import { type ResultMetadata, summarizeResult } from "../model/result-metadata.ts";
import type { ResultStore } from "./result-store.ts";

/**
 * Runs a query over other results and stores its rows as a new result. If the query fails or is cancelled, the new
 * result keeps the rows so far. `changeMetadata` receives the metadata of the new result before
 * its rows are written.
 */
export async function fillFromQuery(
  store: ResultStore,
  { resultId, label, query }: { readonly resultId: string; readonly label: string; readonly query: string },
  connection: Connection,
  signal: AbortSignal,
  changeMetadata: (metadata: ResultMetadata) => void = () => undefined,
): Promise<ResultSummary> {
  const columns = await describeQuery(connection, query, signal);
  const kinds = Object.fromEntries(columns.map(({ name, kind }) => [name, kind]));
  // Cancelled too late for DuckDB to notice; a result with this id may have been requested since.
  signal.throwIfAborted();
  const { metadata, loader } = await store.begin({ resultId, format: "jsonLines", kinds, label });
  changeMetadata(metadata);
  try {
    for await (const bytes of readQueryLines(connection, query, columns, signal)) {
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
  return summarizeResult(metadata);
}

/**
 * Converts a DuckDB error of a user's query to an error for the user. Keeps the message of DuckDB unless it could quote
 * values.
 */
export function describeSqlFailure(operation: string, error: unknown): ResultError {
  if (error instanceof ResultError) {
    return error;
  }
  const text = error instanceof Error ? error.message : "";
  const [kind = "", ...rest] = text.split(": ");
  if (isStatementRefusal(text)) {
    const detail = rest.join(": ").trim();
    return new ResultError(`${operation}: ${/[.!?]$/.test(detail) ? detail : `${detail}.`}`, {
      code: "badQuery",
      cause: error,
    });
  }
  if (/^(Conversion|Out of Range|Invalid Input) Error$/i.test(kind)) {
    return new ResultError(
      `${operation}: a value does not fit the type or function it is used with. Use TRY_CAST, or exclude such values with WHERE.`,
      { code: "badQuery", cause: error },
    );
  }
  if (/^Permission Error$/i.test(kind)) {
    return new ResultError(`${operation}: files and the network cannot be accessed from here.`, {
      code: "badQuery",
      cause: error,
    });
  }
  return describeStorageFailure(operation, error);
}

import { uniqueNames } from "../../base/unique-names.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { WorkRequests } from "../../protocol/result-work.ts";
import { exactColumns } from "../columns/exact-columns.ts";
import { describeQuery } from "../ingest/ingest-query.ts";
import { ResultError } from "../model/result-error.ts";
import { describeSqlFailure, fillFromQuery } from "../store/fill-from-query.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { checkScratch, findOpenResult, type ResultCall } from "./scratch-check.ts";

const answerView = "scratch_answer";

/** Creates a result from one SELECT over open results. Throws `badQuery` for any other text. */
export async function runScratch(
  store: ResultStore,
  { resultId, sql, open, label }: WorkRequests["scratch"]["params"],
  signal: AbortSignal,
): Promise<ResultSummary> {
  return store.use("Scratch query", async (connection) => {
    try {
      const [parsed] = await connection.rows("SELECT json_serialize_sql(?::VARCHAR) AS tree", [sql]);
      const calls = checkScratch(String(parsed?.["tree"]));
      const views = new Map<string, string>();
      for (const { name } of calls) {
        const named = findOpenResult(name, open);
        if (!views.has(named.resultId)) {
          const view = `scratch_${views.size}`;
          views.set(named.resultId, view);
          await createView(connection, await store.get(named.resultId), view, signal);
        }
      }
      const text = withViews(sql, calls, (name) => views.get(findOpenResult(name, open).resultId) ?? "");
      // In a statement of its own, so that a comment or semicolon at the end of the text does no harm.
      await connection.run(`CREATE TEMP VIEW ${answerView} AS ${text}`, [], signal);
      await describeQuery(connection, `SELECT * FROM ${answerView}`, signal);
    } catch (error) {
      signal.throwIfAborted();
      throw describeSqlFailure("Scratch query", error);
    }
    return fillFromQuery(store, { resultId, label, query: `SELECT * FROM ${answerView}` }, connection, signal);
  });
}

async function createView(
  connection: Connection,
  result: OpenResult,
  view: string,
  signal: AbortSignal,
): Promise<void> {
  const { metadata } = result;
  if (metadata.columns.length === 0 || (metadata.rowCount === 0 && metadata.state === "loading")) {
    throw new ResultError("Scratch query: a result that it reads has no rows yet. Wait until it has loaded.", {
      code: "badQuery",
    });
  }
  const positions = metadata.columns.map((_, position) => position);
  const columns = await exactColumns(connection, result, positions, signal);
  // SQL names are not case-sensitive.
  const names = uniqueNames(
    columns.map(({ name }) => name),
    { ignoresCase: true },
  );
  const values = columns.map((column, position) => `${column.value("t")} AS ${quoteName(names[position] ?? "")}`);
  await connection.run(
    `CREATE TEMP VIEW ${view} AS SELECT ${values.join(", ")} FROM ${quoteName(metadata.table)} AS t`,
  );
}

/** Replaces the calls of `result` by views. A call without an alias gets the name of the result as alias. */
function withViews(sql: string, calls: readonly ResultCall[], viewName: (name: string) => string): string {
  let bytes = Buffer.from(sql);
  for (const { offset, name, hasAlias } of [...calls].sort((one, other) => other.offset - one.offset)) {
    const rest = bytes.toString("utf8", offset);
    const call = /^"?result"?\s*\(\s*'(?:[^']|'')*'\s*\)/i.exec(rest)?.[0];
    if (call === undefined) {
      throw new ResultError("Scratch query: write a result as FROM result('name').", { code: "badQuery" });
    }
    const view = hasAlias ? viewName(name) : `${viewName(name)} AS ${quoteName(name)}`;
    bytes = Buffer.concat([bytes.subarray(0, offset), Buffer.from(view), Buffer.from(rest.slice(call.length))]);
  }
  return bytes.toString("utf8");
}

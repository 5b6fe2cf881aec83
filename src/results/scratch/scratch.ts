import { makeNamesUnique } from "../../base/unique-names.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import { type SyntaxNode, scopedNodes } from "../../duckdb/scoped-nodes.ts";
import type { ResultSummary } from "../../protocol/data-worker.ts";
import type { NamedResult, StoredResultWorkerRequests } from "../../protocol/stored-results.ts";
import { findExactColumns } from "../columns/exact-columns.ts";
import { describeQuery } from "../ingest/ingest-query.ts";
import { ResultError } from "../model/result-error.ts";
import { describeSqlFailure, fillFromQuery } from "../store/fill-from-query.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";

const answerView = "scratch_answer";

/** Runs one SELECT over the open results and stores its rows as a new result. Throws `badQuery` for any other text. */
export async function runScratch(
  store: ResultStore,
  { resultId, sql, open, label }: StoredResultWorkerRequests["scratch"]["params"],
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
  const columns = await findExactColumns(connection, result, positions, signal);
  // SQL names are not case-sensitive.
  const names = makeNamesUnique(
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

/** A call of `result('...')` in a query text. */
interface ResultCall {
  /** Offset in bytes. */
  readonly offset: number;
  /** Argument of `result('...')`: the name of the result, as written in the query. */
  readonly name: string;
  readonly hasAlias: boolean;
}

/** Table functions that read only their arguments. */
const plainTableFunctions = new Set(["unnest", "range", "generate_series"]);
/** Functions that reveal or change the state of the process. */
const refusedFunctions = new Set([
  "current_setting",
  "getenv",
  "getvariable",
  "nextval",
  "currval",
  "write_log",
  "in_search_path",
  "current_schemas",
]);

/**
 * Checks the syntax tree that DuckDB makes of a query text, given as JSON: it must be one SELECT that reads only
 * results and its own common table expressions. Returns the calls of `result`. Throws `badQuery` for any other text.
 */
function checkScratch(tree: string): readonly ResultCall[] {
  const {
    error,
    error_message: problem,
    statements,
  } = JSON.parse(tree) as {
    readonly error: boolean;
    readonly error_message?: string;
    readonly statements?: readonly SyntaxNode[];
  };
  if (error || !statements) {
    throw queryError(
      problem === undefined || /only select/i.test(problem)
        ? "only one SELECT can be run here; it can read results and nothing else"
        : problem,
    );
  }
  if (statements.length !== 1) {
    throw queryError(
      `one SELECT can be run at a time, and there are ${statements.length} statements. Select one of them`,
    );
  }
  return [...scopedNodes(statements[0])].flatMap(({ node, visible }) => checkNode(node, visible));
}

function checkNode(node: SyntaxNode, visible: ReadonlySet<string>): ResultCall[] {
  switch (node["type"]) {
    case "BASE_TABLE": {
      const name = String(node["table_name"]);
      const isNamed = node["schema_name"] === "" && node["catalog_name"] === "" && visible.has(name.toLowerCase());
      if (!isNamed) {
        throw queryError(`there is no table "${name}" here. Name an open result, such as FROM result('${name}')`);
      }
      return [];
    }
    case "CTE_NODE":
      // The DuckDB parser never creates this node at present; where its name is visible is not known here.
      throw queryError("this form of WITH cannot be used here");
    case "TABLE_FUNCTION":
      return checkTableFunction(node);
    case "SHOW_REF":
      throw queryError("only results can be read. Write a SELECT, such as FROM result('name')");
    case "FUNCTION": {
      const name = String(node["function_name"]).toLowerCase();
      if (refusedFunctions.has(name)) {
        throw queryError(`the function ${name} cannot be used here`);
      }
      return [];
    }
    default:
      return [];
  }
}

function checkTableFunction({ function: called, alias }: SyntaxNode): ResultCall[] {
  const call = called as SyntaxNode;
  const name = String(call["function_name"]).toLowerCase();
  if (plainTableFunctions.has(name) && call["schema"] === "") {
    return [];
  }
  if (name !== "result") {
    throw queryError(`the function ${name} cannot be used here: only results can be read, not files or the network`);
  }
  const [argument, ...others] = call["children"] as readonly SyntaxNode[];
  const value = (argument?.["value"] as SyntaxNode | undefined)?.["value"];
  if (argument?.["type"] !== "VALUE_CONSTANT" || typeof value !== "string" || others.length > 0) {
    throw queryError("a result is named by one string, such as FROM result('headcount')");
  }
  return [{ offset: Number(call["query_location"]), name: value, hasAlias: alias !== "" }];
}

function queryError(reason: string): ResultError {
  return new ResultError(`Scratch query: ${reason}.`, { code: "badQuery" });
}

/**
 * Finds an open result by id or else by title; if several have the same title, the latest. Throws `badQuery` when there
 * is none.
 */
function findOpenResult(name: string, open: readonly NamedResult[]): NamedResult {
  const folded = name.toLowerCase();
  const found =
    open.find(({ resultId }) => resultId === name) ??
    open.findLast(({ title }) => title === name) ??
    open.findLast(({ title }) => title.toLowerCase() === folded);
  if (found) {
    return found;
  }
  const titles = [...new Set(open.map(({ title }) => `'${title}'`))];
  const known = titles.length === 0 ? "No result is open: run a query first." : `Open are: ${titles.join(", ")}.`;
  throw new ResultError(`Scratch query: no open result is called '${name}'. ${known}`, { code: "badQuery" });
}

import { type SyntaxNode, scopedNodes } from "../../duckdb/scoped-nodes.ts";
import type { NamedResult } from "../../protocol/result-work.ts";
import { ResultError } from "../model/result-error.ts";

/** A call of `result('...')` in a query text. */
export interface ResultCall {
  /** Offset in bytes. */
  readonly offset: number;
  /** Name of the result, as given in the call. */
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
export function checkScratch(tree: string): readonly ResultCall[] {
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
export function findOpenResult(name: string, open: readonly NamedResult[]): NamedResult {
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

import type { Connection } from "../../duckdb/database.ts";
import { type SyntaxNode, scopedNodes } from "../../duckdb/scoped-nodes.ts";
import type { TranslatedStatement } from "../engine/spark/types/translated-statement.ts";
import { TableDataError } from "./table-data-error.ts";

const tableFunctions = new Set(["generate_series", "generate_subscripts", "json_each", "json_tree", "range", "unnest"]);
const refusedFunctions =
  /^(pragma_|duckdb_|read_|parquet_|sniff_|sql_|json_execute|json_serialize)|^(currval|current_setting|getenv|getvariable|glob|nextval|query|query_table|which_secret)$/;
/** Types of syntax nodes that are allowed in FROM besides tables and functions. */
const otherRelations = new Set(["EMPTY", "EXPRESSION_LIST", "JOIN", "PIVOT", "SUBQUERY", "CTE"]);

/**
 * Throws a TableDataError for a SELECT that reads anything other than `relations`. This is a second barrier behind the
 * translation. It allows only unqualified names, so that tables of other tenants cannot be read.
 */
export async function checkAllowedRelations(
  connection: Connection,
  sql: string,
  relations: ReadonlySet<string>,
): Promise<void> {
  const [row] = await connection.rows("SELECT json_serialize_sql(?::VARCHAR)::VARCHAR AS tree", [sql]);
  const tree = JSON.parse(String(row?.tree)) as { error: boolean; statements?: unknown[] };
  if (tree.error || tree.statements?.length !== 1) {
    throw accessError("the statement is not one query");
  }
  for (const { node, visible } of scopedNodes(tree)) {
    checkNode(node, (name) => relations.has(name) || visible.has(name));
  }
}

function checkNode(node: SyntaxNode, isKnown: (name: string) => boolean): void {
  if (node.type === "BASE_TABLE") {
    const name = String(node.table_name).toLowerCase();
    if (node.schema_name || node.catalog_name || !isKnown(name)) {
      throw accessError(`there is no table or input "${String(node.table_name)}"`);
    }
  } else if (node.type === "TABLE_FUNCTION") {
    const { function_name: name } = (node.function ?? {}) as SyntaxNode;
    if (!tableFunctions.has(String(name).toLowerCase())) {
      throw accessError(`${String(name)} cannot be used in FROM`);
    }
  } else if ("sample" in node && !otherRelations.has(String(node.type)) && !String(node.type).endsWith("_NODE")) {
    throw accessError(`${String(node.type)} cannot be used in FROM`);
  }
  if (node.class === "FUNCTION" && refusedFunctions.test(String(node.function_name).toLowerCase())) {
    throw accessError(`there is no function ${String(node.function_name)}`);
  }
}

function accessError(reason: string): TableDataError {
  return new TableDataError(`The SQL cannot run here: ${reason}.`);
}

/** Returns the SQL texts of a translated statement, each as a SELECT, for `checkAllowedRelations`. */
export function sqlTextsOf(statement: TranslatedStatement): string[] {
  switch (statement.kind) {
    case "query":
    case "insert":
      return [statement.sql];
    case "delete":
      return [selectOf([statement.where])];
    case "update":
      return [selectOf([statement.where, ...statement.assignments.map(({ sql }) => sql)])];
    case "merge":
      return [
        statement.source.sql,
        selectOf([
          statement.on,
          ...statement.clauses.flatMap(({ condition, action }) => [
            condition,
            ...(action.kind === "delete" ? [] : action.assignments.map(({ sql }) => sql)),
          ]),
        ]),
      ];
  }
}

function selectOf(expressions: readonly (string | undefined)[]): string {
  const present = expressions.filter((sql) => sql !== undefined).map((sql) => `(${sql})`);
  return `SELECT ${present.length === 0 ? "1" : present.join(", ")}`;
}

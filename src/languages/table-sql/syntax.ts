/** Exports of the table-source SQL parser that the embedded service and rehearsals on Spark use. */

export { findLineage } from "./names/lineage.ts";
export { summarizeSql } from "./sql-summary.ts";
export { lexSql } from "./syntax/lexer.ts";
export { parseSchema, parseSingleStatement } from "./syntax/parse-text.ts";
export type * from "./syntax/tree.ts";

/** Exports of the table-source SQL parser that the embedded service uses. */

export { findLineage } from "./names/lineage.ts";
export { summarizeSql } from "./sql-summary.ts";
export { parseSchema, parseSingleStatement } from "./syntax/parse-text.ts";
export type * from "./syntax/tree.ts";

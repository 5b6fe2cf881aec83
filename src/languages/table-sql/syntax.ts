/** The front door of table-source SQL: what the embedded service may use. */

export { findLineage } from "./names/lineage.ts";
export { summarizeSql } from "./sql-summary.ts";
export { parseSchema, parseText } from "./syntax/parse-text.ts";
export type * from "./syntax/tree.ts";

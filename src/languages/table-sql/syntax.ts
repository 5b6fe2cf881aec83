/** Public interface of table-source SQL for the embedded service. */

export { findLineage } from "./names/lineage.ts";
export { summarizeSql } from "./sql-summary.ts";
export { parseSchema, parseText } from "./syntax/parse-text.ts";
export type * from "./syntax/tree.ts";

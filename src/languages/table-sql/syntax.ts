/** The front door of table-source SQL: what the embedded service and the language server may use. */

export type { Fix, FixableProblem } from "../core/text/fix.ts";
export type { Origin } from "./column.ts";
export { createProblem, type DiagnosticCode, diagnostics } from "./diagnostics.ts";
export { type EngineDifference, engineDifferences } from "./engine-differences.ts";
export { findLineage, type Lineage, lineageOf } from "./lineage.ts";
export type { Schema } from "./names.ts";
export type { TableSqlOptions, TextForm } from "./options.ts";
export { type ParsedStatement, parseStatement } from "./parse-statement.ts";
export { readText, type TextPart } from "./read-text.ts";
export { type StatementText, splitStatements } from "./split-statements.ts";
export { readSqlFacts, type SqlFacts } from "./sql-facts.ts";
export { loadSchema, type TableView } from "./table-schema.ts";
export type { Statement, StatementVerb } from "./tree.ts";

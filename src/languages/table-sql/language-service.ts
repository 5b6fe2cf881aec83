import type { FixableProblem } from "../core/text/fix.ts";
import type { Span, TextEdit } from "../core/text/span.ts";
import { checkSqlText } from "./checks/check-text.ts";
import { completeSqlText } from "./completion/completion.ts";
import type { SqlCompletion } from "./completion/sql-suggestion.ts";
import { formatSqlText, unformattedStatements } from "./format.ts";
import type { SparkGrammar } from "./grammar/spark-grammar.ts";
import { findSqlDefinition, type SqlDefinitionTarget } from "./hover/definition.ts";
import { hoverSqlAt, type SqlHover } from "./hover/hover.ts";
import { type SqlSignatureHelp, sqlSignatureHelpAt } from "./hover/signature-help.ts";
import { findLineage, type SqlLineage } from "./names/lineage.ts";
import type { TableSqlOptions } from "./names/options.ts";

/**
 * Language features of table-source SQL. The text is a file, a query of a job, or the `query` or `joinFilter` of a
 * materialized view. Offsets are relative to that text.
 */
export interface TableSqlService {
  check(text: string, options: TableSqlOptions): Promise<readonly FixableProblem[]>;
  complete(text: string, offset: number, options: TableSqlOptions): Promise<SqlCompletion>;
  hover(text: string, offset: number, options: TableSqlOptions): Promise<SqlHover | undefined>;
  define(text: string, offset: number, options: TableSqlOptions): Promise<SqlDefinitionTarget | undefined>;
  lineage(text: string, options: TableSqlOptions): Promise<SqlLineage>;
  signatureHelp(text: string, offset: number): SqlSignatureHelp | undefined;
  /** Formats the statements that intersect a range. Without a range, formats the complete text. */
  format(text: string, range?: Span): TextEdit[];
  /** Returns the statements that are not formatted because of an error. */
  unformatted(text: string, range?: Span): readonly Span[];
}

/** Creates the language service. Its grammar is loaded when it is first used. */
export function createTableSqlService(loadGrammar: () => Promise<SparkGrammar>): TableSqlService {
  return {
    check: async (text, options) => await checkSqlText(text, await loadGrammar(), options),
    complete: async (text, offset, options) => await completeSqlText(text, offset, await loadGrammar(), options),
    hover: hoverSqlAt,
    define: findSqlDefinition,
    lineage: findLineage,
    signatureHelp: sqlSignatureHelpAt,
    format: formatSqlText,
    unformatted: unformattedStatements,
  };
}

/**
 * Returns a function that loads the SQL grammar from a separate bundle at its first call. Later calls return the same
 * grammar.
 */
export function createGrammarLoader(): () => Promise<SparkGrammar> {
  let loading: Promise<SparkGrammar> | undefined;
  return () => {
    loading ??= import("./grammar/spark-grammar.ts").then(({ createSparkGrammar }) => createSparkGrammar());
    return loading;
  };
}

import type { TextFix } from "../../core/text/fix.ts";
import { createProblemFactory, type DiagnosticTemplates } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";

/**
 * Severities and messages of all problems of table-source SQL (sql-like-language 13), by problem code. The codes are
 * not part of the specification.
 */
const diagnostics = {
  TS101: { severity: "error", message: "The string is not closed." },
  TS102: { severity: "error", message: "The comment is not closed." },
  TS103: { severity: "error", message: "The back quote is not closed." },
  TS201: { severity: "error", message: "`{found}` is not allowed here.{expected}" },
  TS202: { severity: "error", message: "{what} is expected after `{after}`." },
  TS203: { severity: "error", message: "`(` is not closed." },
  TS204: { severity: "error", message: "The statement is not complete.{expected}" },
  TS205: { severity: "error", message: "The statement is nested too deeply; split it up with WITH." },
  TS206: { severity: "error", message: "`)` has no matching `(`." },
  TS207: { severity: "error", message: "Spark 3.5 has no `* EXCEPT`; list the columns to keep." },
  TS208: { severity: "error", message: "`CASE` has no END." },
  TS209: { severity: "error", message: "The statement is empty." },
  TS210: { severity: "error", message: "A second statement begins here, but only one can be run." },
  TS301: { severity: "error", message: "There is no table source{view} named `{name}`.{suggestion}" },
  TS302: { severity: "error", message: "{owner} column `{name}`.{suggestion}" },
  TS303: {
    severity: "error",
    message: "`{name}` is ambiguous: {owners} have this column. Qualify it with one of them.",
  },
  TS304: { severity: "error", message: "`{name}` is neither a table nor an alias of this query.{suggestion}" },
  TS305: { severity: "warning", message: "Spark has no function `{name}`.{suggestion}" },
  TS306: { severity: "error", message: "`{name}` cannot be used here{owners}." },
  TS307: { severity: "error", message: "This WITH defines `{name}` twice." },
  TS308: { severity: "error", message: "There is no window `{name}` in this statement.{suggestion}" },
  TS401: { severity: "error", message: "`{name}` is not a SQL column; compare the primary timestamp, `{column}`." },
  TS402: { severity: "error", message: "`{name}` is not a SQL column{reason}." },
  TS501: {
    severity: "error",
    message:
      "`{head}` is refused: table sources are created, changed and deleted by operations of the service, not by SQL.",
  },
  TS502: { severity: "error", message: "`{head}` is refused: a job may query, insert, update, delete and merge." },
  TS503: { severity: "error", message: "A materialized view is defined by one query, not by `{head}`." },
  TS601: { severity: "information", message: "On the embedded DuckDB: {difference}" },
} as const satisfies DiagnosticTemplates;

export const createSqlProblem = createProblemFactory(diagnostics);

/** Returns one alternative quick fix for each replacement of a text. */
export function createReplacementFixes({ start, end }: Span, texts: readonly string[]): TextFix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text }] }));
}

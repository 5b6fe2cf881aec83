import type { Fix } from "../../core/text/fix.ts";
import { type Diagnostics, problemMaker } from "../../core/text/problem.ts";
import type { Span } from "../../core/text/span.ts";

/** Every diagnostic of table-source SQL (sql-like-language 13); the codes are ours. */
const diagnostics = {
  TS101: { severity: "error", message: "The string is not closed." },
  TS102: { severity: "error", message: "The comment is not closed." },
  TS103: { severity: "error", message: "The back quote is not closed." },
  TS201: { severity: "error", message: "`{found}` is not allowed here.{expected}" },
  TS202: { severity: "error", message: "{what} is expected after `{after}`." },
  TS203: { severity: "error", message: "`(` is not closed." },
  TS204: { severity: "error", message: "The statement is not complete.{expected}" },
  TS205: { severity: "error", message: "The statement is nested too deeply to be read; split it with WITH." },
  TS206: { severity: "error", message: "`)` closes nothing." },
  TS207: { severity: "error", message: "Spark 3.5 has no `* EXCEPT`; name the columns to keep." },
  TS208: { severity: "error", message: "`CASE` has no END." },
  TS209: { severity: "error", message: "The statement is empty." },
  TS210: { severity: "error", message: "A second statement begins here, and only one is run." },
  TS301: { severity: "error", message: "There is no table source{view} `{name}`.{suggestion}" },
  TS302: { severity: "error", message: "{owner} column `{name}`.{suggestion}" },
  TS303: { severity: "error", message: "`{name}` is a column of {owners}; write whose it is." },
  TS304: { severity: "error", message: "`{name}` is neither a table nor an alias of this query.{suggestion}" },
  TS305: { severity: "warning", message: "Spark has no function `{name}`.{suggestion}" },
  TS306: { severity: "error", message: "`{name}` cannot be used here{owners}." },
  TS307: { severity: "error", message: "`{name}` is defined twice by this WITH." },
  TS308: { severity: "error", message: "There is no window `{name}` in this statement.{suggestion}" },
  TS401: { severity: "error", message: "`{name}` is not a SQL column; compare the primary timestamp, `{column}`." },
  TS402: { severity: "error", message: "`{name}` is not a SQL column{reason}." },
  TS501: {
    severity: "error",
    message: "`{head}` is refused: table sources are created, changed and removed by their operations, not by SQL.",
  },
  TS502: { severity: "error", message: "`{head}` is refused: a job may query, insert, update, delete and merge." },
  TS503: { severity: "error", message: "A materialized view is defined by one query, not by `{head}`." },
  TS601: { severity: "information", message: "On the embedded DuckDB: {difference}" },
} as const satisfies Diagnostics;

export const createProblem = problemMaker(diagnostics);

/** One fix for each name that may have been meant. */
export function replacements({ start, end }: Span, texts: readonly string[]): Fix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text }] }));
}

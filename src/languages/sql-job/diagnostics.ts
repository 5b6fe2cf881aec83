import { jsonFileDiagnostics } from "../core/json/form-diagnostics.ts";
import { createProblemFactory, type DiagnosticTemplates } from "../core/text/problem.ts";

/**
 * Severities and messages of all problems of SQL job files (sql-like-language 13.2 and 13.3), by problem code. The
 * codes are not part of the specification.
 */
export const sqlJobDiagnostics = {
  SJ001: jsonFileDiagnostics["001"],
  SJ002: jsonFileDiagnostics["002"],
  SJ003: jsonFileDiagnostics["003"],
  SJ004: jsonFileDiagnostics["004"],
  SJ005: jsonFileDiagnostics["005"],
  SJ006: jsonFileDiagnostics["006"],
  SJ007: jsonFileDiagnostics["007"],
  SJ008: jsonFileDiagnostics["008"],
  SJ009: jsonFileDiagnostics["009"],
  SJ101: { severity: "warning", message: "`{ending}` has ended the transaction: only `process` may follow." },
  SJ102: { severity: "warning", message: "An action takes one statement; this has {count}. Write an action for each." },
  SJ201: { severity: "error", message: "`{table}` is written, but is not in `tablesToModify`." },
  SJ202: { severity: "error", message: "There is no table source{input} `{name}`.{suggestion}" },
  SJ203: { severity: "error", message: "`{owner}` has no column `{name}`.{suggestion}" },
  SJ204: { severity: "error", message: "`{name}` is an input of the job; only a table source can be written." },
  SJ205: { severity: "error", message: "This takes the unique id of a table source; `{name}` is a name in SQL." },
  SJ206: { severity: "error", message: "This takes a name in SQL; `{id}` is the unique id of `{name}`." },
  SJ301: {
    severity: "warning",
    message: "In SQL `{id}` now means this input: it hides the table source of that name.",
  },
  SJ302: { severity: "error", message: "An input has `filename` or `filenames`, never both." },
  SJ303: { severity: "error", message: "An input names its file in `filename`, or several in `filenames`." },
  SJ304: { severity: "error", message: "Another input is called `{id}` too." },
  SJ305: { severity: "error", message: "With several tenants an input says how it is distributed." },
  SJ306: { severity: "error", message: "`DISTRIBUTE_ROWS` needs `tenantCodeColumn`." },
  SJ307: { severity: "warning", message: "`tenantCodeColumn` counts only with `DISTRIBUTE_ROWS`." },
  SJ308: { severity: "warning", message: "`uploads` has no file that is uploaded as `{filename}`.{suggestion}" },
  SJ309: { severity: "error", message: "Another file is uploaded as `{filename}` too." },
  SJ310: { severity: "warning", message: "No input reads `{filename}`." },
  SJ311: {
    severity: "warning",
    message: "`{table}` has no column `{column}`, which `{input}` has: its values are not stored.{suggestion}",
  },
  SJ312: { severity: "warning", message: "`{input}` lacks {columns} of `{table}`: empty in its rows." },
  SJ401: { severity: "error", message: "Another output is called `{filename}` too." },
  SJ402: { severity: "error", message: "The job has no output `{filename}`.{suggestion}" },
  SJ501: { severity: "error", message: "A {what} has {limit} characters at most; this has {length}." },
  SJ601: { severity: "error", message: "There is no file `{path}`." },
  SJ602: {
    severity: "warning",
    message: "`{path}` leads out of the workspace folder: a run takes it only when you choose the file in a dialog.",
  },
  SJ603: { severity: "error", message: "`{path}` is not a file name." },
} as const satisfies DiagnosticTemplates;

export const createSqlJobProblem = createProblemFactory(sqlJobDiagnostics);

import {
  createProblemFactory,
  type DiagnosticTemplates,
  type PlaceholderValues,
  type Problem,
} from "../../core/text/problem.ts";

/**
 * All diagnostics of the SQL-like language by code (sql-like-language 15). SL311, SL708 and SL8xx are additions of this
 * project, for sections 1.1, 2.6, 4.2 and 11.4.
 */
export const queryDiagnostics = {
  SL101: { severity: "error", message: "The string is not closed." },
  SL102: { severity: "error", message: "`{text}` is not known to the language.{hint}" },
  SL103: { severity: "error", message: "Names are not quoted: write `{name}`." },
  SL104: { severity: "error", message: "Equality is one sign: write `=`." },
  SL201: { severity: "error", message: "{expected} is expected here{found}." },
  SL202: { severity: "error", message: "FROM is missing: name the object to query." },
  SL203: { severity: "error", message: "A comma is missing before `{name}`." },
  SL204: { severity: "error", message: "`(` is not closed." },
  SL205: { severity: "warning", message: "A label follows AS: write `AS {label}`." },
  SL206: { severity: "error", message: "{expected} is expected after {after}." },
  SL207: { severity: "error", message: "One request carries one statement: remove what follows the first `;`." },
  SL301: { severity: "error", message: "`{object}` has no `{name}`.{suggestion}" },
  SL302: { severity: "error", message: "`{name}` is a metric; write it as a call, `{name}()`." },
  SL303: { severity: "error", message: "`{name}` is not a subject or event of the model.{suggestion}" },
  SL304: { severity: "error", message: "Unknown {what} `{name}`.{suggestion}" },
  SL305: { severity: "error", message: "`{name}` is not on `{object}`{reached}." },
  SL306: { severity: "error", message: "`{name}` belongs to `{owner}`, not to `{object}`." },
  SL307: { severity: "error", message: "`{dimension}` has no level `{level}`; its levels are {levels}." },
  SL308: { severity: "error", message: "`{dimension}` is a range dimension and has no levels; write it alone." },
  SL309: { severity: "error", message: "`{name}` is not a reference of `{object}`.{suggestion}" },
  SL310: { severity: "error", message: "`{name}` is a {what}; {advice}." },
  SL311: { severity: "information", message: "`{name}` is an overlay; the service may not take it in FROM." },
  SL401: { severity: "error", message: "`{name}` is a {type}; compare it with {example}." },
  SL402: { severity: "error", message: "`{name}` is a concept; compare it with TRUE or FALSE." },
  SL403: { severity: "error", message: "`{text}` is not a date.{suggestion}" },
  SL404: { severity: "error", message: "Unknown unit `{name}`; use {suggestion}." },
  SL405: { severity: "error", message: "The number of {what} must be 1 or more, in digits." },
  SL406: { severity: "error", message: "`{name}` takes {takes}." },
  SL407: { severity: "warning", message: "`{dimension}` has {what} `{member}`{suggestion}." },
  SL501: { severity: "warning", message: "No time filter; the latest month of data will be used." },
  SL502: { severity: "warning", message: "No time filter; the latest month of data will be used." },
  SL503: { severity: "error", message: "An aggregate query needs periods, not a range." },
  SL504: { severity: "error", message: "A list query needs a range, not periods." },
  SL505: { severity: "information", message: "In a list query `{name}` is the effective date of each row." },
  SL506: { severity: "error", message: "The range ends before it starts; its end is exclusive." },
  SL507: { severity: "error", message: "The time filter must stand alone at the top of WHERE, not under OR or NOT." },
  SL508: { severity: "error", message: "Only one time filter is allowed." },
  SL509: { severity: "error", message: "Time takes IN periods(…) or BETWEEN." },
  SL510: { severity: "warning", message: "Several metrics have no cell set; ask for the result as a table." },
  SL601: { severity: "error", message: "There is no {clause} here. {substitute}" },
  SL602: { severity: "error", message: "{what} in the text; use a metric{suggestion}." },
  SL603: { severity: "error", message: "`*` is not available; name the columns." },
  SL604: { severity: "error", message: "A filter cannot hold {what}. {advice}" },
  SL701: { severity: "hint", message: "Written `{name}` in the model." },
  SL702: { severity: "information", message: "Compare the concept: `{name} = TRUE`." },
  SL703: { severity: "information", message: "Write the id of the level in place of its depth{suggestion}." },
  SL704: { severity: "warning", message: "Two columns have the label `{label}`." },
  SL705: { severity: "information", message: "`{name}` has several values, so that a row may come several times." },
  SL706: { severity: "hint", message: "Write the member with its path, `{path}`." },
  SL707: { severity: "warning", message: "`{name}` is the name of an older edition; write `{now}`." },
  SL708: { severity: "hint", message: "Write `!=`." },
  SL801: { severity: "warning", message: "`{name}` is not an option of {owner}.{suggestion}" },
  SL802: { severity: "warning", message: "`{name}` takes {takes}." },
  SL803: { severity: "warning", message: "{kind} ignores `{name}`." },
  SL804: { severity: "warning", message: "`{name}` is not read: an object of JSON is expected after it." },
  SL805: { severity: "warning", message: "`omitHeader` needs `queryMode` FILL or FAIL." },
} as const satisfies DiagnosticTemplates;

export type DiagnosticCode = keyof typeof queryDiagnostics;

/** Arguments for the placeholders in a diagnostic's message; empty for a message without placeholders. */
export type MessageValues<Code extends DiagnosticCode> = PlaceholderValues<(typeof queryDiagnostics)[Code]["message"]>;

export const createQueryProblem = createProblemFactory(queryDiagnostics);

/** Returns the problem with suggested texts that may replace its span. */
export function withReplacements(problem: Problem, replacements: readonly string[]): Problem {
  return replacements.length > 0 ? { ...problem, replacements } : problem;
}

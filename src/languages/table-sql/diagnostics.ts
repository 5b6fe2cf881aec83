import type { Problem, Severity } from "../core/problem.ts";
import type { Span } from "../core/span.ts";
import type { TextEdit } from "../core/text-edit.ts";

interface Diagnostic {
  readonly severity: Severity;
  /** Text with `{name}` where a value stands. */
  readonly message: string;
}

/** Every diagnostic of table-source SQL (sql-like-language 13); the codes are ours. */
export const diagnostics = {
  TS101: { severity: "error", message: "The string is not closed." },
  TS102: { severity: "error", message: "The comment is not closed." },
  TS103: { severity: "error", message: "The back quote is not closed." },
  TS201: { severity: "error", message: "`{found}` cannot stand here.{expected}" },
  TS202: { severity: "error", message: "{what} is expected after `{after}`." },
  TS203: { severity: "error", message: "`(` is not closed." },
  TS204: { severity: "error", message: "The statement is not complete.{expected}" },
  TS205: { severity: "error", message: "The statement is nested too deeply to be read." },
  TS206: { severity: "error", message: "`)` closes nothing." },
  TS301: { severity: "error", message: "There is no table source{view} `{name}`.{suggestion}" },
  TS302: { severity: "error", message: "{owner} has no column `{name}`.{suggestion}" },
  TS303: { severity: "error", message: "`{name}` is a column of {owners}; write whose it is." },
  TS304: { severity: "error", message: "`{name}` is neither a table nor an alias of this query.{suggestion}" },
  TS305: { severity: "warning", message: "Spark has no function `{name}`.{suggestion}" },
  TS401: { severity: "error", message: "`{name}` is no column of SQL; compare the primary timestamp, `{column}`." },
  TS402: { severity: "error", message: "`{name}` is no column of SQL{reason}." },
  TS501: {
    severity: "error",
    message: "`{head}` is refused: table sources are created, changed and removed by their operations, not by SQL.",
  },
  TS502: { severity: "error", message: "`{head}` is refused: a job may query, insert, update, delete and merge." },
  TS503: { severity: "error", message: "A materialized view is defined by one query, not by `{head}`." },
  TS601: { severity: "information", message: "On the embedded DuckDB: {difference}" },
} as const satisfies Readonly<Record<string, Diagnostic>>;

export type DiagnosticCode = keyof typeof diagnostics;

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

type ValuesOf<Code extends DiagnosticCode> = Placeholders<(typeof diagnostics)[Code]["message"]>;

/** The values of a message; a message without any takes none. */
export type MessageValues<Code extends DiagnosticCode> = [ValuesOf<Code>] extends [never]
  ? []
  : [values: Readonly<Record<ValuesOf<Code>, string>>];

/** A change of the text that ends a problem. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

export interface TableSqlProblem extends Problem {
  /** The likeliest first. */
  readonly fixes?: readonly Fix[];
}

/** A problem by its row of the table. */
export function createProblem<Code extends DiagnosticCode>(
  code: Code,
  { start, end }: Span,
  ...[values]: MessageValues<Code>
): TableSqlProblem {
  const { severity, message } = diagnostics[code];
  const texts: Readonly<Record<string, string>> = values ?? {};
  return { code, severity, message: message.replace(/\{(\w+)\}/g, (_, name: string) => texts[name] ?? ""), start, end };
}

/** One fix for each name that may have been meant. */
export function replacements({ start, end }: Span, texts: readonly string[]): Fix[] {
  return texts.map((text) => ({ title: `Replace with ${text}`, edits: [{ start, end, text }] }));
}

/** ` Did you mean ...?` for one or more names, nothing for none. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${listNames(names, "or")}?` : "";
}

export function listNames(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length > 0 ? `${quoted.join(", ")} ${word} ${last}` : last;
}

import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** Something to say about a stretch of a text. */
export interface Problem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Names or values that may stand in its place, without quotes, the likeliest first. */
  readonly replacements?: readonly string[];
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** What a language says in a case. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Text with `{name}` where a value stands. */
  readonly message: string;
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Every diagnostic of a language, by its code. */
export type Diagnostics = Readonly<Record<string, Diagnostic>>;

/** The values of a message; a message without any takes none. */
export type ValuesOf<Message extends string> = [Placeholders<Message>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Message>, string>>];

/** What makes the problems of a language, each by its row of the table and with the values that its message takes. */
export function problemMaker<Table extends Diagnostics>(diagnostics: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    span: Span,
    ...[values]: ValuesOf<Table[Code]["message"]>
  ): Problem => problemOf(code, diagnostics[code] as Diagnostic, span, values);
}

/** A problem by a row of a language's table. */
export function problemOf(
  code: string,
  { severity, message }: Diagnostic,
  { start, end }: Span,
  values?: Readonly<Record<string, string>>,
): Problem {
  const filled = values ? message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") : message;
  return { code, severity, message: filled, start, end };
}

import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** Problem in a span of a text. */
export interface Problem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Names or values that may replace the span's text, without quotes, most likely first. */
  readonly replacements?: readonly string[];
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** Severity and message of one kind of problem. */
export interface Diagnostic {
  readonly severity: Severity;
  /** Message text with `{name}` placeholders. */
  readonly message: string;
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Diagnostics of a language by code. */
export type Diagnostics = Readonly<Record<string, Diagnostic>>;

/** Values for the placeholders of a message; a message without placeholders takes none. */
export type ValuesOf<Message extends string> = [Placeholders<Message>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Message>, string>>];

/** Creates the function that makes a language's problems from its table of diagnostics. */
export function problemMaker<Table extends Diagnostics>(diagnostics: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    span: Span,
    ...[values]: ValuesOf<Table[Code]["message"]>
  ): Problem => problemOf(code, diagnostics[code] as Diagnostic, span, values);
}

/** Creates a problem from one diagnostic. */
export function problemOf(
  code: string,
  { severity, message }: Diagnostic,
  { start, end }: Span,
  values?: Readonly<Record<string, string>>,
): Problem {
  const filled = values ? message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") : message;
  return { code, severity, message: filled, start, end };
}

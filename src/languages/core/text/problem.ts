import type { Span } from "./span.ts";

export type Severity = "error" | "warning" | "information" | "hint";

/** A problem found in a text, with the span that it concerns. */
export interface Problem extends Span {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Unquoted names or values that could replace the text at the problem, most likely first. */
  readonly replacements?: readonly string[];
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(({ severity }) => severity === "error");
}

/** Severity and message template of one kind of problem. */
export interface DiagnosticTemplate {
  readonly severity: Severity;
  /** Message template with `{name}` placeholders. */
  readonly message: string;
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Severities and message templates of all problems of a language, by problem code. */
export type DiagnosticTemplates = Readonly<Record<string, DiagnosticTemplate>>;

/** Values for the placeholders of a message template. Empty for a template without placeholders. */
export type PlaceholderValues<Message extends string> = [Placeholders<Message>] extends [never]
  ? []
  : [values: Readonly<Record<Placeholders<Message>, string>>];

/** Returns a function that creates problems of one language from its table of severities and message templates. */
export function createProblemFactory<Table extends DiagnosticTemplates>(diagnostics: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    span: Span,
    ...[values]: PlaceholderValues<Table[Code]["message"]>
  ): Problem => createProblemFromTemplate(code, diagnostics[code] as DiagnosticTemplate, span, values);
}

/** Creates a problem from a severity and message template. */
export function createProblemFromTemplate(
  code: string,
  { severity, message }: DiagnosticTemplate,
  { start, end }: Span,
  values?: Readonly<Record<string, string>>,
): Problem {
  const filled = values ? message.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "") : message;
  return { code, severity, message: filled, start, end };
}

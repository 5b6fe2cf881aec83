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

export function isError(problem: Problem | undefined): boolean {
  return problem?.severity === "error";
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some(isError);
}

/** Counter of the errors in a growing list of problems, which looks at each problem once. */
export class ErrorLimit {
  readonly #problems: Problem[];
  readonly #maxErrors: number;
  #counted = 0;
  #errors = 0;

  constructor(problems: Problem[], maxErrors = Number.POSITIVE_INFINITY) {
    this.#problems = problems;
    this.#maxErrors = maxErrors;
  }

  /** Returns whether the list has as many errors as are wanted. Problems of other severities do not count. */
  isReached(): boolean {
    for (; this.#counted < this.#problems.length; this.#counted++) {
      this.#errors += isError(this.#problems[this.#counted]) ? 1 : 0;
    }
    return this.#errors >= this.#maxErrors;
  }

  /** Removes the problems from an index on, which no longer count then. */
  removeFrom(index: number): void {
    const removed = this.#problems.splice(index);
    // Those at the end may not have been counted yet.
    const counted = Math.max(0, this.#counted - index);
    this.#errors -= removed.slice(0, counted).filter(isError).length;
    this.#counted -= counted;
  }
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

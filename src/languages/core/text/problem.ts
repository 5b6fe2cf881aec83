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

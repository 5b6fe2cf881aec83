import type { Problem } from "./problem.ts";
import type { TextEdit } from "./text-edit.ts";

/** A change of the text that ends a problem. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

export interface FixableProblem extends Problem {
  /** The likeliest first. */
  readonly fixes?: readonly Fix[];
}

export function withFixes(problem: FixableProblem, fixes: readonly Fix[]): FixableProblem {
  return fixes.length > 0 ? { ...problem, fixes } : problem;
}

import type { Problem } from "./problem.ts";
import { applyEdits, type TextEdit } from "./span.ts";

/** Text change that resolves a problem. */
export interface Fix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

export interface FixableProblem extends Problem {
  /** Most likely first. */
  readonly fixes?: readonly Fix[];
}

export function withFixes(problem: FixableProblem, fixes: readonly Fix[]): FixableProblem {
  return fixes.length > 0 ? { ...problem, fixes } : problem;
}

/** Filters fixes to those that resolve their problem and cause no new error. */
export async function proveFixes(
  text: string,
  problem: FixableProblem,
  problems: readonly FixableProblem[],
  check: (text: string) => Promise<readonly FixableProblem[]>,
): Promise<FixableProblem> {
  const { fixes = [], ...bare } = problem;
  const proved: Fix[] = [];
  for (const fix of fixes) {
    if (helps(problem.code, problems, await check(applyEdits(text, fix.edits)))) {
      proved.push(fix);
    }
  }
  return { ...bare, fixes: proved };
}

function helps(code: string, before: readonly FixableProblem[], after: readonly FixableProblem[]): boolean {
  const errors = new Set(after.filter(({ severity }) => severity === "error").map((problem) => problem.code));
  return (
    countOf(code, after) < countOf(code, before) &&
    [...errors].every((one) => countOf(one, after) <= countOf(one, before))
  );
}

function countOf(code: string, problems: readonly FixableProblem[]): number {
  return problems.filter((problem) => problem.code === code).length;
}

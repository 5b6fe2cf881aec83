import type { Problem } from "./problem.ts";
import { applyEdits, type TextEdit } from "./text-edit.ts";

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

/** The fixes of a problem after each of which the problem is gone, and no error has come in its place. */
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

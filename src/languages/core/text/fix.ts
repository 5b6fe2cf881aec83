import type { Problem } from "./problem.ts";
import { applyEdits, type TextEdit } from "./span.ts";

/** A quick fix: edits of a text that resolve a problem. */
export interface TextFix {
  readonly title: string;
  readonly edits: readonly TextEdit[];
}

export interface FixableProblem extends Problem {
  /** Quick fixes for the problem, most likely first. */
  readonly fixes?: readonly TextFix[];
}

export function addFixes(problem: FixableProblem, fixes: readonly TextFix[]): FixableProblem {
  return fixes.length > 0 ? { ...problem, fixes } : problem;
}

/** Returns only the quick fixes that resolve their problem without causing new errors. */
export async function keepEffectiveFixes(
  text: string,
  problem: FixableProblem,
  problems: readonly FixableProblem[],
  check: (text: string) => Promise<readonly FixableProblem[]>,
): Promise<FixableProblem> {
  const { fixes = [], ...bare } = problem;
  const proved: TextFix[] = [];
  for (const fix of fixes) {
    const after = await check(applyEdits(text, fix.edits));
    if (resolvesProblems(problems, after, [problem.code]) && !hasNewErrors(problems, after)) {
      proved.push(fix);
    }
  }
  return { ...bare, fixes: proved };
}

/**
 * Whether an edit resolves problems of the given codes: for each code, the text has fewer problems than before by at
 * least the number of times the code is listed.
 */
export function resolvesProblems(
  before: readonly Problem[],
  after: readonly Problem[],
  codes: readonly string[],
): boolean {
  return codes.every(
    (code) => countOf(code, after) <= countOf(code, before) - codes.filter((other) => other === code).length,
  );
}

/** Whether a text has more errors of any code than before an edit. */
export function hasNewErrors(before: readonly Problem[], after: readonly Problem[]): boolean {
  return after.some(({ severity, code }) => severity === "error" && countOf(code, after) > countOf(code, before));
}

function countOf(code: string, problems: readonly Problem[]): number {
  return problems.filter((problem) => problem.code === code).length;
}

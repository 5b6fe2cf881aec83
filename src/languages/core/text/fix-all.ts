import { type FixableProblem, hasNewErrors, resolvesProblems, type TextFix } from "./fix.ts";
import { applyEdits, type Span, type TextEdit } from "./span.ts";

/** A quick fix that is safe to apply without review, with the code of the problem that it resolves. */
export interface ObviousFix extends Pick<TextFix, "edits"> {
  readonly code: string;
}

/** Finds and verifies quick fixes for texts of one language. */
interface FixFinder {
  /** Counts all problems of a text and finds the quick fixes that need no review. */
  find(text: string): Promise<{ readonly problemCount: number; readonly fixes: readonly ObviousFix[] }>;
  /**
   * Whether an edited text resolves problems of the given codes. It must have no new errors, and for each code fewer
   * problems by at least the number of times the code is listed.
   */
  proves(text: string, edited: string, codes: readonly string[]): Promise<boolean>;
  readonly isCancelled: () => boolean;
}

export interface FixedText {
  /** Edits that apply the fixes, with offsets in the original text. */
  readonly edits: readonly TextEdit[];
  /** Number of problems that were fixed in the text. */
  readonly fixed: number;
  /** Number of problems that remain in the fixed text. */
  readonly left: number;
}

/**
 * Maximum number of rounds in which fixes are applied. Another round is needed if a fix reveals a further problem, such
 * as a misspelled property of an object whose name was misspelled as well.
 */
const mostRounds = 4;

/** Applies all verified quick fixes that need no review. Fixes that overlap are applied in later rounds. */
export async function fixAll(text: string, finder: FixFinder): Promise<FixedText> {
  let current = text;
  let edits: readonly TextEdit[] = [];
  let applied = 0;
  let firstCount = 0;
  for (let round = 0; ; round++) {
    const { problemCount, fixes } = await finder.find(current);
    firstCount = round === 0 ? problemCount : firstCount;
    const proved = round < mostRounds ? await combineFixes(current, fixes, finder) : [];
    if (proved.length === 0) {
      // One fix can resolve several problems, and reveal others.
      return { edits, fixed: Math.max(applied, applied && firstCount - problemCount), left: problemCount };
    }
    const added = proved.flatMap((fix) => fix.edits);
    current = applyEdits(current, added);
    edits = round === 0 ? added : [changeBetween(text, current)];
    applied += proved.length;
  }
}

/**
 * Creates a finder of safe quick fixes from a function that checks a text. A fix is safe if it is the only one for its
 * problem.
 */
export function createSafeFixFinder(
  check: (text: string) => Promise<readonly FixableProblem[]>,
  isCancelled: () => boolean,
): FixFinder {
  return {
    isCancelled,
    async find(text) {
      const problems = await check(text);
      const fixes = problems.flatMap(({ code, fixes: [first, ...others] = [] }) =>
        first && others.length === 0 ? [{ code, edits: first.edits }] : [],
      );
      return { problemCount: problems.length, fixes };
    },
    async proves(text, edited, codes) {
      const [before, after] = [await check(text), await check(edited)];
      return resolvesProblems(before, after, codes) && !hasNewErrors(before, after);
    },
  };
}

async function combineFixes(
  text: string,
  fixes: readonly ObviousFix[],
  finder: FixFinder,
): Promise<readonly ObviousFix[]> {
  const apart: ObviousFix[] = [];
  for (const fix of fixes) {
    if (!fix.edits.some((edit) => apart.some((other) => other.edits.some((one) => touches(one, edit))))) {
      apart.push(fix);
    }
  }
  const textWith = (some: readonly ObviousFix[]) =>
    applyEdits(
      text,
      some.flatMap(({ edits }) => edits),
    );
  const allCodes = apart.map(({ code }) => code);
  if (apart.length === 0 || finder.isCancelled() || (await finder.proves(text, textWith(apart), allCodes))) {
    return finder.isCancelled() ? [] : apart;
  }
  // Some of them do not go together: each is proved on top of those before it.
  let proved: readonly ObviousFix[] = [];
  for (const fix of apart) {
    if (finder.isCancelled()) {
      return [];
    }
    const extended = [...proved, fix];
    if (await finder.proves(textWith(proved), textWith(extended), [fix.code])) {
      proved = extended;
    }
  }
  return proved;
}

function touches(left: Span, right: Span): boolean {
  return left.start <= right.end && right.start <= left.end;
}

/** Returns the smallest single edit that changes one text into another. */
function changeBetween(from: string, to: string): TextEdit {
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) {
    start++;
  }
  let behind = 0;
  const most = Math.min(from.length, to.length) - start;
  while (behind < most && from.at(-1 - behind) === to.at(-1 - behind)) {
    behind++;
  }
  return { start, end: from.length - behind, text: to.slice(start, to.length - behind) };
}

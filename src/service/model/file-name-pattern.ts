/** Longest file name that a pattern is matched with; our choice. No file system has longer ones. */
const maxNameLength = 255;
const maxPatternLength = 200;
/** Maximum for the binary logarithm of the steps that matching a name can take; some four million, a tenth of a second. */
const maxLogSteps = 22;

/**
 * Returns why a pattern of file names must not be used, or undefined. Patterns are matched in the main thread, so that
 * those that may take long are refused.
 */
export function findPatternProblem(pattern: string): string | undefined {
  if (pattern.length > maxPatternLength) {
    return `fileNameRegex is longer than ${maxPatternLength} characters.`;
  }
  try {
    new RegExp(pattern, "i");
  } catch {
    return "fileNameRegex is no regular expression.";
  }
  return /\)[*+{]|\(\?|\\[1-9k]/.test(pattern) || logStepsOf(pattern) > maxLogSteps
    ? "fileNameRegex could take too long with a long name. Begin it with ^, repeat no groups, look neither ahead nor back, and use fewer of *, +, {n,}, ? and |."
    : undefined;
}

/**
 * Estimates from above how many steps a pattern without repeated groups takes with the longest name, as a binary
 * logarithm. A repeat, and a start at any place, has a way for each character; `?` and `|` have two.
 */
function logStepsOf(pattern: string): number {
  const countOf = (signs: RegExp) => pattern.match(signs)?.length ?? 0;
  const isAnchored = pattern.startsWith("^") && !pattern.includes("|");
  return 7 * (countOf(/[*+]|\{\d+,/g) + (isAnchored ? 0 : 1)) + countOf(/[?|]/g);
}

/** Creates a check whether a pattern matches a file name. A name that is longer than those of files matches none. */
export function createNameMatcher(pattern: string, flags?: "i"): (fileName: string) => boolean {
  const expression = new RegExp(pattern, flags);
  return (fileName) => fileName.length <= maxNameLength && expression.test(fileName);
}

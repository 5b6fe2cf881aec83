/** Longest file name that a pattern is matched with; our choice. No file system has longer ones. */
const maxNameLength = 255;
const maxPatternLength = 200;
/** Maximum for the binary logarithm of the steps that matching a name can take: some seventeen million, about a second. */
const maxLogSteps = 24;

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
    return "fileNameRegex is not a valid regular expression.";
  }
  const form = formOf(pattern);
  return /\)[*+{]|\(\?|\\/.test(form) || logStepsOf(form) > maxLogSteps
    ? "fileNameRegex could take too long with a long name. Begin it with ^, repeat no groups, look neither ahead nor back, and use fewer of *, +, {n}, ? and |."
    : undefined;
}

/**
 * Returns a pattern that takes as many steps without what has a single way: with a letter for each character class and
 * each escape but references, and without the marks of lazy repeats and of groups that are not captured. For
 * `^(?:\.|[*|])+?$` this is `^(a|a)+$`.
 */
function formOf(pattern: string): string {
  return pattern
    .replace(/\\[^1-9k]/g, "a")
    .replace(/\[[^\]]*\]/g, "a")
    .replace(/\(\?:/g, "(")
    .replace(/([*+?]|\{\d+(?:,\d*)?\})\?/g, "$1");
}

/**
 * Estimates from above how many steps a pattern without repeated groups takes with the longest name, as a binary
 * logarithm. `?` and `|` have two ways. Repeats, and a start at any place, share the characters of the name. In each way
 * the characters of `{n}` are read one by one.
 */
function logStepsOf(form: string): number {
  const countOf = (signs: RegExp) => form.match(signs)?.length ?? 0;
  const isAnchored = form.startsWith("^") && !withoutGroups(form).includes("|");
  const repeats = countOf(/[*+]|\{\d+,/g) + (isAnchored ? 0 : 1);
  let log = countOf(/[?|]/g);
  for (let index = 1; index <= repeats; index++) {
    log += Math.log2((maxNameLength + index) / index);
  }
  const read = [...form.matchAll(/\{(\d+)/g)].reduce(
    (sum, [, count]) => sum + Math.min(Number(count), maxNameLength),
    1,
  );
  return log + Math.log2(read);
}

function withoutGroups(form: string): string {
  const outer = form.replace(/\([^()]*\)/g, "");
  return outer === form ? form : withoutGroups(outer);
}

/** Creates a check whether a pattern matches a file name. A name that is longer than those of files matches none. */
export function createNameMatcher(pattern: string, flags?: "i"): (fileName: string) => boolean {
  const expression = new RegExp(pattern, flags);
  return (fileName) => fileName.length <= maxNameLength && expression.test(fileName);
}

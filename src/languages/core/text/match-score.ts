/** Returns the similarity of a text to a search text, from 0 (search text not contained) to 1 (equal). */
export function matchScoreOf(value: string, wanted: string): number {
  const at = value.indexOf(wanted);
  if (at < 0 || wanted === "") {
    return 0;
  }
  if (value.length === wanted.length) {
    return 1;
  }
  const share = wanted.length / value.length;
  if (at === 0) {
    return 0.75 + 0.2 * share;
  }
  const startsWord = /[^\p{L}\p{N}]/u.test(value.charAt(at - 1));
  return (startsWord ? 0.5 : 0.25) + 0.2 * share;
}

/**
 * Returns the similarity of a text to a search text from 0 to 1, ignoring case. Also ignores characters other than
 * letters and digits, at a small penalty: `Base_S` matches `Base Salary`.
 */
export function looseMatchScoreOf(value: string, wanted: string): number {
  return createLooseScorer(wanted)(value);
}

/** Returns a `looseScore` function for one search text, optimized for scoring many texts. */
export function createLooseScorer(wanted: string): (value: string) => number {
  const lower = wanted.toLowerCase();
  const folded = foldName(wanted);
  return (value) => matchScoreOf(value.toLowerCase(), lower) || 0.9 * matchScoreOf(foldName(value), folded);
}

/** Normalizes a name for comparison: only letters and digits, in lower case. */
export function foldName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

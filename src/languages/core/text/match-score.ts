/** How well a text holds what was looked for, from 0 (not at all) to 1 (it is the same). */
export function matchScore(value: string, wanted: string): number {
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

/** As `matchScore`, without regard to case and, at a small loss, to what is not a letter or digit: `Base_S` is in `Base Salary`. */
export function looseScore(value: string, wanted: string): number {
  return looseScorer(wanted)(value);
}

/** The same for many texts that may hold one. */
export function looseScorer(wanted: string): (value: string) => number {
  const lower = wanted.toLowerCase();
  const folded = foldName(wanted);
  return (value) => matchScore(value.toLowerCase(), lower) || 0.9 * matchScore(foldName(value), folded);
}

/** A name without what people write differently: only its letters and digits, in lower case. */
export function foldName(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

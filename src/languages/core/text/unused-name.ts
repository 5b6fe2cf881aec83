/**
 * Returns a name that is not in use by appending a number: `after.csv` becomes `after-2.csv`. Names are compared
 * case-insensitively.
 */
export function findUnusedName(name: string, taken: readonly string[], joiner = "-"): string {
  const folded = new Set(taken.map((other) => other.toLowerCase()));
  const [, stem = name, extension = ""] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const free = `${stem}${joiner}${number}${extension}`;
    if (!folded.has(free.toLowerCase())) {
      return free;
    }
  }
}

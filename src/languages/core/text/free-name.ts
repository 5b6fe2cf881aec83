/** `after.csv` becomes `after-2.csv`; in a list of names that are taken, letter case does not count. */
export function freeName(name: string, taken: readonly string[], joiner = "-"): string {
  const folded = new Set(taken.map((other) => other.toLowerCase()));
  const [, stem = name, extension = ""] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  for (let number = 2; ; number++) {
    const free = `${stem}${joiner}${number}${extension}`;
    if (!folded.has(free.toLowerCase())) {
      return free;
    }
  }
}

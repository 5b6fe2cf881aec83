interface UniqueNamesOptions {
  /** Whether names that differ only by case count as equal, as in SQL. */
  readonly ignoresCase?: boolean;
  /** Formats a duplicate name with its number, which starts at 2. The default format is `name (2)`. */
  readonly numbered?: (name: string, number: number) => string;
}

/**
 * Makes names unique by numbering duplicates. Needed because result columns may share a name, but members of a JSON
 * object may not.
 */
export function makeNamesUnique(
  names: readonly string[],
  { ignoresCase = false, numbered = (name, number) => `${name} (${number})` }: UniqueNamesOptions = {},
): string[] {
  const taken = new Set<string>();
  // Numbers to go on with, because to begin at 2 each time takes quadratic time.
  const next = new Map<string, number>();
  const fold = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  return names.map((name) => {
    let unique = name;
    let number = next.get(fold(name)) ?? 2;
    for (; taken.has(fold(unique)); number++) {
      unique = numbered(name, number);
    }
    next.set(fold(name), number);
    taken.add(fold(unique));
    return unique;
  });
}

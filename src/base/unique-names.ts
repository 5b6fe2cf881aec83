interface UniqueNamesOptions {
  /** Compares names without regard to case, as SQL does. */
  readonly ignoresCase?: boolean;
  /** Formats a repeated name with its number, which starts at 2. Default: `name (2)`. */
  readonly numbered?: (name: string, number: number) => string;
}

/** Makes names unique by numbering repeated ones; columns of a result may share a name, members of a JSON object may not. */
export function uniqueNames(
  names: readonly string[],
  { ignoresCase = false, numbered = (name, number) => `${name} (${number})` }: UniqueNamesOptions = {},
): string[] {
  const taken = new Set<string>();
  const fold = (name: string) => (ignoresCase ? name.toLowerCase() : name);
  return names.map((name) => {
    let unique = name;
    for (let number = 2; taken.has(fold(unique)); number++) {
      unique = numbered(name, number);
    }
    taken.add(fold(unique));
    return unique;
  });
}

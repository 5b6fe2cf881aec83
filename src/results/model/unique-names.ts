/** Two columns may have one name, two members of an object or columns of a file may not. */
export function uniqueNames(names: readonly string[], isSame = (name: string) => name): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let number = 2; used.has(isSame(unique)); number++) {
      unique = `${name} (${number})`;
    }
    used.add(isSame(unique));
    return unique;
  });
}

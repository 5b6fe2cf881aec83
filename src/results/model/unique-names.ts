/**
 * Makes names unique by appending ` (2)`, ` (3)` and so on. Columns of a result may share a name; members of a JSON
 * object and columns of a file may not. Names are compared by what `isSame` returns.
 */
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

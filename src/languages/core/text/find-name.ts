/** A found item, with a flag that its name differs from the search name in letter case. */
interface FoundName<Item> {
  readonly item: Item;
  readonly isExact: boolean;
}

/** Finds an item by id: an exact match, otherwise the only case-insensitive match (sql-like-language 2.2). */
export function findName<Item extends { readonly id: string }>(
  items: Iterable<Item>,
  id: string,
): FoundName<Item> | undefined {
  const item = findItemByName(items, id);
  return item && { item, isExact: item.id === id };
}

/** Like `findName`, but returns only the item, without the letter-case flag. */
export function findItemByName<Item extends { readonly id: string }>(
  items: Iterable<Item>,
  id: string,
): Item | undefined {
  let other: Item | undefined;
  let others = 0;
  for (const item of items) {
    // Comparing lengths first avoids comparing letters of nearly all names.
    if (item.id.length === id.length) {
      if (item.id === id) {
        return item;
      }
      if (item.id.toLowerCase() === id.toLowerCase()) {
        other = item;
        others++;
      }
    }
  }
  return others === 1 ? other : undefined;
}

/**
 * Returns the names most similar to a misspelled name, most similar first. Names that differ in more than a third of
 * their letters are excluded.
 */
export function findNearestNames(names: Iterable<string>, wanted: string, count = 3): string[] {
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const folded = wanted.toLowerCase();
  const near: { name: string; distance: number }[] = [];
  for (const name of new Set(names)) {
    if (Math.abs(name.length - wanted.length) <= limit) {
      const distance = editDistanceOf(name.toLowerCase(), folded);
      if (distance <= limit) {
        near.push({ name, distance });
      }
    }
  }
  near.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return near.slice(0, count).map(({ name }) => name);
}

/**
 * Returns the edit distance of two texts: the number of insertions, deletions, replacements and swaps of adjacent
 * characters.
 */
export function editDistanceOf(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      let best = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      if (row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]) {
        best = Math.min(best, (beforeLast[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}

/** Returns the sentence ` Did you mean ...?` with the given names. Empty if there are no names. */
export function formatDidYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${joinNamesAsCode(names, "or")}?` : "";
}

/** Joins names into an enumeration for a sentence, with each name formatted as code. */
export function joinNamesAsCode(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length > 0 ? `${quoted.join(", ")} ${word} ${last}` : last;
}

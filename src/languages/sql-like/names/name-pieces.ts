/** A search takes texts of this length (service-api, "ObjectSearchRequest"). */
const shortest = 2;
const longest = 200;

export function isSearchable(name: string): boolean {
  return name.length >= shortest && name.length <= longest;
}

/**
 * Texts of which a name that is a few letters off still holds one: its thirds, since two wrong letters leave one of three
 * whole, and its words, which a display name may write apart. For `Base_Salery` these are `Base`, `_Sal`, `ery` and `Salery`.
 */
export function namePieces(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? [];
  const count = Math.max(1, Math.min(3, Math.floor(name.length / shortest)));
  const thirds = Array.from({ length: count }, (_, index) =>
    name.slice(Math.round((index * name.length) / count), Math.round(((index + 1) * name.length) / count)),
  );
  return [...new Set([...thirds, ...words.slice(0, 4)])].filter(isSearchable);
}

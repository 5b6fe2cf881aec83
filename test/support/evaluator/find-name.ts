/** The one with exactly that id, else the only one that differs in letter case alone (sql-like-language 2.2). */
export function findNamed<Named extends { readonly id: string }>(
  candidates: readonly Named[],
  id: string,
): Named | undefined {
  const exact = candidates.find((candidate) => candidate.id === id);
  if (exact) {
    return exact;
  }
  const close = candidates.filter((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  return close.length === 1 ? close[0] : undefined;
}

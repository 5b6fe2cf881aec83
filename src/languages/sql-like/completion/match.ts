/** Whether what was typed is in one of some texts, in any letter case. */
export function isLike(typed: string, ...texts: readonly string[]): boolean {
  const folded = typed.toLowerCase();
  return texts.some((text) => text.toLowerCase().includes(folded));
}

/** ` Did you mean ...?` for one or more names, nothing for none. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${listNames(names, "or")}?` : "";
}

/** Names as a sentence has them, each marked as code. */
export function listNames(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length > 0 ? `${quoted.join(", ")} ${word} ${last}` : last;
}

/** ` Did you mean ...?` with the names; empty when there are none. */
export function didYouMean(names: readonly string[]): string {
  return names.length > 0 ? ` Did you mean ${listNames(names, "or")}?` : "";
}

/** Names joined for a sentence, each formatted as code. */
export function listNames(names: readonly string[], word: "and" | "or"): string {
  const quoted = names.map((name) => `\`${name}\``);
  const last = quoted.pop() ?? "";
  return quoted.length > 0 ? `${quoted.join(", ")} ${word} ${last}` : last;
}

/** A pattern of Java as one of RE2, which DuckDB runs; what RE2 lacks is named. */
export function readJavaPattern(pattern: string): { readonly pattern: string } | { readonly missing: string } {
  const lookaround = /(?<!\\)\(\?(?:[=!]|<[=!]|>)/.exec(pattern);
  if (lookaround) {
    return { missing: `${lookaround[0]}...) in a regular expression` };
  }
  if (/(?<!\\)(?:\\\\)*\\[1-9]/.test(pattern)) {
    return { missing: "a reference to a group in a regular expression" };
  }
  if (/(?<!\\)[*+?}]\+/.test(pattern)) {
    return { missing: "a possessive quantifier in a regular expression" };
  }
  if (/&&\[/.test(pattern)) {
    return { missing: "&& in a regular expression" };
  }
  return {
    pattern: pattern
      .replaceAll(/\(\?<([A-Za-z]\w*)>/g, "(?P<$1>")
      .replaceAll(/\\p\{(?:Alpha|IsAlphabetic)\}/g, "[A-Za-z]")
      .replaceAll("\\h", "[ \\t]")
      .replaceAll(/\\Z/g, "$"),
  };
}

/** `$1` in what replaces a match as RE2 writes it: `\1`. */
export function readReplacement(text: string): string {
  let result = "";
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? "";
    const next = text[index + 1] ?? "";
    if (character === "$" && /\d/.test(next)) {
      result += `\\${next}`;
      index++;
    } else if (character === "\\") {
      result += next === "\\" ? "\\\\" : next;
      index++;
    } else {
      result += character;
    }
  }
  return result;
}

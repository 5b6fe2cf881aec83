/** A token as the grammar of the language document names it (sql-like-language 2 and 3.2). */
export interface GrammarToken {
  readonly kind: "keyword" | "name" | "string" | "number" | "sign";
  /** Keywords in capitals. */
  readonly text: string;
}

const keywords = new Set("SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE".split(" "));

const patterns = [
  ["space", /^(?:\s+|--.*|\/\*[\s\S]*?\*\/)/],
  ["name", /^[A-Za-z_][A-Za-z0-9_]*/],
  ["number", /^\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/],
  ["string", /^(?:'(?:''|[^'\n\r])*'|"(?:""|[^"\n\r])*")/],
  ["sign", /^(?:!=|<>|<=|>=|[(),.;=<>-])/],
] as const;

/** The tokens of a text; `undefined` when something in it is none of the grammar's. */
export function readGrammarTokens(text: string): GrammarToken[] | undefined {
  const tokens: GrammarToken[] = [];
  let rest = text;
  while (rest !== "") {
    const found = patterns
      .map(([kind, pattern]) => ({ kind, text: pattern.exec(rest)?.[0] }))
      .find((one) => one.text !== undefined);
    if (found?.text === undefined) {
      return undefined;
    }
    rest = rest.slice(found.text.length);
    if (found.kind === "name" && keywords.has(found.text.toUpperCase())) {
      tokens.push({ kind: "keyword", text: found.text.toUpperCase() });
    } else if (found.kind !== "space") {
      tokens.push({ kind: found.kind, text: found.text });
    }
  }
  return tokens;
}

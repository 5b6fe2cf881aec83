/** A token as the grammar of the language document names it (sql-like-language 2 and 3.2). */
export interface GrammarToken {
  readonly kind: "keyword" | "name" | "string" | "number" | "sign";
  /** Keywords in capitals. */
  readonly text: string;
}

const keywords = new Set("SELECT FROM WHERE AS AND OR NOT IN BETWEEN IS NULL TRUE FALSE".split(" "));

const kinds = ["space", "name", "number", "string", "sign"] as const;
const token =
  /(?<space>\s+|--.*|\/\*[\s\S]*?\*\/)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>'(?:''|[^'\n\r])*'|"(?:""|[^"\n\r])*")|(?<sign>!=|<>|<=|>=|[(),.;=<>-])/y;

/** The tokens of a text; `undefined` when something in it is none of the grammar's. */
export function readGrammarTokens(text: string): GrammarToken[] | undefined {
  const tokens: GrammarToken[] = [];
  const pattern = new RegExp(token);
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups;
    const kind = kinds.find((one) => groups?.[one] !== undefined);
    const found = kind && groups?.[kind];
    if (!kind || found === undefined) {
      return undefined;
    }
    if (kind === "name" && keywords.has(found.toUpperCase())) {
      tokens.push({ kind: "keyword", text: found.toUpperCase() });
    } else if (kind !== "space") {
      tokens.push({ kind, text: found });
    }
  }
  return tokens;
}

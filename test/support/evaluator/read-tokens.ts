export interface Token {
  readonly kind: "name" | "text" | "number" | "sign" | "end";
  /** A string without its quotes, everything else as it stands. */
  readonly text: string;
}

// One alternative a kind of token; the names of the groups say which.
const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<name>[A-Za-z_][A-Za-z0-9_]*)|(?<number>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(?<text>'(?:[^'\n]|'')*'|"(?:[^"\n]|"")*")|(?<sign><=|>=|<>|!=|[-=<>(),.;])/y;

/** Cuts a query's text into tokens (sql-like-language 2). Throws on a text that no query can have. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length) {
    pattern.lastIndex = position;
    const groups = pattern.exec(text)?.groups;
    if (!groups) {
      throw new Error(`Evaluating a query: no token starts at position ${position}.`);
    }
    position = pattern.lastIndex;
    const { name, number, text: quoted, sign } = groups;
    if (name !== undefined) {
      tokens.push({ kind: "name", text: name });
    } else if (number !== undefined) {
      tokens.push({ kind: "number", text: number });
    } else if (quoted !== undefined) {
      const quote = quoted.charAt(0);
      tokens.push({ kind: "text", text: quoted.slice(1, -1).replaceAll(quote + quote, quote) });
    } else if (sign !== undefined) {
      tokens.push({ kind: "sign", text: sign });
    }
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}

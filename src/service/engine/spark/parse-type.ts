import type { TypeText } from "./syntax-tree.ts";
import type { TokenStream } from "./token-stream.ts";

/** A type as text that `readType` understands: `decimal(10,2)`, `struct<a:int>`. */
export function parseType(tokens: TokenStream): TypeText {
  const name = tokens.takeName("A type").toLowerCase();
  if (name === "array" && tokens.take("<")) {
    const element = parseType(tokens);
    tokens.expect(">");
    return `array<${element}>`;
  }
  if (name === "map" && tokens.take("<")) {
    const key = parseType(tokens);
    tokens.expect(",");
    const value = parseType(tokens);
    tokens.expect(">");
    return `map<${key},${value}>`;
  }
  if (name === "struct") {
    return parseStruct(tokens);
  }
  if (tokens.take("(")) {
    const sizes = tokens.list(() => tokens.advance().text);
    tokens.expect(")");
    return `${name}(${sizes.join(",")})`;
  }
  return name;
}

function parseStruct(tokens: TokenStream): TypeText {
  if (tokens.take("<>")) {
    return "struct<>";
  }
  tokens.expect("<");
  const fields = parseFields(tokens);
  tokens.expect(">");
  return `struct<${fields}>`;
}

/** The fields of a struct, or of a schema: `a INT, b: STRING`. */
export function parseFields(tokens: TokenStream): string {
  const fields = tokens.list(() => {
    const name = tokens.takeName("A field");
    tokens.take(":");
    const type = parseType(tokens);
    if (tokens.take("NOT")) {
      tokens.expect("NULL");
    }
    if (tokens.take("COMMENT")) {
      tokens.advance();
    }
    return `${/^\w+$/.test(name) ? name : `\`${name}\``}:${type}`;
  });
  return fields.join(",");
}

import { timeUnits } from "./keywords.ts";
import { unquotedNameOf } from "./lexer.ts";
import type { TokenReader } from "./token-reader.ts";
import type { TypeText } from "./tree.ts";

/** Parses a data type, and returns it as text: `decimal(10,2)`, `array<struct<a:int>>`, `interval day to second`. */
export function readDataType(reader: TokenReader): TypeText {
  if (reader.takeCaret({ kind: "type" }, undefined)) {
    return "";
  }
  if (!reader.isAtName()) {
    reader.markUnexpected();
    return "";
  }
  return reader.nested(() => readNestedType(reader));
}

function readNestedType(reader: TokenReader): TypeText {
  const name = unquotedNameOf(reader.advance()).toLowerCase();
  if (name === "interval") {
    const words = [name];
    while (timeUnits.has(reader.current.key) || reader.isAt("TO")) {
      words.push(reader.advance().key.toLowerCase());
    }
    return words.join(" ");
  }
  if (name === "struct" && reader.take("<>")) {
    return "struct<>";
  }
  if (reader.isAt("<")) {
    reader.advance();
    const inner = name === "struct" ? readStructFields(reader) : readTypes(reader);
    if (!reader.takeAngle()) {
      reader.markUnexpected();
    }
    return `${name}<${inner}>`;
  }
  if (reader.isAt("(")) {
    const open = reader.advance();
    const sizes: string[] = [];
    do {
      if (reader.current.kind === "number") {
        sizes.push(reader.advance().text);
      } else if (!reader.takeCaret({ kind: "keywords" }, undefined)) {
        reader.markUnexpected();
      }
    } while (reader.take(","));
    reader.close(open);
    return `${name}(${sizes.join(",")})`;
  }
  return name;
}

function readTypes(reader: TokenReader): string {
  const types = [readDataType(reader)];
  while (reader.take(",")) {
    types.push(readDataType(reader));
  }
  return types.join(",");
}

/** Parses the fields of a struct or schema: `a INT, b: STRING`. Returns them as `a:int,b:string`. */
export function readStructFields(reader: TokenReader): string {
  const fields: string[] = [];
  do {
    if (!reader.isAtName()) {
      if (!reader.takeCaret({ kind: "type" }, undefined)) {
        reader.markUnexpected();
      }
      continue;
    }
    const { text: name } = reader.takeName();
    reader.take(":");
    const type = readDataType(reader);
    if (reader.take("NOT")) {
      reader.expect("NULL");
    }
    if (reader.take("COMMENT")) {
      reader.advance();
    }
    fields.push(`${/^\w+$/.test(name) ? name : `\`${name}\``}:${type}`);
  } while (reader.take(","));
  return fields.join(",");
}

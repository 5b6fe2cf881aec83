import type { TokenReader } from "./token-reader.ts";
import { timeUnits } from "./words.ts";

/** Skips a data type: `DECIMAL(10, 2)`, `ARRAY<STRUCT<a: INT>>`, `INTERVAL DAY TO SECOND`. */
export function readType(reader: TokenReader): void {
  if (reader.takeCaret({ kind: "type" }, undefined) || !reader.isAtName()) {
    return;
  }
  const isInterval = reader.advance().key === "INTERVAL";
  while (isInterval && (timeUnits.has(reader.current.key) || reader.isAt("TO"))) {
    reader.advance();
  }
  if (reader.isAt("(")) {
    reader.skipBrackets();
  }
  if (reader.isAt("<", "<>")) {
    skipAngles(reader);
  }
}

function skipAngles(reader: TokenReader): void {
  let depth = 0;
  do {
    const { key } = reader.current;
    depth += key === "<" ? 1 : key === ">" ? -1 : key === ">>" ? -2 : key === ">>>" ? -3 : 0;
    if (!reader.takeCaret({ kind: "type" }, undefined)) {
      reader.advance();
    }
  } while (depth > 0 && !reader.isAtEnd());
}

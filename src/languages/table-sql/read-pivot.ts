import { isAliasAhead } from "./alias-ahead.ts";
import { readExpression } from "./read-expression.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Scope } from "./tree.ts";

/** `PIVOT (sum(a) AS x FOR b IN ('c', 'd'))` and `UNPIVOT (a FOR b IN (c, d)) AS e`, as many as there are. */
export function readPivots(reader: TokenReader, scope: Scope): void {
  while (reader.isAt("PIVOT", "UNPIVOT")) {
    scope.isOpaque = true;
    if (reader.advance().key === "PIVOT") {
      readPivot(reader, scope);
    } else {
      reader.take("INCLUDE", "EXCLUDE");
      reader.take("NULLS");
      skipBracketsHere(reader);
      skipAlias(reader);
    }
  }
}

/** Of a pivot the columns that it turns are read; what is behind its IN are values, and names that they get. */
function readPivot(reader: TokenReader, scope: Scope): void {
  const open = reader.take("(");
  if (!open) {
    return;
  }
  do {
    readExpression(reader, { scope, clause: "select" });
    skipAlias(reader);
  } while (reader.take(","));
  reader.take("FOR");
  const isList = reader.take("(") !== undefined;
  while (!reader.isAt("IN", ")") && !reader.isAtEnd()) {
    if (reader.isAtName()) {
      readColumn(reader, scope);
    } else if (!reader.takeCaret({ kind: "operand", clause: "values", isPredicate: false, among: undefined }, scope)) {
      reader.advance();
    }
  }
  if (isList) {
    reader.take(")");
  }
  reader.take("IN");
  skipBracketsHere(reader);
  reader.close(open);
}

function readColumn(reader: TokenReader, scope: Scope): void {
  const { start } = reader.current;
  const path = [reader.takeName()];
  while (reader.take(".") && reader.isAtName()) {
    path.push(reader.takeName());
  }
  const end = reader.previous?.end ?? start;
  scope.uses.push({ kind: "column", path, clause: "values", target: undefined, among: undefined, start, end });
}

function skipBracketsHere(reader: TokenReader): void {
  if (reader.isAt("(")) {
    reader.skipBrackets();
  }
}

function skipAlias(reader: TokenReader): void {
  if (reader.take("AS") || (isAliasAhead(reader) && !reader.isAt("FOR"))) {
    reader.advance();
  }
}

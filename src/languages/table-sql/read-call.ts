import type { Span } from "../core/text/span.ts";
import type { ExpressionPlace, ReadExpression } from "./expression-place.ts";
import { readType } from "./read-type.ts";
import type { TokenReader } from "./token-reader.ts";
import type { CallUse, Name } from "./tree.ts";
import { argumentWords, timeUnits, trimWords, unitFunctions } from "./words.ts";

/** Reads the brackets of a call and what is in them. */
export function readCall(
  reader: TokenReader,
  place: ExpressionPlace,
  name: Name,
  readExpression: (reader: TokenReader, place: ExpressionPlace) => ReadExpression,
): CallUse {
  const open = reader.advance();
  const key = name.text.toUpperCase();
  const spans: Span[] = [];
  const { scope } = place;
  const at = scope.uses.length;
  if (startsWithUnit(reader, key)) {
    const { start, end } = reader.advance();
    spans.push({ start, end });
    reader.advance();
  } else if (key === "TRIM" && trimWords.has(reader.current.key)) {
    reader.advance();
    reader.take("FROM");
  }
  while (!reader.isAt(")") && !reader.isAtEnd()) {
    const before = reader.position;
    if (reader.isAt("SELECT", "WITH")) {
      const query = reader.readQuery(reader, scope);
      scope.uses.push({ kind: "query", query, start: query.start, end: query.end });
    } else {
      const { start, end, isEmpty } = readExpression(reader, place);
      if (!isEmpty) {
        spans.push({ start, end });
      }
    }
    if (reader.take("AS")) {
      if (key === "CAST" || key === "TRY_CAST") {
        readType(reader);
      } else if (!reader.takeCaret({ kind: "newName" }, scope) && reader.isAtName()) {
        reader.advance();
      }
    } else if (argumentWords.has(reader.current.key)) {
      reader.advance();
    }
    reader.take(",");
    if (reader.position === before) {
      break;
    }
  }
  const close = reader.close(open)?.start;
  const call: CallUse = {
    kind: "call",
    name,
    open: open.start,
    close,
    arguments: spans,
    start: name.start,
    end: close === undefined ? (reader.previous?.end ?? open.end) : close + 1,
  };
  scope.uses.splice(at, 0, call);
  return call;
}

/** `extract(DOW FROM` takes any word that Spark knows as a field. */
function startsWithUnit(reader: TokenReader, key: string): boolean {
  const next = reader.peek(1).key;
  return key === "EXTRACT"
    ? reader.current.kind === "word" && next === "FROM"
    : unitFunctions.has(key) && timeUnits.has(reader.current.key) && next === ",";
}

import type { Span } from "../core/span.ts";
import { clauseContinuations, findForeignClause, foreignClauses } from "./keywords.ts";
import { parseCondition } from "./parse-condition.ts";
import { parseExpression, parsePath, startsExpression } from "./parse-expression.ts";
import type { TokenCursor } from "./token-cursor.ts";
import type { From, Item, Label, Query, UnsupportedClause, Where } from "./tree.ts";

/** Reads one query up to its `;` or the end; the next token is SELECT. */
export function parseQuery(cursor: TokenCursor): Query {
  const select = cursor.next();
  const unsupported: UnsupportedClause[] = [];
  parseQuantifier(cursor, unsupported);
  const items = parseItems(cursor);
  const afterItems = cursor.previous();
  let from: From | undefined;
  let where: Where | undefined;
  while (cursor.peek().kind !== "end" && !cursor.isSign(";")) {
    if (cursor.isWord("FROM") && !from) {
      if (where) {
        const found = ", not `FROM`, which stands before WHERE";
        cursor.report("SL201", cursor.peek(), { expected: "AND, OR or the end of the query", found });
      }
      from = parseFrom(cursor);
    } else if (cursor.isWord("WHERE") && !where) {
      const keyword = cursor.next();
      where = {
        kind: "where",
        keyword,
        condition: parseCondition(cursor),
        start: cursor.startOf(keyword.start),
        end: cursor.end,
      };
    } else if (startsClause(cursor)) {
      unsupported.push(parseForeignClause(cursor));
    } else {
      skipUnexpected(cursor, from !== undefined, where !== undefined);
    }
  }
  if (!from) {
    cursor.report("SL202", afterItems);
  }
  return {
    kind: "query",
    select,
    items,
    from,
    where,
    unsupported,
    start: cursor.startOf(select.start),
    end: cursor.end,
  };
}

/** `SELECT DISTINCT x` and `SELECT TOP 10 x`, but not an item that is named so. */
function parseQuantifier(cursor: TokenCursor, unsupported: UnsupportedClause[]): void {
  const token = cursor.peek();
  const isDistinct = cursor.isName("DISTINCT") && (cursor.peek(1).kind === "name" || cursor.isSign("*", 1));
  const isTop = cursor.isName("TOP") && cursor.peek(1).kind === "number";
  if (isDistinct || isTop) {
    cursor.next();
    if (isTop) {
      cursor.next();
    }
    unsupported.push(reportClause(cursor, isTop ? "TOP" : "DISTINCT", cursor.spanFrom(token.start)));
  }
}

function parseItems(cursor: TokenCursor): Item[] {
  const items: Item[] = [];
  for (;;) {
    const last = cursor.previous();
    if (startsExpression(cursor)) {
      items.push(parseItem(cursor));
    } else if (items.length > 0 || cursor.isSign(",")) {
      items.push(holeItem(cursor, last.kind === "sign"));
    } else {
      cursor.reportExpected("A metric, an axis or a column");
      return [holeItem(cursor, undefined)];
    }
    skipUnexpectedInItem(cursor);
    if (cursor.acceptSign(",")) {
      continue;
    }
    if (!startsExpression(cursor) || startsClause(cursor)) {
      return items;
    }
    cursor.report("SL203", cursor.peek(), { name: cursor.textOf(cursor.peek()) });
  }
}

function holeItem(cursor: TokenCursor, isAfterComma: boolean | undefined): Item {
  let hole = cursor.hole();
  if (isAfterComma) {
    hole = cursor.reportMissing("An item");
  } else if (isAfterComma === false) {
    cursor.reportExpected("A metric, an axis or a column");
  }
  return { kind: "item", expression: hole, label: undefined, start: hole.start, end: hole.end };
}

/** Passes over signs and words that cannot follow an item, up to a comma, the next item or the next clause. */
function skipUnexpectedInItem(cursor: TokenCursor): void {
  if (isAfterItem(cursor)) {
    return;
  }
  cursor.reportExpected("`,` or FROM");
  while (!isAfterItem(cursor)) {
    cursor.next();
  }
}

function isAfterItem(cursor: TokenCursor): boolean {
  return cursor.isAtBoundary() || cursor.isSign(",") || startsExpression(cursor);
}

function parseItem(cursor: TokenCursor): Item {
  const { start } = cursor.peek();
  const expression = parseExpression(cursor, "select");
  const label = parseLabel(cursor);
  return { kind: "item", expression, label, start: cursor.startOf(start), end: cursor.end };
}

function parseLabel(cursor: TokenCursor): Label | undefined {
  const as = cursor.acceptWord("AS");
  const token = cursor.peek();
  if (as) {
    if (token.kind === "name" || token.kind === "string") {
      return readLabel(cursor, as);
    }
    const { start, end } = cursor.reportMissing("A label");
    return { kind: "label", value: "", text: { start, end }, isQuoted: false, as, start: as.start, end };
  }
  // A name that begins a call or a path is an item after a forgotten comma (sql-like-language 17, W02 and W34).
  const isName = token.kind === "name" && !cursor.isSign("(", 1) && !cursor.isSign(".", 1) && !startsClause(cursor);
  if (!isName && token.kind !== "string") {
    return undefined;
  }
  cursor.report("SL205", token, { label: cursor.textOf(token) });
  return readLabel(cursor, undefined);
}

function readLabel(cursor: TokenCursor, as: Span | undefined): Label {
  const token = cursor.next();
  const isQuoted = token.kind === "string";
  const value = isQuoted ? token.value : token.kind === "name" ? token.text : "";
  const { start, end } = token;
  return { kind: "label", value, text: { start, end }, isQuoted, as, start: as?.start ?? start, end };
}

function parseFrom(cursor: TokenCursor): From {
  const keyword = cursor.next();
  const token = cursor.peek();
  if (token.kind === "name") {
    return { kind: "from", keyword, object: parsePath(cursor), start: cursor.startOf(keyword.start), end: cursor.end };
  }
  if (cursor.isSign("(")) {
    cursor.skipBrackets();
    const span = cursor.spanFrom(token.start);
    cursor.report("SL601", span, { clause: "subquery", substitute: "Name the object to query." });
  } else {
    cursor.reportExpected("The object to query");
  }
  return { kind: "from", keyword, object: cursor.hole(), start: cursor.startOf(keyword.start), end: cursor.end };
}

/** Whether a clause of SQL begins here; beside a comma the word is a name. */
function startsClause(cursor: TokenCursor): boolean {
  const token = cursor.peek();
  if (token.kind !== "name" || findForeignClause(token.text) === undefined) {
    return false;
  }
  const last = cursor.previous();
  const isFirstInList = last.kind === "sign" && last.text === ",";
  return !isFirstInList && !cursor.isSign(",", 1);
}

/** Reads an unsupported clause to the next one, WHERE, `;` or the end, and reports it once. */
export function parseForeignClause(cursor: TokenCursor): UnsupportedClause {
  const token = cursor.next();
  const word = cursor.textOf(token).toUpperCase();
  const continuations = clauseContinuations[word] ?? [];
  const takesRest = foreignClauses[word]?.takesRest === true;
  while (cursor.peek().kind !== "end" && !cursor.isSign(";")) {
    const isContinued = continuations.some((continuation) => cursor.isName(continuation));
    if (!takesRest && !isContinued && (cursor.isAtBoundary() || startsClause(cursor))) {
      break;
    }
    cursor.next();
  }
  return reportClause(cursor, word, cursor.spanFrom(token.start));
}

function reportClause(cursor: TokenCursor, word: string, span: Span): UnsupportedClause {
  const clause = foreignClauses[word] ?? { title: word, substitute: "" };
  cursor.report("SL601", span, { clause: clause.title, substitute: clause.substitute });
  return { kind: "unsupportedClause", title: clause.title, start: span.start, end: span.end };
}

/** Reports one stretch of text that no clause can begin with, and passes over it. */
function skipUnexpected(cursor: TokenCursor, hasFrom: boolean, hasWhere: boolean): void {
  cursor.reportExpected(
    hasWhere ? "AND, OR or the end of the query" : hasFrom ? "WHERE or the end of the query" : "FROM",
  );
  do {
    cursor.next();
  } while (!cursor.isAtBoundary() && !startsClause(cursor));
}

import type { Span } from "../../core/text/span.ts";
import { clauseContinuations, foreignClauses } from "./keywords.ts";
import { parseConditionAt } from "./parse-condition.ts";
import { parseExpression, parsePath, startsExpression } from "./parse-expression.ts";
import { readNodeList, type TokenCursor } from "./token-cursor.ts";
import type { ColumnLabel, FromClause, Query, SelectItem, UnsupportedClause, WhereClause } from "./tree.ts";

/** Parses one query, up to its `;` or the end of the text. The next token must be SELECT. */
export function parseQuery(cursor: TokenCursor): Query {
  const select = cursor.take();
  const unsupported: UnsupportedClause[] = [];
  parseQuantifier(cursor, unsupported);
  const items = parseItems(cursor);
  const afterItems = cursor.previousSpan();
  let from: FromClause | undefined;
  let where: WhereClause | undefined;
  while (!cursor.is("end") && !cursor.is(";")) {
    if (cursor.is("FROM") && !from) {
      if (where) {
        const found = ", not `FROM`, which stands before WHERE";
        cursor.report("SL201", cursor.span(), { expected: "AND, OR or the end of the query", found });
      }
      from = parseFrom(cursor);
    } else if (cursor.is("WHERE") && !where) {
      const keyword = cursor.take();
      where = {
        kind: "where",
        keyword,
        condition: parseConditionAt(cursor),
        start: keyword.start,
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
    start: select.start,
    end: cursor.end,
  };
}

/**
 * Parses the unsupported quantifier in `SELECT DISTINCT x` or `SELECT TOP 10 x` and reports it. Does nothing if the
 * word is the name of an item.
 */
function parseQuantifier(cursor: TokenCursor, unsupported: UnsupportedClause[]): void {
  const { start } = cursor;
  const isDistinct = cursor.isName("DISTINCT") && (cursor.is("name", 1) || cursor.is("*", 1));
  const isTop = cursor.isName("TOP") && cursor.is("number", 1);
  if (isDistinct || isTop) {
    cursor.next();
    if (isTop) {
      cursor.next();
    }
    unsupported.push(reportClause(cursor, isTop ? "TOP" : "DISTINCT", cursor.spanFrom(start)));
  }
}

function parseItems(cursor: TokenCursor): readonly SelectItem[] {
  cursor.place = "select";
  if (!startsExpression(cursor) && !cursor.is(",")) {
    cursor.reportExpected("A metric, an axis or a column");
    return [holeItem(cursor)];
  }
  return readNodeList(cursor, parseItem, hasNextItem);
}

function parseItem(cursor: TokenCursor): SelectItem {
  if (startsExpression(cursor)) {
    const { start } = cursor;
    const expression = parseExpression(cursor);
    const label = parseLabel(cursor);
    return { kind: "item", expression, label, start, end: cursor.end };
  }
  if (cursor.previousKind() === ",") {
    cursor.reportMissing("An item");
  } else {
    cursor.reportExpected("A metric, an axis or a column");
  }
  return holeItem(cursor);
}

function hasNextItem(cursor: TokenCursor): boolean {
  skipUnexpectedInItem(cursor);
  if (cursor.accept(",")) {
    return true;
  }
  if (!startsExpression(cursor) || startsClause(cursor)) {
    return false;
  }
  cursor.report("SL203", cursor.span(), { name: cursor.text() });
  return true;
}

function holeItem(cursor: TokenCursor): SelectItem {
  const hole = cursor.hole();
  return { kind: "item", expression: hole, label: undefined, start: hole.start, end: hole.end };
}

/** Skips signs and words that cannot follow a SELECT item, up to a comma, the next item or the next clause. */
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
  return cursor.isAtBoundary() || cursor.is(",") || startsExpression(cursor);
}

function parseLabel(cursor: TokenCursor): ColumnLabel | undefined {
  const kind = cursor.kind();
  if (kind === "AS") {
    const as = cursor.take();
    if (cursor.is("name") || cursor.is("string")) {
      return readLabel(cursor, as);
    }
    const { start, end } = cursor.reportMissing("A label");
    return { kind: "label", value: "", text: { start, end }, isQuoted: false, as, start: as.start, end };
  }
  // A name that starts a call or a path is an item after a forgotten comma (sql-like-language 17, W02 and W34).
  const isName = kind === "name" && !cursor.is("(", 1) && !cursor.is(".", 1) && !startsClause(cursor);
  if (!isName && kind !== "string") {
    return undefined;
  }
  cursor.report("SL205", cursor.span(), { label: cursor.text() });
  return readLabel(cursor, undefined);
}

/** Parses a column label. The next token must be a name or a string. */
function readLabel(cursor: TokenCursor, as: Span | undefined): ColumnLabel {
  const text = cursor.span();
  const isQuoted = cursor.is("string");
  const value = isQuoted ? cursor.readString().value : cursor.readName().text;
  return { kind: "label", value, text, isQuoted, as, start: as?.start ?? text.start, end: text.end };
}

function parseFrom(cursor: TokenCursor): FromClause {
  const keyword = cursor.take();
  const object = parseObject(cursor);
  return { kind: "from", keyword, object, start: keyword.start, end: cursor.end };
}

function parseObject(cursor: TokenCursor): FromClause["object"] {
  if (cursor.is("name")) {
    return parsePath(cursor);
  }
  if (cursor.is("(")) {
    const { start } = cursor;
    cursor.skipBrackets();
    const span = cursor.spanFrom(start);
    cursor.report("SL601", span, { clause: "subquery", substitute: "Name the object to query." });
  } else {
    cursor.reportExpected("The object to query");
  }
  return cursor.hole();
}

/** Whether an unsupported SQL clause starts at the next token. Next to a comma, the same word is a name. */
function startsClause(cursor: TokenCursor): boolean {
  return cursor.isForeignClause() && cursor.previousKind() !== "," && !cursor.is(",", 1);
}

/**
 * Parses an unsupported SQL clause and reports it once. Stops at the next clause, WHERE, `;` or the end of the text.
 */
export function parseForeignClause(cursor: TokenCursor): UnsupportedClause {
  const { start } = cursor;
  const word = cursor.text().toUpperCase();
  cursor.next();
  const continuations = clauseContinuations[word] ?? [];
  const takesRest = foreignClauses[word]?.takesRest === true;
  while (!cursor.is("end") && !cursor.is(";")) {
    const isContinued = continuations.some((continuation) => cursor.isName(continuation));
    if (!takesRest && !isContinued && (cursor.isAtBoundary() || startsClause(cursor))) {
      break;
    }
    cursor.next();
  }
  return reportClause(cursor, word, cursor.spanFrom(start));
}

function reportClause(cursor: TokenCursor, word: string, span: Span): UnsupportedClause {
  const clause = foreignClauses[word] ?? { title: word, substitute: "" };
  cursor.report("SL601", span, { clause: clause.title, substitute: clause.substitute });
  return { kind: "unsupportedClause", title: clause.title, start: span.start, end: span.end };
}

/** Skips and reports tokens that cannot start a clause. */
function skipUnexpected(cursor: TokenCursor, hasFrom: boolean, hasWhere: boolean): void {
  cursor.reportExpected(
    hasWhere ? "AND, OR or the end of the query" : hasFrom ? "WHERE or the end of the query" : "FROM",
  );
  do {
    cursor.next();
  } while (!cursor.isAtBoundary() && !startsClause(cursor));
}

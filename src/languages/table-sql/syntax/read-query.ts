import { createSqlProblem } from "./diagnostics.ts";
import { createExpressionContext, type ParsedQuery } from "./expression-context.ts";
import { queryKeywords } from "./keywords.ts";
import { isAliasAhead, isBracketedQueryAhead, isNameListAhead } from "./lookahead.ts";
import { readGroupBy } from "./read-group-by.ts";
import { type NamedWindow, readByKeyword, readCondition, readNamedWindows, readQueryTail } from "./read-query-end.ts";
import { readLateralView, readRelations, readValuesClause } from "./read-relation.ts";
import { findCte, readQualifiedName } from "./read-table.ts";
import {
  type CteScopes,
  createScope,
  isQueryScopes,
  type NameUseScope,
  type QueryScopes,
  type SelectListItem,
  type SqlName,
} from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

/**
 * Parses a query with its common table expressions and set operations. The query can use names of the scope `parent`.
 */
export function readQuery(reader: TokenReader, parent: NameUseScope | undefined): ParsedQuery {
  const before = reader.ctes;
  const read = reader.nested(() => {
    const { start } = reader.current;
    const ctes = reader.isAt("WITH") ? readCtes(reader, parent) : noCtes;
    return readQueryBody(reader, parent, start, ctes);
  });
  reader.ctes = before;
  return read;
}

/** Parsed common table expressions: their syntax trees, and their scopes. */
export interface ParsedCtes {
  readonly trees: readonly tree.Cte[];
  readonly ctes: readonly CteScopes[];
}

export const noCtes: ParsedCtes = { trees: [], ctes: [] };

/** Parses a query after its WITH clause. */
export function readQueryBody(
  reader: TokenReader,
  parent: NameUseScope | undefined,
  start: number,
  { trees, ctes }: ParsedCtes,
): ParsedQuery {
  const query: QueryScopes = { start, end: start, ctes: [...ctes], parts: [] };
  const bodies: tree.QueryBody[] = [readPart(reader, query, parent)];
  const operators: Operator[] = [];
  for (let operator = readSetOperator(reader, query); operator; operator = readSetOperator(reader, query)) {
    operators.push(operator);
    bodies.push(readPart(reader, query, parent));
  }
  const tail = readQueryTail(reader, query, parent);
  query.end = nextTokenStart(reader);
  const body = withWindows(joinBodies(bodies, operators), tail.windows);
  const { orderBy, limit, offset } = tail;
  const node: tree.Query = {
    kind: "query",
    ctes: trees,
    body,
    orderBy,
    limit,
    offset,
    start,
    end: reader.previousEnd,
  };
  return { tree: node, query };
}

/**
 * Parses common table expressions `WITH a AS (...), b AS (...)`. They stay visible until the caller resets
 * `reader.ctes`.
 */
export function readCtes(reader: TokenReader, parent: NameUseScope | undefined): ParsedCtes {
  const ctes: CteScopes[] = [];
  const trees: tree.Cte[] = [];
  reader.advance();
  do {
    if (reader.takeCaret({ kind: "newName" }, undefined) || !reader.isAtName()) {
      reader.markUnexpected();
      break;
    }
    const name = reader.takeName();
    // Spark allows omitting AS: in `WITH a (SELECT ...)` the bracket contains the query, in `WITH a (b) (SELECT ...)` names.
    const isQueryNext = isBracketedQueryAhead(reader) && !isNameListAhead(reader);
    const columnAliases = reader.isAt("(") && !isQueryNext ? readNames(reader) : [];
    reader.takeCaret({ kind: "keywords" }, undefined);
    reader.take("AS");
    reader.takeCaret({ kind: "keywords" }, undefined);
    if (!reader.isAt("(")) {
      if (!reader.caret) {
        reader.reportMissing(reader.previous?.key === "AS" ? "A query in brackets" : "AS");
      }
      break;
    }
    const open = reader.advance();
    const { tree: body, query } = reader.readQuery(parent);
    const end = reader.close(open)?.end ?? nextTokenStart(reader);
    if (ctes.some((other) => other.name.text.toLowerCase() === name.text.toLowerCase())) {
      reader.problems.push(createSqlProblem("TS307", name, { name: name.text }));
    }
    const cte = { name, columnAliases, query, start: name.start, end };
    ctes.push(cte);
    const columns = columnAliases.map(({ text }) => text);
    trees.push({ name: name.text, columns, query: body, start: name.start, end });
    reader.ctes = [...reader.ctes, cte];
  } while (reader.take(","));
  return { trees, ctes };
}

/** Parses a list of column aliases in brackets: `(a, b)`. */
function readNames(reader: TokenReader): SqlName[] {
  const open = reader.advance();
  const names: SqlName[] = [];
  do {
    if (reader.isAtName()) {
      names.push(reader.takeName());
    } else if (!reader.takeCaret({ kind: "newName" }, undefined)) {
      reader.markUnexpected();
    }
  } while (reader.take(","));
  reader.close(open);
  return names;
}

interface Operator {
  readonly name: tree.SetOperation["operator"];
  readonly isAll: boolean;
}

function readSetOperator(reader: TokenReader, { parts }: QueryScopes): Operator | undefined {
  const key = reader.take("UNION", "EXCEPT", "MINUS", "INTERSECT")?.key;
  if (key === undefined) {
    return undefined;
  }
  const last = parts.at(-1);
  const scope = last && !isQueryScopes(last) ? last : undefined;
  const quantifier = reader.take("ALL", "DISTINCT")?.key;
  if (quantifier === undefined) {
    const keywords = ["ALL", "DISTINCT", ...queryKeywords.filter((word) => word !== "WITH")];
    reader.takeCaret({ kind: "keywords", keywords }, scope);
  }
  return { name: key === "UNION" || key === "INTERSECT" ? key : "EXCEPT", isAll: quantifier === "ALL" };
}

/**
 * Combines parsed queries by set operators such as UNION, which are left-associative. INTERSECT has the highest
 * precedence.
 */
function joinBodies(bodies: readonly tree.QueryBody[], operators: readonly Operator[]): tree.QueryBody {
  const [first, ...others] = bodies;
  const terms: tree.QueryBody[] = [first as tree.QueryBody];
  const termOperators: Operator[] = [];
  for (const [index, right] of others.entries()) {
    const operator = operators[index] as Operator;
    if (operator.name === "INTERSECT") {
      terms.push(setOperation(operator, terms.pop() as tree.QueryBody, right));
    } else {
      termOperators.push(operator);
      terms.push(right);
    }
  }
  return terms.reduce((left, right, index) => setOperation(termOperators[index - 1] as Operator, left, right));
}

function setOperation(
  { name: operator, isAll }: Operator,
  left: tree.QueryBody,
  right: tree.QueryBody,
): tree.SetOperation {
  return { kind: "set", operator, isAll, left, right, start: left.start, end: right.end };
}

/** Adds the windows that a WINDOW clause after ORDER BY defines to the query's single SELECT. */
function withWindows(body: tree.QueryBody, windows: readonly NamedWindow[]): tree.QueryBody {
  return windows.length > 0 && body.kind === "select" ? { ...body, windows: [...body.windows, ...windows] } : body;
}

function readPart(reader: TokenReader, { parts }: QueryScopes, parent: NameUseScope | undefined): tree.QueryBody {
  const { start } = reader.current;
  if (reader.isAt("(")) {
    const open = reader.advance();
    const { tree: inner, query } = reader.readQuery(parent);
    reader.close(open);
    parts.push(query);
    return inner;
  }
  const scope = createScope(start, parent);
  parts.push(scope);
  const body = readScope(reader, scope);
  scope.end = nextTokenStart(reader);
  return body;
}

function readScope(reader: TokenReader, scope: NameUseScope): tree.QueryBody {
  const { start } = reader.current;
  if (reader.isAt("VALUES")) {
    scope.isOpaque = true;
    return readValuesClause(reader, createExpressionContext(scope, "values", []));
  }
  if (reader.take("TABLE")) {
    return readTable(reader, scope, start);
  }
  if (reader.take("FROM")) {
    const from = readRelations(reader, scope);
    reader.takeCaret({ kind: "afterTable", after: "from" }, scope);
    if (reader.isAt("INSERT")) {
      // Each INSERT that follows selects from this FROM clause.
      return { kind: "select", ...emptySelect, from, start, end: reader.previousEnd };
    }
    return readSelect(reader, scope, from);
  }
  if (reader.takeCaret({ kind: "keywords", keywords: queryKeywords }, scope)) {
    return { kind: "missing", start, end: start };
  }
  return readSelect(reader, scope, undefined);
}

const emptySelect = {
  isDistinct: false,
  items: [],
  where: undefined,
  groupBy: undefined,
  having: undefined,
  windows: [],
};

function readTable(reader: TokenReader, scope: NameUseScope, start: number): tree.QueryBody {
  const first = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: false }, scope) || !reader.isAtName()) {
    reader.markUnexpected();
    return { kind: "missing", start, end: reader.previousEnd };
  }
  const path = readQualifiedName(reader, { scope, isTarget: false });
  const end = nextTokenStart(reader);
  const cte = findCte(reader.ctes, path);
  const base = { alias: undefined, columnAliases: [], isHidden: false, start: first.start, end };
  scope.sources.push({ kind: "table", path, cte, ...base });
  const star = { kind: "star" as const, path: [], start: first.start, end };
  scope.uses.push(star);
  scope.items.push({ aliases: [], use: star, from: 0, to: 1, start: first.start, end });
  return { kind: "tableBody", path: path.map(({ text }) => text), start, end: reader.previousEnd };
}

/** Parses a SELECT. `before` contains the parsed FROM clause if it precedes SELECT. */
function readSelect(reader: TokenReader, scope: NameUseScope, before: tree.Relation | undefined): tree.QueryBody {
  const { start } = reader.current;
  if (!reader.take("SELECT")) {
    reader.markUnexpected();
    return { kind: "missing", start, end: start };
  }
  const quantifier = reader.take("ALL", "DISTINCT")?.key;
  const items: tree.SelectItem[] = [];
  do {
    const item = readItem(reader, scope);
    items.push(...(item ? [item] : []));
  } while (reader.take(","));
  const clauses = readClauses(reader, scope, before);
  return {
    kind: "select",
    isDistinct: quantifier === "DISTINCT",
    items,
    ...clauses,
    start,
    end: reader.previousEnd,
  };
}

function readItem(reader: TokenReader, scope: NameUseScope): tree.SelectItem | undefined {
  const after = reader.previous;
  const from = scope.uses.length;
  const expression = reader.readExpression({ scope, clause: "select" });
  if (expression.isEmpty) {
    reader.reportMissing("An expression", after);
    return undefined;
  }
  const to = scope.uses.length;
  const end = reader.previousEnd;
  if (expression.use?.kind === "star" && reader.isAtBoth("EXCEPT", "(") && !isBracketedQueryAhead(reader, 1)) {
    reader.problems.push(createSqlProblem("TS207", reader.advance()));
    reader.skipBrackets();
  }
  const aliases = readItemAliases(reader, scope);
  const { use, tree: value } = expression;
  const item: SelectListItem = { aliases, use, from, to, start: value.start, end: aliases.at(-1)?.end ?? end };
  scope.items.push(item);
  return { expression: value, aliases: aliases.map(({ text }) => text) };
}

/** Parses the aliases of a SELECT item: `AS a`, `a`, `AS (a, b)` or `(a, b)`. */
function readItemAliases(reader: TokenReader, scope: NameUseScope): readonly SqlName[] {
  let aliases: readonly SqlName[] = [];
  const as = reader.take("AS");
  if (as) {
    if (reader.takeCaret({ kind: "newName" }, scope)) {
      return [];
    }
    if (reader.isAt("(")) {
      aliases = readNames(reader);
    } else if (reader.isAtName()) {
      aliases = [reader.takeName()];
    } else {
      reader.reportMissing("A name", as);
    }
  } else if (isAliasAhead(reader)) {
    aliases = [reader.takeName()];
  } else if (isNameListAhead(reader)) {
    aliases = readNames(reader);
  }
  reader.takeCaret({ kind: "operator", clause: "select", isInCase: false }, scope);
  return aliases;
}

interface Clauses {
  from: tree.Relation | undefined;
  where: tree.Expression | undefined;
  groupBy: tree.GroupBy | undefined;
  having: tree.Expression | undefined;
  windows: readonly NamedWindow[];
}

const clauseOrder = ["FROM", "LATERAL", "WHERE", "GROUP", "HAVING", "QUALIFY", "WINDOW"];

/** Parses the clauses after the SELECT list in any order, and reports those that are not in Spark's order. */
function readClauses(reader: TokenReader, scope: NameUseScope, before: tree.Relation | undefined): Clauses {
  const clauses: Clauses = { from: before, where: undefined, groupBy: undefined, having: undefined, windows: [] };
  let last = before ? 0 : -1;
  for (;;) {
    const { current } = reader;
    const rank = clauseOrder.indexOf(current.key);
    if (
      rank < 0 ||
      (current.key === "LATERAL" && reader.peek(1).key !== "VIEW") ||
      !readClause(reader, scope, clauses)
    ) {
      return clauses;
    }
    if (rank < last || (rank === last && current.key !== "LATERAL") || current.key === "QUALIFY") {
      reader.markUnexpected(current);
    }
    last = rank;
  }
}

/** Parses one clause after the SELECT list. Returns false if there is none. */
function readClause(reader: TokenReader, scope: NameUseScope, clauses: Clauses): boolean {
  switch (reader.current.key) {
    case "FROM":
      reader.advance();
      clauses.from = readRelations(reader, scope);
      return true;
    case "LATERAL":
      clauses.from = readLateralView(reader, scope, clauses.from);
      return true;
    case "WHERE":
      clauses.where = readCondition(reader, { scope, clause: "where" });
      return true;
    case "HAVING":
      clauses.having = readCondition(reader, { scope, clause: "having" });
      return true;
    case "QUALIFY":
      readCondition(reader, { scope, clause: "having" });
      return true;
    case "GROUP":
      reader.advance();
      clauses.groupBy = readByKeyword(reader, scope) ? readGroupBy(reader, scope) : undefined;
      return true;
    case "WINDOW":
      clauses.windows = readNamedWindows(reader, scope);
      return true;
    default:
      return false;
  }
}

/**
 * Returns the end offset of the current node: the start of the next token. A cursor in the white space before that
 * token then belongs to the node.
 */
function nextTokenStart(reader: TokenReader): number {
  return reader.current.start;
}

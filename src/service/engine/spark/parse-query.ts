import { parseColumnNames, parseSelectItem, parseValues } from "./parse-list.ts";
import { parseRelations } from "./parse-relation.ts";
import { parseSortItems, parseWindow } from "./parse-window.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import type { StatementReader } from "./statement-reader.ts";
import type { Cte, Expression, GroupBy, Query, QueryBody, Relation, Select } from "./syntax-tree.ts";

const precedence: Readonly<Record<string, number>> = { UNION: 1, EXCEPT: 1, MINUS: 1, SETMINUS: 1, INTERSECT: 2 };

export function parseQuery(tokens: StatementReader): Query {
  const { start } = tokens.current;
  const ctes = parseCtes(tokens);
  return parseQueryBody(tokens, start, ctes);
}

/** A query whose WITH stands before INSERT. */
export function parseQueryBody(tokens: StatementReader, start: number, ctes: readonly Cte[]): Query {
  const body = parseSetOperation(tokens, 1);
  let orderBy: Query["orderBy"] = [];
  if (tokens.take("ORDER", "BY") || tokens.take("SORT", "BY")) {
    orderBy = parseSortItems(tokens);
  } else if (tokens.take("CLUSTER", "BY")) {
    orderBy = parseSortItems(tokens);
  } else if (tokens.take("DISTRIBUTE", "BY")) {
    tokens.list(() => tokens.expression());
    orderBy = tokens.take("SORT", "BY") ? parseSortItems(tokens) : [];
  }
  let limit: Expression | undefined;
  if (tokens.take("LIMIT") && !tokens.take("ALL")) {
    limit = tokens.expression();
  }
  const offset = tokens.take("OFFSET") ? tokens.expression() : undefined;
  return { kind: "query", ctes, body, orderBy, limit, offset, start, end: tokens.previousEnd };
}

export function parseCtes(tokens: StatementReader): Cte[] {
  if (!tokens.take("WITH")) {
    return [];
  }
  if (tokens.isAt("RECURSIVE") && tokens.peek(1).kind === "word" && tokens.peek(1).text.toUpperCase() !== "AS") {
    const { start, end } = tokens.current;
    throw new SparkSqlError("WITH RECURSIVE is not part of Spark SQL 3.5.", start, end);
  }
  return tokens.list(() => {
    const { start } = tokens.current;
    const name = tokens.takeName("The name of the WITH query");
    const columns = parseColumnNames(tokens);
    tokens.take("AS");
    tokens.expect("(");
    const query = tokens.query();
    tokens.expect(")");
    return { name, columns, query, start, end: tokens.previousEnd };
  });
}

function parseSetOperation(tokens: StatementReader, minimum: number): QueryBody {
  let left = parseTerm(tokens);
  for (;;) {
    const word = tokens.current.kind === "word" ? tokens.current.text.toUpperCase() : "";
    const level = precedence[word];
    if (level === undefined || level < minimum) {
      return left;
    }
    tokens.advance();
    const isAll = tokens.take("ALL");
    if (!isAll) {
      tokens.take("DISTINCT");
    }
    const right = parseSetOperation(tokens, level + 1);
    const operator = word === "UNION" || word === "INTERSECT" ? word : "EXCEPT";
    left = { kind: "set", operator, isAll, left, right, start: left.start, end: right.end };
  }
}

function parseTerm(tokens: StatementReader): QueryBody {
  const { start } = tokens.current;
  if (tokens.take("(")) {
    const query = tokens.query();
    tokens.expect(")");
    return query;
  }
  if (tokens.isAt("VALUES")) {
    return parseValues(tokens);
  }
  if (tokens.take("TABLE")) {
    return { kind: "tableBody", path: tokens.takePath(), start, end: tokens.previousEnd };
  }
  if (tokens.take("FROM")) {
    const from = parseRelations(tokens);
    return parseSelect(tokens, from);
  }
  return parseSelect(tokens, undefined);
}

function parseSelect(tokens: StatementReader, before: Relation | undefined): Select {
  const { start } = tokens.current;
  tokens.expect("SELECT");
  const isDistinct = tokens.take("DISTINCT");
  if (!isDistinct) {
    tokens.take("ALL");
  }
  const items = tokens.list(() => parseSelectItem(tokens));
  const from = before ?? (tokens.take("FROM") ? parseRelations(tokens) : undefined);
  const where = tokens.take("WHERE") ? tokens.expression() : undefined;
  const groupBy = parseGroupBy(tokens);
  const having = tokens.take("HAVING") ? tokens.expression() : undefined;
  const windows = tokens.take("WINDOW")
    ? tokens.list(() => {
        const name = tokens.takeName("The name of the window");
        tokens.expect("AS");
        return { name, window: parseWindow(tokens) };
      })
    : [];
  return { kind: "select", isDistinct, items, from, where, groupBy, having, windows, start, end: tokens.previousEnd };
}

function parseGroupBy(tokens: StatementReader): GroupBy | undefined {
  if (!tokens.take("GROUP", "BY")) {
    return undefined;
  }
  if (tokens.isAt("ALL") && tokens.peek(1).text !== "," && tokens.peek(1).text !== ".") {
    tokens.advance();
    return { kind: "all", expressions: [], sets: [] };
  }
  if (tokens.take("GROUPING", "SETS")) {
    return { kind: "sets", expressions: [], sets: parseSets(tokens) };
  }
  for (const kind of ["rollup", "cube"] as const) {
    if (tokens.isAt(kind.toUpperCase(), "(")) {
      tokens.advance();
      return { kind, expressions: parseSetMembers(tokens), sets: [] };
    }
  }
  const expressions = tokens.list(() => tokens.expression());
  if (tokens.take("WITH", "ROLLUP")) {
    return { kind: "rollup", expressions, sets: [] };
  }
  if (tokens.take("WITH", "CUBE")) {
    return { kind: "cube", expressions, sets: [] };
  }
  if (tokens.take("GROUPING", "SETS")) {
    return { kind: "sets", expressions, sets: parseSets(tokens) };
  }
  return { kind: "plain", expressions, sets: [] };
}

function parseSets(tokens: StatementReader): Expression[][] {
  tokens.expect("(");
  const sets = tokens.list(() => (tokens.isAt("(") ? parseSetMembers(tokens) : [tokens.expression()]));
  tokens.expect(")");
  return sets;
}

function parseSetMembers(tokens: StatementReader): Expression[] {
  tokens.expect("(");
  const members = tokens.isAt(")") ? [] : tokens.list(() => tokens.expression());
  tokens.expect(")");
  return members;
}

import { parseExpression, parseOperand } from "./parse-expression.ts";
import { parseCtes, parseQuery, parseQueryBody } from "./parse-query.ts";
import { parsePrimaryRelation } from "./parse-relation.ts";
import { isAliasWord } from "./reserved-words.ts";
import { SparkSqlError } from "./spark-sql-error.ts";
import { StatementReader } from "./statement-reader.ts";
import type { Column, Cte, Expression, MergeWhen, Query, SetClause, Statement, TargetTable } from "./syntax-tree.ts";

const queryWords: ReadonlySet<string> = new Set(["SELECT", "VALUES", "TABLE", "FROM", "(", "WITH"]);

/** One statement; a semicolon behind it is allowed. */
export function parseStatement(text: string): Statement {
  const tokens = new StatementReader(text, { expression: parseExpression, operand: parseOperand, query: parseQuery });
  if (tokens.isAtEnd) {
    throw new SparkSqlError("The statement is empty.", 0, text.length);
  }
  const statement = readStatement(tokens);
  tokens.take(";");
  if (!tokens.isAtEnd) {
    tokens.fail("This is not understood here, or a second statement begins;");
  }
  return statement;
}

function readStatement(tokens: StatementReader): Statement {
  const { start } = tokens.current;
  if (tokens.take("DELETE", "FROM")) {
    const target = parseTarget(tokens);
    return { kind: "delete", target, where: tokens.take("WHERE") ? tokens.expression() : undefined };
  }
  if (tokens.isAt("UPDATE")) {
    return parseUpdate(tokens);
  }
  if (tokens.take("MERGE", "INTO")) {
    return parseMerge(tokens);
  }
  if (!tokens.isAtAny(queryWords) && !tokens.isAt("INSERT")) {
    return refuse(tokens);
  }
  const ctes = parseCtes(tokens);
  return tokens.isAt("INSERT")
    ? parseInsert(tokens, ctes)
    : { kind: "query", query: parseQueryBody(tokens, start, ctes) };
}

function refuse(tokens: StatementReader): never {
  const { start, end, text } = tokens.current;
  const word = text.toUpperCase();
  const second = tokens.peek(1).text.toUpperCase();
  const what = /^[A-Z]+$/.test(second) ? `${word} ${second}` : word;
  const message = /^(CREATE|DROP|ALTER|TRUNCATE|REPLACE)$/.test(word)
    ? `${what} is not available in a SQL job: tables are created, changed and dropped as table sources.`
    : `${what} is not available in a SQL job; it runs SELECT, INSERT, UPDATE, DELETE and MERGE.`;
  throw new SparkSqlError(message, start, end);
}

function parseTarget(tokens: StatementReader): TargetTable {
  const { start } = tokens.current;
  const path = tokens.takePath();
  const end = tokens.previousEnd;
  const alias = tokens.take("AS") || isAliasWord(tokens) ? tokens.takeName("The alias") : undefined;
  return { path, alias, start, end };
}

function parseInsert(tokens: StatementReader, ctes: readonly Cte[]): Statement {
  tokens.expect("INSERT");
  const isOverwrite = tokens.take("OVERWRITE");
  if (isOverwrite && (tokens.isAt("DIRECTORY") || tokens.isAt("LOCAL", "DIRECTORY"))) {
    tokens.fail("INSERT OVERWRITE DIRECTORY is not available in a SQL job; an output of the job writes a file");
  }
  if (!isOverwrite) {
    tokens.expect("INTO");
  }
  tokens.take("TABLE");
  const { start } = tokens.current;
  const path = tokens.takePath();
  const target: TargetTable = { path, alias: undefined, start, end: tokens.previousEnd };
  if (tokens.isAt("PARTITION")) {
    tokens.fail("INSERT with PARTITION is not available: table sources have no partitions of their own");
  }
  if (tokens.isAt("REPLACE", "WHERE")) {
    tokens.fail("INSERT with REPLACE WHERE is not available; use DELETE and INSERT");
  }
  const isByName = tokens.take("BY", "NAME");
  const columns = isByName ? undefined : parseInsertColumns(tokens);
  const query = parseInsertQuery(tokens, ctes);
  return { kind: "insert", target, columns, isByName, isOverwrite, query };
}

function parseInsertQuery(tokens: StatementReader, ctes: readonly Cte[]): Query {
  const query = tokens.query();
  return { ...query, ctes: [...ctes, ...query.ctes] };
}

function parseInsertColumns(tokens: StatementReader): Column[] | undefined {
  return tokens.attempt(() => {
    if (!tokens.take("(") || tokens.isAtAny(queryWords)) {
      return undefined;
    }
    const columns = tokens.list(() => readColumn(tokens));
    return tokens.take(")") ? columns : undefined;
  });
}

function readColumn(tokens: StatementReader): Column {
  const { start } = tokens.current;
  const path = tokens.takePath();
  return { kind: "column", path, start, end: tokens.previousEnd };
}

function parseUpdate(tokens: StatementReader): Statement {
  tokens.expect("UPDATE");
  const target = parseTarget(tokens);
  tokens.expect("SET");
  const assignments = parseAssignments(tokens);
  return { kind: "update", target, assignments, where: tokens.take("WHERE") ? tokens.expression() : undefined };
}

function parseAssignments(tokens: StatementReader): SetClause[] {
  return tokens.list(() => {
    const column = readColumn(tokens);
    tokens.expect("=");
    return { column, value: tokens.expression() };
  });
}

function parseMerge(tokens: StatementReader): Statement {
  const target = parseTarget(tokens);
  tokens.expect("USING");
  const source = parsePrimaryRelation(tokens);
  tokens.expect("ON");
  const on = tokens.expression();
  const clauses: MergeWhen[] = [];
  while (tokens.isAt("WHEN")) {
    clauses.push(parseWhen(tokens));
  }
  if (clauses.length === 0) {
    tokens.fail("WHEN MATCHED or WHEN NOT MATCHED is missing");
  }
  return { kind: "merge", target, source, on, clauses };
}

function parseWhen(tokens: StatementReader): MergeWhen {
  const { start } = tokens.current;
  tokens.expect("WHEN");
  const isNegated = tokens.take("NOT");
  tokens.expect("MATCHED");
  const isBySource = isNegated && tokens.take("BY", "SOURCE");
  if (isNegated && !isBySource) {
    tokens.take("BY", "TARGET");
  }
  const condition = tokens.take("AND") ? tokens.expression() : undefined;
  tokens.expect("THEN");
  const when = isBySource ? "notMatchedBySource" : isNegated ? "notMatched" : "matched";
  const action = when === "notMatched" ? parseMergeInsert(tokens) : parseMergeChange(tokens, isBySource);
  return { when, condition, action, start, end: tokens.previousEnd };
}

function parseMergeChange(tokens: StatementReader, isBySource: boolean): MergeWhen["action"] {
  if (tokens.take("DELETE")) {
    return { kind: "delete" };
  }
  tokens.expect("UPDATE", "SET");
  if (!isBySource && tokens.take("*")) {
    return { kind: "updateStar" };
  }
  return { kind: "update", assignments: parseAssignments(tokens) };
}

function parseMergeInsert(tokens: StatementReader): MergeWhen["action"] {
  tokens.expect("INSERT");
  if (tokens.take("*")) {
    return { kind: "insertStar" };
  }
  tokens.expect("(");
  const columns = tokens.list(() => readColumn(tokens));
  tokens.expect(")", "VALUES", "(");
  const { start } = tokens.current;
  const values: Expression[] = tokens.list(() => tokens.expression());
  tokens.expect(")");
  const [first] = values;
  if (values.length !== columns.length) {
    const problem = `INSERT names ${columns.length} columns and gives ${values.length} values.`;
    throw new SparkSqlError(problem, first?.start ?? start, tokens.previousEnd);
  }
  return {
    kind: "insert",
    assignments: columns.map((column, index) => ({ column, value: values[index] as Expression })),
  };
}

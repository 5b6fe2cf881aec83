import { isAliasAhead } from "./alias-ahead.ts";
import { createScope } from "./create-scope.ts";
import { createProblem } from "./diagnostics.ts";
import { queryWords } from "./grammar-words.ts";
import { holdsQuery } from "./query-ahead.ts";
import { placeAmong, readCondition, readExpression, readExpressionList, readWindowParts } from "./read-expression.ts";
import { findCte, readPath, readSources } from "./read-source.ts";
import type { TokenReader } from "./token-reader.ts";
import { type Clause, type Cte, type Item, isQuery, type Name, type Query, type Scope } from "./tree.ts";

/** A query with its common table expressions and set operations. Names of `parent` are in sight within it. */
export function readQuery(reader: TokenReader, parent: Scope | undefined): Query {
  const before = reader.ctes;
  const query: Query = { start: reader.current.start, end: reader.current.start, ctes: [], parts: [] };
  reader.nested(() => {
    if (reader.isAt("WITH")) {
      query.ctes.push(...readCtes(reader, parent));
    }
    query.parts.push(readPart(reader, parent));
    while (readSetOperator(reader, query)) {
      query.parts.push(readPart(reader, parent));
    }
    readTail(reader, query, parent);
  });
  reader.ctes = before;
  query.end = endHere(reader);
  return query;
}

/** `WITH a AS (...), b AS (...)`; they stay in sight until the reader is told otherwise. */
export function readCtes(reader: TokenReader, parent: Scope | undefined): Cte[] {
  const ctes: Cte[] = [];
  reader.advance();
  do {
    if (reader.takeCaret({ kind: "newName" }, undefined) || !reader.isAtName()) {
      break;
    }
    const name = reader.takeName();
    const columnAliases = reader.isAt("(") ? readNames(reader) : [];
    reader.takeCaret({ kind: "words" }, undefined);
    reader.take("AS");
    reader.takeCaret({ kind: "words" }, undefined);
    if (!reader.isAt("(")) {
      const { previous } = reader;
      if (!reader.caret && previous) {
        const what = previous.key === "AS" ? "A query in brackets" : "AS";
        reader.problems.push(createProblem("TS202", previous, { what, after: previous.text }));
      }
      break;
    }
    const open = reader.advance();
    const query = reader.readQuery(reader, parent);
    const end = reader.close(open)?.end ?? endHere(reader);
    if (ctes.some((other) => other.name.text.toLowerCase() === name.text.toLowerCase())) {
      reader.problems.push(createProblem("TS307", name, { name: name.text }));
    }
    const cte = { name, columnAliases, query, start: name.start, end };
    ctes.push(cte);
    reader.ctes = [...reader.ctes, cte];
  } while (reader.take(","));
  return ctes;
}

function readNames(reader: TokenReader): Name[] {
  const open = reader.advance();
  const names: Name[] = [];
  while (!reader.isAt(")") && !reader.isAtEnd()) {
    if (reader.isAtName()) {
      names.push(reader.takeName());
    } else {
      reader.takeCaret({ kind: "newName" }, undefined) || reader.advance();
    }
  }
  reader.close(open);
  return names;
}

function readSetOperator(reader: TokenReader, { parts }: Query): boolean {
  if (!reader.take("UNION", "EXCEPT", "MINUS", "INTERSECT")) {
    return false;
  }
  const last = parts.at(-1);
  const scope = last && !isQuery(last) ? last : undefined;
  if (!reader.take("ALL", "DISTINCT")) {
    reader.takeCaret(
      { kind: "words", words: ["ALL", "DISTINCT", ...queryWords.filter((word) => word !== "WITH")] },
      scope,
    );
  }
  return true;
}

function readPart(reader: TokenReader, parent: Scope | undefined): Scope | Query {
  if (reader.isAt("(")) {
    const open = reader.advance();
    const query = reader.readQuery(reader, parent);
    reader.close(open);
    return query;
  }
  const scope = createScope(reader.current.start, parent);
  if (reader.take("VALUES")) {
    scope.isOpaque = true;
    readExpressionList(reader, placeAmong(scope, "values", []));
  } else if (reader.take("TABLE")) {
    readTable(reader, scope);
  } else if (reader.take("FROM")) {
    readSources(reader, scope);
    reader.takeCaret({ kind: "afterTable", after: "from" }, scope);
    readSelect(reader, scope);
  } else if (!reader.takeCaret({ kind: "words", words: queryWords }, scope)) {
    readSelect(reader, scope);
  }
  scope.end = endHere(reader);
  return scope;
}

function readTable(reader: TokenReader, scope: Scope): void {
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: false }, scope) || !reader.isAtName()) {
    return;
  }
  const path = readPath(reader, { scope, isTarget: false });
  const end = endHere(reader);
  const cte = findCte(reader.ctes, path);
  scope.sources.push({ kind: "table", path, cte, alias: undefined, columnAliases: [], isHidden: false, start, end });
  const star = { kind: "star" as const, path: [], start, end };
  scope.uses.push(star);
  scope.items.push({ aliases: [], use: star, from: 0, to: 1, start, end });
}

function readSelect(reader: TokenReader, scope: Scope): void {
  if (!reader.take("SELECT")) {
    return;
  }
  reader.take("ALL", "DISTINCT");
  do {
    readItem(reader, scope);
  } while (reader.take(","));
  while (readClause(reader, scope)) {
    // Each clause in the order of the text.
  }
}

function readItem(reader: TokenReader, scope: Scope): void {
  const after = reader.previous;
  const from = scope.uses.length;
  const expression = readExpression(reader, { scope, clause: "select" });
  if (expression.isEmpty) {
    if (after) {
      reader.problems.push(createProblem("TS202", after, { what: "An expression", after: after.text }));
    }
    return;
  }
  const to = scope.uses.length;
  if (expression.use?.kind === "star" && reader.isAtBoth("EXCEPT", "(") && !holdsQuery(reader, 1)) {
    reader.problems.push(createProblem("TS207", reader.advance()));
    reader.skipBrackets();
  }
  const aliases = readItemAliases(reader, scope);
  const { start, use } = expression;
  const item: Item = { aliases, use, from, to, start, end: aliases.at(-1)?.end ?? expression.end };
  scope.items.push(item);
}

/** `AS a`, `a`, or `AS (a, b)`. */
function readItemAliases(reader: TokenReader, scope: Scope): readonly Name[] {
  let aliases: readonly Name[] = [];
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
      reader.problems.push(createProblem("TS202", as, { what: "A name", after: as.text }));
    }
  } else if (isAliasAhead(reader)) {
    aliases = [reader.takeName()];
  }
  reader.takeCaret({ kind: "operator", clause: "select", isInCase: false }, scope);
  return aliases;
}

const expressionClauses: Readonly<Record<string, Clause>> = { WHERE: "where", HAVING: "having", QUALIFY: "having" };

/** Reads one clause after the SELECT list; false when none is here. */
function readClause(reader: TokenReader, scope: Scope): boolean {
  const clause = expressionClauses[reader.current.key];
  if (reader.take("FROM")) {
    readSources(reader, scope);
  } else if (clause) {
    readCondition(reader, { scope, clause });
  } else if (reader.isAt("GROUP")) {
    readGroupBy(reader, scope);
  } else if (reader.isAt("WINDOW")) {
    readWindows(reader, scope);
  } else if (reader.isAt("LATERAL") && reader.peek(1).key === "VIEW") {
    readSources(reader, scope);
  } else {
    return false;
  }
  return true;
}

function readGroupBy(reader: TokenReader, scope: Scope): void {
  reader.advance();
  if (!readBy(reader, scope)) {
    return;
  }
  readExpressionList(reader, { scope, clause: "group" });
  for (;;) {
    if (reader.isAt("GROUPING")) {
      reader.advance();
      reader.take("SETS");
      readExpressionList(reader, { scope, clause: "group" });
    } else if (reader.isAt("WITH") && ["ROLLUP", "CUBE"].includes(reader.peek(1).key)) {
      reader.advance();
      reader.advance();
    } else {
      return;
    }
  }
}

function readBy(reader: TokenReader, scope: Scope): boolean {
  const { previous } = reader;
  const isHere = !reader.takeCaret({ kind: "words", words: ["BY"] }, scope) && reader.take("BY") !== undefined;
  // The others, such as SORT, may be names of tables that are given without AS.
  if (!isHere && !reader.caret && (previous?.key === "ORDER" || previous?.key === "GROUP")) {
    reader.problems.push(createProblem("TS202", previous, { what: "BY", after: previous.text }));
  }
  return isHere;
}

function readWindows(reader: TokenReader, scope: Scope): void {
  reader.advance();
  do {
    if (reader.takeCaret({ kind: "newName" }, scope) || !reader.isAtName()) {
      return;
    }
    reader.windows.defined.push(reader.takeName());
    reader.take("AS");
    if (reader.isAt("(")) {
      const open = reader.advance();
      readWindowParts(reader, { scope, clause: "select" });
      reader.close(open);
    } else if (reader.isAtName()) {
      reader.windows.used.push(reader.takeName());
    }
  } while (reader.take(","));
}

/** What orders and cuts the whole query; of one SELECT it sees the sources too. */
function readTail(reader: TokenReader, query: Query, parent: Scope | undefined): void {
  const [first] = query.parts;
  const scope =
    first && !isQuery(first) && query.parts.length === 1
      ? first
      : { ...createScope(reader.current.start, parent), isOpaque: true };
  for (;;) {
    if (reader.isAt("ORDER", "SORT", "CLUSTER", "DISTRIBUTE")) {
      reader.advance();
      if (!readBy(reader, scope)) {
        break;
      }
      readExpressionList(reader, { scope, clause: "order" });
    } else if (reader.isAt("WINDOW")) {
      readWindows(reader, scope);
    } else if (reader.isAt("LIMIT", "OFFSET")) {
      readCondition(reader, placeAmong(scope, "values", []), "A number");
    } else {
      break;
    }
  }
  scope.end = endHere(reader);
}

/** Everything up to the next token belongs to what was read last: a cursor may stand there. */
function endHere(reader: TokenReader): number {
  return reader.current.start;
}

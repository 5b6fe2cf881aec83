import type { CaretPlace } from "./caret.ts";
import { createScope } from "./create-scope.ts";
import { createProblem } from "./diagnostics.ts";
import type { ExpressionPlace } from "./expression-place.ts";
import { holdsQuery, startsQuery } from "./query-ahead.ts";
import { placeAmong, readCondition, readExpression, readExpressionList } from "./read-expression.ts";
import { readAlias, readPath, readSources } from "./read-source.ts";
import type { TokenReader } from "./token-reader.ts";
import type { Query, Scope, Source, TableSource, Write } from "./tree.ts";

type After = Extract<CaretPlace, { kind: "afterTable" }>["after"];

/** What a statement that writes says: what it writes, what it inserts, its names. */
export interface ReadWrite {
  readonly write: Write | undefined;
  readonly query: Query | undefined;
  readonly scope: Scope;
}

/** `INSERT INTO t (a, b) SELECT ...`, from INSERT on. The names of `parent` are in sight of what is inserted. */
export function readInsert(reader: TokenReader, parent?: Scope): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  reader.take("INTO", "OVERWRITE");
  reader.take("TABLE");
  const target = readTarget(reader, scope, "insert", false);
  readPartition(reader);
  const isNamed = reader.isAt("(") && !holdsQuery(reader);
  if (reader.isAtBoth("BY", "NAME")) {
    reader.advance();
    reader.advance();
  } else if (isNamed) {
    readTargetColumns(reader, scope, target);
  }
  if (reader.take("REPLACE") && reader.isAt("WHERE")) {
    readCondition(reader, placeAmong(scope, "where", target ? [target] : []));
  }
  reader.takeCaret({ kind: "afterTable", after: "insert" }, scope);
  const query = holdsQuery(reader) || startsQuery(reader) ? reader.readQuery(reader, parent) : undefined;
  scope.end = reader.current.start;
  return { write: target && { target, isWhole: !isNamed }, query, scope };
}

/** `PARTITION (day = '2024-01-01') IF NOT EXISTS`. */
function readPartition(reader: TokenReader): void {
  if (reader.take("PARTITION") && reader.isAt("(")) {
    reader.skipBrackets();
  }
  if (reader.isAtBoth("IF", "NOT")) {
    reader.advance();
    reader.advance();
    reader.take("EXISTS");
  }
}

/** `UPDATE t SET a = 1 WHERE ...`. */
export function readUpdate(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  const target = readTarget(reader, scope, "update", true);
  if (reader.isAt("SET")) {
    readAssignments(reader, { scope, clause: "set" }, target);
  }
  readWhere(reader, scope);
  return { write: target && { target, isWhole: false }, query: undefined, scope };
}

/** `DELETE FROM t WHERE ...`. */
export function readDelete(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  reader.take("FROM");
  const target = readTarget(reader, scope, "delete", true);
  readWhere(reader, scope);
  return { write: target && { target, isWhole: false }, query: undefined, scope };
}

/** `MERGE INTO t USING s ON ... WHEN MATCHED THEN ...`. */
export function readMerge(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  reader.take("INTO");
  const target = readTarget(reader, scope, "merge", true);
  if (reader.take("USING")) {
    readSources(reader, scope);
  }
  if (reader.isAt("ON")) {
    readCondition(reader, placeAmong(scope, "on"));
  }
  let isWhole = false;
  while (reader.take("WHEN")) {
    isWhole = readBranch(reader, scope, target) || isWhole;
  }
  scope.end = reader.current.start;
  return { write: target && { target, isWhole }, query: undefined, scope };
}

/** `MATCHED AND a > b THEN UPDATE SET a = b`, from behind WHEN on. Says whether it writes all columns by a star. */
function readBranch(reader: TokenReader, scope: Scope, target: TableSource | undefined): boolean {
  const words: string[] = [];
  while (!reader.isAt("AND", "THEN", "WHEN") && !reader.isAtEnd()) {
    words.push(reader.current.key);
    if (!reader.takeCaret({ kind: "words" }, scope)) {
      reader.advance();
    }
  }
  const among = sourcesOfBranch(words, scope, target);
  if (reader.isAt("AND")) {
    readCondition(reader, placeAmong(scope, "on", among));
  }
  if (!reader.take("THEN")) {
    return false;
  }
  reader.takeCaret({ kind: "words" }, scope);
  let isWhole = false;
  if (reader.take("INSERT")) {
    isWhole = readBranchInsert(reader, placeAmong(scope, "values", among), target);
  } else if (reader.take("UPDATE")) {
    reader.takeCaret({ kind: "words" }, scope);
    isWhole = reader.isAt("SET") && readAssignments(reader, placeAmong(scope, "set", among), target);
  } else {
    reader.take("DELETE");
  }
  reader.takeCaret({ kind: "words" }, scope);
  return isWhole;
}

/** A row that only one side has is only known by the names of that side. */
function sourcesOfBranch(words: readonly string[], { sources }: Scope, target: TableSource | undefined): Source[] {
  const isOfOne = words.includes("NOT");
  const isOfTarget = words.includes("SOURCE");
  return sources.filter((source) => !isOfOne || (source === target) === isOfTarget);
}

function readBranchInsert(reader: TokenReader, place: ExpressionPlace, target: TableSource | undefined): boolean {
  reader.takeCaret({ kind: "words" }, place.scope);
  if (reader.isAt("(")) {
    readTargetColumns(reader, place.scope, target);
  }
  if (reader.take("VALUES") && reader.isAt("(")) {
    const open = reader.advance();
    readExpressionList(reader, place);
    reader.close(open);
  }
  return reader.take("*") !== undefined;
}

function readTarget(reader: TokenReader, scope: Scope, after: After, isSource: boolean): TableSource | undefined {
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: true }, scope)) {
    return undefined;
  }
  if (!reader.isAtName()) {
    return undefined;
  }
  const path = readPath(reader, { scope, isTarget: true });
  const target: Source & { kind: "table" } = {
    kind: "table",
    path,
    cte: undefined,
    alias: undefined,
    columnAliases: [],
    isHidden: false,
    start,
    end: reader.previous?.end ?? start,
  };
  if (isSource) {
    if (!reader.isAt("SET", "USING", "WHERE")) {
      readAlias(reader, scope, target, { kind: "afterTable", after });
    }
    scope.sources.push(target);
  } else {
    reader.takeCaret({ kind: "afterTable", after }, scope);
  }
  return target;
}

function readTargetColumns(reader: TokenReader, scope: Scope, target: TableSource | undefined): void {
  const open = reader.advance();
  while (!reader.isAt(")") && !reader.isAtEnd()) {
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      continue;
    }
    if (reader.isAtName()) {
      readTargetColumn(reader, scope, target);
    } else {
      reader.advance();
    }
  }
  reader.close(open);
}

function readTargetColumn(reader: TokenReader, scope: Scope, target: TableSource | undefined): void {
  const { start } = reader.current;
  const path = [reader.takeName()];
  while (reader.take(".")) {
    if (!reader.takeCaret({ kind: "targetColumn", target }, scope) && reader.isAtName()) {
      path.push(reader.takeName());
    }
  }
  if (target) {
    const end = path.at(-1)?.end ?? start;
    scope.uses.push({ kind: "column", path, clause: "set", target, among: undefined, start, end });
  }
}

/** `SET a = 1, b = c`, or `SET *`. Says whether it is the star. */
function readAssignments(reader: TokenReader, place: ExpressionPlace, target: TableSource | undefined): boolean {
  const { scope } = place;
  reader.advance();
  if (reader.take("*")) {
    return true;
  }
  do {
    const after = reader.previous;
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      // The cursor stands for the column.
    } else if (reader.isAtName()) {
      readTargetColumn(reader, scope, target);
    } else if (after) {
      reader.problems.push(createProblem("TS202", after, { what: "A column", after: after.text }));
    }
    const equals = reader.take("=", "==");
    if (equals && readExpression(reader, place).isEmpty) {
      reader.problems.push(createProblem("TS202", equals, { what: "An expression", after: equals.text }));
    }
    reader.takeCaret({ kind: "words" }, scope);
  } while (reader.take(","));
  return false;
}

function readWhere(reader: TokenReader, scope: Scope): void {
  if (reader.isAt("WHERE")) {
    readCondition(reader, { scope, clause: "where" });
  }
  reader.takeCaret({ kind: "words" }, scope);
  scope.end = reader.current.start;
}

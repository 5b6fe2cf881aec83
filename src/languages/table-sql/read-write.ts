import type { CaretPlace } from "./caret.ts";
import { createScope } from "./create-scope.ts";
import { createProblem } from "./diagnostics.ts";
import { readCondition, readExpression, readExpressionList } from "./read-expression.ts";
import { readAlias, readPath } from "./read-source.ts";
import type { TokenReader } from "./token-reader.ts";
import type { ColumnUse, Query, Scope, Source, TableSource } from "./tree.ts";

type After = Extract<CaretPlace, { kind: "afterTable" }>["after"];

/** What a statement that writes says: its target, what it inserts, its names. */
export interface ReadWrite {
  readonly target: TableSource | undefined;
  readonly query: Query | undefined;
  readonly scope: Scope;
  readonly isOverwrite: boolean;
}

/** `INSERT INTO t (a, b) SELECT ...`, from INSERT on. */
export function readInsert(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  const isOverwrite = reader.isAt("OVERWRITE");
  reader.take("INTO", "OVERWRITE");
  reader.take("TABLE");
  const target = readTarget(reader, scope, "insert", false);
  if (reader.take("PARTITION") && reader.isAt("(")) {
    reader.skipBrackets();
  }
  if (reader.isAtBoth("BY", "NAME")) {
    reader.advance();
    reader.advance();
  } else if (reader.isAt("(") && reader.peek(1).key !== "SELECT") {
    readTargetColumns(reader, scope, target);
  }
  if (reader.take("REPLACE")) {
    readCondition(reader, scope, "where");
  }
  reader.takeCaret({ kind: "afterTable", after: "insert" }, scope);
  const query = reader.isAt("SELECT", "WITH", "VALUES", "TABLE", "FROM", "(")
    ? reader.readQuery(reader, undefined)
    : undefined;
  scope.end = reader.current.start;
  return { target, query, scope, isOverwrite };
}

/** `UPDATE t SET a = 1 WHERE ...`. */
export function readUpdate(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  const target = readTarget(reader, scope, "update", true);
  if (reader.isAt("SET")) {
    readAssignments(reader, scope, target);
  }
  readWhere(reader, scope);
  return { target, query: undefined, scope, isOverwrite: false };
}

/** `DELETE FROM t WHERE ...`. */
export function readDelete(reader: TokenReader): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  reader.take("FROM");
  const target = readTarget(reader, scope, "delete", true);
  readWhere(reader, scope);
  return { target, query: undefined, scope, isOverwrite: false };
}

/** `MERGE INTO t USING s ON ... WHEN MATCHED THEN ...`. */
export function readMerge(reader: TokenReader, readSources: (reader: TokenReader, scope: Scope) => void): ReadWrite {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "words" }, scope);
  reader.take("INTO");
  const target = readTarget(reader, scope, "merge", true);
  if (reader.take("USING")) {
    readSources(reader, scope);
  }
  if (reader.isAt("ON")) {
    readCondition(reader, scope, "on");
  }
  while (reader.take("WHEN")) {
    readBranch(reader, scope, target);
  }
  scope.end = reader.current.start;
  return { target, query: undefined, scope, isOverwrite: false };
}

/** `MATCHED AND a > b THEN UPDATE SET a = b`, from behind WHEN on. */
function readBranch(reader: TokenReader, scope: Scope, target: TableSource | undefined): void {
  while (!reader.isAt("AND", "THEN", "WHEN") && !reader.isAtEnd()) {
    if (!reader.takeCaret({ kind: "words" }, scope)) {
      reader.advance();
    }
  }
  if (reader.isAt("AND")) {
    readCondition(reader, scope, "on");
  }
  if (!reader.take("THEN")) {
    return;
  }
  reader.takeCaret({ kind: "words" }, scope);
  if (reader.take("INSERT")) {
    reader.takeCaret({ kind: "words" }, scope);
    if (reader.isAt("(")) {
      readTargetColumns(reader, scope, target);
    }
    if (reader.take("VALUES") && reader.isAt("(")) {
      const open = reader.advance();
      readExpressionList(reader, { scope, clause: "values" });
      reader.close(open);
    }
    reader.take("*");
  } else if (reader.take("UPDATE")) {
    reader.takeCaret({ kind: "words" }, scope);
    if (reader.isAt("SET")) {
      readAssignments(reader, scope, target);
    }
  } else {
    reader.take("DELETE");
  }
  reader.takeCaret({ kind: "words" }, scope);
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
      scope.uses.push(readTargetColumn(reader, scope, target));
    } else {
      reader.advance();
    }
  }
  reader.close(open);
}

function readTargetColumn(reader: TokenReader, scope: Scope, target: TableSource | undefined): ColumnUse {
  const { start } = reader.current;
  const path = [reader.takeName()];
  while (reader.take(".")) {
    if (!reader.takeCaret({ kind: "targetColumn", target }, scope) && reader.isAtName()) {
      path.push(reader.takeName());
    }
  }
  return { kind: "column", path, clause: "set", isTarget: true, start, end: path.at(-1)?.end ?? start };
}

/** `SET a = 1, b = c`, or `SET *`. */
function readAssignments(reader: TokenReader, scope: Scope, target: TableSource | undefined): void {
  reader.advance();
  if (reader.take("*")) {
    return;
  }
  do {
    const after = reader.previous;
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      // The cursor stands for the column.
    } else if (reader.isAtName()) {
      scope.uses.push(readTargetColumn(reader, scope, target));
    } else if (after) {
      reader.problems.push(createProblem("TS202", after, { what: "A column", after: after.text }));
    }
    const equals = reader.take("=", "==");
    if (equals && readExpression(reader, { scope, clause: "set" }).isEmpty) {
      reader.problems.push(createProblem("TS202", equals, { what: "An expression", after: equals.text }));
    }
    reader.takeCaret({ kind: "words" }, scope);
  } while (reader.take(","));
}

function readWhere(reader: TokenReader, scope: Scope): void {
  if (reader.isAt("WHERE")) {
    readCondition(reader, scope, "where");
  }
  reader.takeCaret({ kind: "words" }, scope);
  scope.end = reader.current.start;
}

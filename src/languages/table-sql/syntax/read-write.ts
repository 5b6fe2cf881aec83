import type { CursorSyntax } from "./caret.ts";
import { createExpressionContext, type ExpressionContext } from "./expression-context.ts";
import { isBracketedQueryAhead, isQueryAhead } from "./lookahead.ts";
import { noCtes, type ParsedCtes } from "./read-query.ts";
import { readCondition } from "./read-query-end.ts";
import { readQualifiedName, readSourceAlias } from "./read-table.ts";
import {
  createScope,
  type NameUseScope,
  type QueryScopes,
  type RowSource,
  type TableRowSource,
  type TableWrite,
} from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

type AfterTable = Extract<CursorSyntax, { kind: "afterTable" }>["after"];

/**
 * A parsed statement that writes a table: its syntax tree, the written table, the inserted query and the names used.
 */
export interface ParsedWrite<Node extends tree.Statement = tree.Statement> {
  /** Syntax tree of the statement. Undefined if something that the tree requires is missing. */
  readonly tree: Node | undefined;
  readonly write: TableWrite | undefined;
  readonly query: QueryScopes | undefined;
  readonly scope: NameUseScope;
}

interface ReadTarget {
  readonly tree: tree.TargetTable;
  readonly source: TableRowSource;
}

/** Parses a SQL statement `INSERT INTO t (a, b) SELECT ...`. The query can use names of the scope `parent`. */
export function readInsert(
  reader: TokenReader,
  { trees }: ParsedCtes = noCtes,
  parent?: NameUseScope,
): ParsedWrite<tree.Insert | tree.OtherStatement> {
  const { start } = reader.advance();
  const scope = createScope(start);
  reader.takeCaret({ kind: "keywords" }, scope);
  const into = reader.take("INTO", "OVERWRITE")?.key;
  if (into === undefined && !reader.caret) {
    reader.markUnexpected();
  }
  if (into === "OVERWRITE" && isDirectory(reader)) {
    return readIntoDirectory(reader, scope, start, parent);
  }
  reader.take("TABLE");
  const target = readTarget(reader, scope, "insert", false);
  const partition = readPartition(reader);
  const isNamed = reader.isAt("(") && !isBracketedQueryAhead(reader);
  const isByName = reader.takeBoth("BY", "NAME");
  const columns = isNamed ? readTargetColumns(reader, scope, target?.source) : undefined;
  const replaceStart = reader.current.start;
  const isReplace = reader.isAtBoth("REPLACE", "WHERE") && reader.take("REPLACE") !== undefined;
  if (isReplace) {
    readCondition(reader, createExpressionContext(scope, "where", target ? [target.source] : []));
  }
  const replaceWhere = isReplace ? { start: replaceStart, end: reader.previousEnd } : undefined;
  reader.takeCaret({ kind: "afterTable", after: "insert" }, scope);
  const read = isBracketedQueryAhead(reader) || isQueryAhead(reader) ? reader.readQuery(parent) : undefined;
  if (!read) {
    reader.markUnexpected();
  }
  scope.end = reader.current.start;
  const isOverwrite = into === "OVERWRITE";
  const node: tree.Insert | undefined = target &&
    read && {
      kind: "insert",
      target: target.tree,
      columns,
      isByName,
      isOverwrite,
      partition,
      replaceWhere,
      query: { ...read.tree, ctes: [...trees, ...read.tree.ctes] },
    };
  return {
    tree: node,
    write: target && { target: target.source, writesAllColumns: !isNamed },
    query: read?.query,
    scope,
  };
}

function isDirectory(reader: TokenReader): boolean {
  const ahead = reader.isAt("LOCAL") ? 1 : 0;
  const next = reader.peek(ahead + 1);
  return reader.peek(ahead).key === "DIRECTORY" && (next.kind === "string" || next.key === "USING");
}

/** Parses `INSERT OVERWRITE DIRECTORY '/x' USING csv SELECT ...`. The current token is DIRECTORY. */
function readIntoDirectory(
  reader: TokenReader,
  scope: NameUseScope,
  start: number,
  parent: NameUseScope | undefined,
): ParsedWrite<tree.OtherStatement> {
  while (!reader.isAtEnd() && !isQueryAhead(reader)) {
    reader.takeCaret({ kind: "keywords" }, scope) || reader.advance();
  }
  const read = reader.readQuery(parent);
  const words = ["INSERT", "OVERWRITE", "DIRECTORY"];
  const node: tree.OtherStatement = { kind: "other", words, start, end: reader.previousEnd };
  return { tree: node, write: undefined, query: read.query, scope };
}

/** Skips a clause `PARTITION (day = '2024-01-01') IF NOT EXISTS`, and returns its span. Undefined if there is none. */
function readPartition(reader: TokenReader): tree.Insert["partition"] {
  const { start } = reader.current;
  if (!reader.isAtBoth("PARTITION", "(")) {
    return undefined;
  }
  reader.advance();
  reader.skipBrackets();
  if (reader.takeBoth("IF", "NOT")) {
    reader.expect("EXISTS");
  }
  return { start, end: reader.previousEnd };
}

/** Parses a SQL statement of the form `UPDATE t SET a = 1 WHERE ...`. */
export function readUpdate(reader: TokenReader, { trees: ctes }: ParsedCtes): ParsedWrite<tree.Update> {
  const scope = createScope(reader.advance().start);
  const target = readTarget(reader, scope, "update", true);
  const context: ExpressionContext = { scope, clause: "set" };
  const assignments = reader.isAt("SET") ? readAssignments(reader, context, target?.source) : undefined;
  if (!assignments || assignments === "*") {
    reader.markUnexpected();
  }
  const where = readWhere(reader, scope);
  const node: tree.Update | undefined =
    target && assignments && assignments !== "*"
      ? { kind: "update", ctes, target: target.tree, assignments, where }
      : undefined;
  return { tree: node, write: target && { target: target.source, writesAllColumns: false }, query: undefined, scope };
}

/** Parses a SQL statement of the form `DELETE FROM t WHERE ...`. */
export function readDelete(reader: TokenReader, { trees: ctes }: ParsedCtes): ParsedWrite<tree.Delete> {
  const scope = createScope(reader.advance().start);
  reader.takeCaret({ kind: "keywords" }, scope) || reader.expect("FROM");
  const target = readTarget(reader, scope, "delete", true);
  const where = readWhere(reader, scope);
  const node: tree.Delete | undefined = target && { kind: "delete", ctes, target: target.tree, where };
  return { tree: node, write: target && { target: target.source, writesAllColumns: false }, query: undefined, scope };
}

export function readTarget(
  reader: TokenReader,
  scope: NameUseScope,
  after: AfterTable,
  isSource: boolean,
): ReadTarget | undefined {
  const { start } = reader.current;
  if (reader.takeCaret({ kind: "table", isTarget: true }, scope)) {
    return undefined;
  }
  if (!reader.isAtName()) {
    reader.markUnexpected();
    return undefined;
  }
  const path = readQualifiedName(reader, { scope, isTarget: true });
  const end = reader.previousEnd;
  const source: RowSource & { kind: "table" } = {
    kind: "table",
    path,
    cte: undefined,
    alias: undefined,
    columnAliases: [],
    isHidden: false,
    start,
    end,
  };
  if (isSource) {
    if (!reader.isAt("SET", "USING", "WHERE")) {
      readSourceAlias(reader, scope, source, { kind: "afterTable", after });
    }
    if (source.columnAliases.length > 0) {
      reader.markUnexpected(reader.previous);
    }
    scope.sources.push(source);
  } else {
    reader.takeCaret({ kind: "afterTable", after }, scope);
  }
  const texts = path.map(({ text }) => text);
  return { tree: { path: texts, alias: source.alias?.text, start, end }, source };
}

export function readTargetColumns(
  reader: TokenReader,
  scope: NameUseScope,
  target: TableRowSource | undefined,
): tree.Column[] {
  const open = reader.advance();
  const columns: tree.Column[] = [];
  do {
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      continue;
    }
    if (reader.isAtName()) {
      columns.push(readTargetColumn(reader, scope, target));
    } else {
      reader.markUnexpected();
    }
  } while (reader.take(","));
  reader.close(open);
  return columns;
}

function readTargetColumn(reader: TokenReader, scope: NameUseScope, target: TableRowSource | undefined): tree.Column {
  const { start } = reader.current;
  const path = [reader.takeName()];
  while (reader.take(".")) {
    if (reader.isAtName()) {
      path.push(reader.takeName());
    } else if (!reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      reader.markUnexpected();
    }
  }
  const end = path.at(-1)?.end ?? start;
  if (target) {
    scope.uses.push({ kind: "column", path, clause: "set", target, candidates: undefined, start, end });
  }
  return { kind: "column", path: path.map(({ text }) => text), start, end };
}

/** Parses the assignments of `SET a = 1, b = c`, or returns the star of `SET *`. */
export function readAssignments(
  reader: TokenReader,
  context: ExpressionContext,
  target: TableRowSource | undefined,
): tree.SetAssignment[] | "*" {
  const { scope } = context;
  reader.advance();
  if (reader.take("*")) {
    return "*";
  }
  const assignments: tree.SetAssignment[] = [];
  do {
    const after = reader.previous;
    let column: tree.Column | undefined;
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      // The cursor is in the position of the column.
    } else if (reader.isAtName()) {
      column = readTargetColumn(reader, scope, target);
    } else {
      reader.reportMissing("A column", after);
    }
    const equals = reader.take("=", "==");
    if (!equals && column) {
      reader.markUnexpected();
    }
    if (equals) {
      const { tree: value, isEmpty } = reader.readExpression(context);
      if (isEmpty) {
        reader.reportMissing("An expression", equals);
      }
      assignments.push(...(column ? [{ column, value }] : []));
    }
    reader.takeCaret({ kind: "keywords" }, scope);
  } while (reader.take(","));
  return assignments;
}

function readWhere(reader: TokenReader, scope: NameUseScope): tree.Expression | undefined {
  const where = reader.isAt("WHERE") ? readCondition(reader, { scope, clause: "where" }) : undefined;
  reader.takeCaret({ kind: "keywords" }, scope);
  scope.end = reader.current.start;
  return where;
}

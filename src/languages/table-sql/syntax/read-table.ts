import type { Span } from "../../core/text/span.ts";
import { createExpressionContext } from "./expression-context.ts";
import { isAliasAhead } from "./lookahead.ts";
import type { CteScopes, NameUseScope, RowSource, SqlName, TableRowSource } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";

/**
 * Parses a table version such as `FOR VERSION AS OF 12` or `TIMESTAMP AS OF current_date() - 1`. Returns the span of
 * the keyword VERSION or TIMESTAMP.
 */
export function readTableVersion(reader: TokenReader, scope: NameUseScope): Span | undefined {
  const { start } = reader.current;
  const isVersion = (ahead: number) =>
    ["VERSION", "TIMESTAMP", "SYSTEM_VERSION", "SYSTEM_TIME"].includes(reader.peek(ahead).key) &&
    reader.peek(ahead + 1).key === "AS" &&
    reader.peek(ahead + 2).key === "OF";
  if (!isVersion(0) && !(reader.isAt("FOR") && isVersion(1))) {
    return undefined;
  }
  reader.take("FOR");
  const { end } = reader.advance();
  reader.advance();
  reader.advance();
  const { isEmpty } = reader.readExpression(createExpressionContext(scope, "values", []));
  if (isEmpty) {
    reader.reportMissing("A version");
  }
  return { start, end };
}

/**
 * Parses the alias of a table in FROM: `AS x (a, b)`. AS is optional. `after` is the cursor's context after the table.
 */
export function readSourceAlias(
  reader: TokenReader,
  scope: NameUseScope,
  source: RowSource,
  after: Parameters<TokenReader["takeCaret"]>[0],
): void {
  if (reader.takeCaret(after, scope)) {
    return;
  }
  if (reader.take("AS")) {
    if (reader.takeCaret({ kind: "newName" }, scope)) {
      return;
    }
    if (!reader.isAtName()) {
      reader.reportMissing("A name");
    }
  } else if (!isAliasAhead(reader)) {
    return;
  }
  if (reader.isAtName()) {
    source.alias = reader.takeName();
    if (reader.isAt("(")) {
      source.columnAliases = readColumnNames(reader, scope, undefined);
    }
  }
  reader.takeCaret(after, scope);
}

/** Parses a qualified name: `a.b`. */
export function readQualifiedName(
  reader: TokenReader,
  { scope, isTarget }: { scope: NameUseScope; isTarget: boolean },
): SqlName[] {
  const path = [reader.takeName()];
  while (reader.isAt(".")) {
    const dot = reader.advance();
    if (reader.takeCaret({ kind: "table", isTarget }, scope)) {
      break;
    }
    if (!reader.isAtName()) {
      reader.reportMissing("A name", dot);
      break;
    }
    path.push(reader.takeName());
  }
  return path;
}

/** Returns the innermost visible common table expression with the given name. Undefined if there is none. */
export function findCte(ctes: readonly CteScopes[], path: readonly SqlName[]): CteScopes | undefined {
  const [name, ...more] = path;
  const folded = name?.text.toLowerCase();
  return more.length > 0 ? undefined : ctes.findLast((cte) => cte.name.text.toLowerCase() === folded);
}

/** Parses names of columns in brackets: `(a, b)`. */
export function readColumnNames(
  reader: TokenReader,
  scope: NameUseScope,
  target: TableRowSource | undefined,
): SqlName[] {
  const open = reader.advance();
  const names: SqlName[] = [];
  do {
    if (reader.takeCaret({ kind: "targetColumn", target }, scope)) {
      continue;
    }
    if (reader.isAtName()) {
      names.push(reader.takeName());
    } else {
      reader.markUnexpected();
    }
  } while (reader.take(","));
  reader.close(open);
  return names;
}

/** Skips the clause TABLESAMPLE with its brackets, and returns its span. Undefined if there is none. */
export function readTableSample(reader: TokenReader): Span | undefined {
  const { start } = reader.current;
  if (!reader.take("TABLESAMPLE")) {
    return undefined;
  }
  if (reader.isAt("(")) {
    reader.skipBrackets();
  } else {
    reader.markUnexpected();
  }
  return { start, end: reader.previousEnd };
}

import { createExpressionContext, type ExpressionContext } from "./expression-context.ts";
import { readExpressionList, readSortItems, readWindow } from "./read-window.ts";
import { createScope, isQueryScopes, type NameUseScope, type QueryScopes } from "./scopes.ts";
import type { TokenReader } from "./token-reader.ts";
import type * as tree from "./tree.ts";

export type NamedWindow = tree.Select["windows"][number];

/** Parses the current keyword and the expression after it. `what` describes the expression in error messages. */
export function readCondition(reader: TokenReader, context: ExpressionContext, what = "A condition"): tree.Expression {
  const word = reader.advance();
  const { tree: condition, isEmpty } = reader.readExpression(context);
  if (isEmpty) {
    reader.reportMissing(what, word);
  }
  return condition;
}

/** Consumes BY after a keyword such as GROUP. Returns whether BY was present. */
export function readByKeyword(reader: TokenReader, scope: NameUseScope): boolean {
  const { previous } = reader;
  const hasBy = !reader.takeCaret({ kind: "keywords", keywords: ["BY"] }, scope) && reader.take("BY") !== undefined;
  // Other keywords, such as SORT, may be table aliases without AS.
  if (!hasBy && !reader.caret) {
    if (previous?.key === "ORDER" || previous?.key === "GROUP") {
      reader.reportMissing("BY", previous);
    } else {
      reader.markUnexpected();
    }
  }
  return hasBy;
}

/** Parses named windows: `WINDOW w AS (...), v AS w`. */
export function readNamedWindows(reader: TokenReader, scope: NameUseScope): NamedWindow[] {
  const windows: NamedWindow[] = [];
  reader.advance();
  do {
    if (reader.takeCaret({ kind: "newName" }, scope) || !reader.isAtName()) {
      reader.markUnexpected();
      break;
    }
    const name = reader.takeName();
    reader.windows.defined.push(name);
    reader.expect("AS");
    if (reader.isAt("(")) {
      windows.push({ name: name.text, window: readWindow(reader, { scope, clause: "select" }) });
    } else if (reader.isAtName()) {
      const base = reader.takeName();
      reader.windows.used.push(base);
      const window = { base: base.text, partitionBy: [], orderBy: [], frame: undefined };
      windows.push({ name: name.text, window });
    } else {
      reader.markUnexpected();
    }
  } while (reader.take(","));
  return windows;
}

interface Tail {
  orderBy: readonly tree.SortItem[];
  limit: tree.Expression | undefined;
  offset: tree.Expression | undefined;
  windows: readonly NamedWindow[];
}

const tailOrder = ["ORDER", "CLUSTER", "DISTRIBUTE", "SORT", "WINDOW", "LIMIT", "OFFSET"];

/**
 * Parses the clauses that follow all set operations, such as ORDER BY. They can refer to the tables in FROM only if the
 * query is a single SELECT.
 */
export function readQueryTail(reader: TokenReader, query: QueryScopes, parent: NameUseScope | undefined): Tail {
  const [first] = query.parts;
  const scope =
    first && !isQueryScopes(first) && query.parts.length === 1
      ? first
      : { ...createScope(reader.current.start, parent), isOpaque: true };
  const tail: Tail = { orderBy: [], limit: undefined, offset: undefined, windows: [] };
  for (let last = -1; ; ) {
    const { current } = reader;
    const rank = tailOrder.indexOf(current.key);
    if (rank < 0 || !readTailClause(reader, scope, tail)) {
      break;
    }
    if (rank <= last) {
      reader.markUnexpected(current);
    }
    last = rank;
  }
  scope.end = reader.current.start;
  return tail;
}

function readTailClause(reader: TokenReader, scope: NameUseScope, tail: Tail): boolean {
  const { key } = reader.current;
  const numberContext = createExpressionContext(scope, "values", []);
  switch (key) {
    case "WINDOW":
      tail.windows = readNamedWindows(reader, scope);
      return true;
    case "LIMIT": {
      const limit = readCondition(reader, numberContext, "A number");
      const isAll = limit.kind === "column" && limit.path.length === 1 && limit.path[0]?.toUpperCase() === "ALL";
      tail.limit = isAll ? undefined : limit;
      return true;
    }
    case "OFFSET":
      tail.offset = readCondition(reader, numberContext, "A number");
      return true;
    default: {
      reader.advance();
      if (!readByKeyword(reader, scope)) {
        return false;
      }
      const context: ExpressionContext = { scope, clause: "order" };
      if (key === "DISTRIBUTE") {
        readExpressionList(reader, context);
      } else {
        tail.orderBy = readSortItems(reader, context);
      }
      return true;
    }
  }
}

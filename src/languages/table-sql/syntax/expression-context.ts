import type { Clause, NameUseScope, QueryScopes, RowSource, SingleNameUse } from "./scopes.ts";
import type * as tree from "./tree.ts";

/** Context in which a SQL expression is parsed: its scope and clause. */
export interface ExpressionContext {
  readonly scope: NameUseScope;
  readonly clause: Clause;
  /**
   * Tables in FROM that names in the expression can refer to. Undefined if they are those visible in the SELECT list.
   */
  readonly candidates?: readonly RowSource[];
}

/** A parsed SQL expression, with the name that it consists of. */
export interface ParsedExpression {
  /** Syntax tree of the expression. A `missing` node if there is no expression. */
  readonly tree: tree.Expression;
  readonly isEmpty: boolean;
  /** Column, star or call, if the complete expression consists of it. Undefined for any other expression. */
  readonly use: SingleNameUse | undefined;
}

/** A parsed query: its syntax tree, and the names used in it by scope. */
export interface ParsedQuery {
  readonly tree: tree.Query;
  readonly query: QueryScopes;
}

/**
 * Creates the context for parsing an expression. Its names can refer to the `candidates`, which default to the tables
 * parsed so far. In ON, for example, the tables of later joins are not visible.
 */
export function createExpressionContext(
  scope: NameUseScope,
  clause: Clause,
  candidates: readonly RowSource[] = [...scope.sources],
): ExpressionContext {
  return { scope, clause, candidates };
}

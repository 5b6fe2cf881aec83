import type { Clause, QueryScopes, Scope, SoleUse, Source } from "./scopes.ts";
import type * as tree from "./tree.ts";

/** Context in which an expression is parsed. */
export interface ExpressionContext {
  readonly scope: Scope;
  readonly clause: Clause;
  /** Sources that its names can belong to, if they differ from those visible in the scope's SELECT list. */
  readonly candidates?: readonly Source[];
}

/** A parsed expression. */
export interface ReadExpression {
  /** A `missing` node if there is no expression. */
  readonly tree: tree.Expression;
  readonly isEmpty: boolean;
  /** The column, star or call that the expression consists of. Undefined for any other expression. */
  readonly use: SoleUse | undefined;
}

/** A parsed query: its tree, and the names in it. */
export interface ReadQuery {
  readonly tree: tree.Query;
  readonly query: QueryScopes;
}

/**
 * Creates the context of an expression with explicit candidate sources. They default to the sources parsed so far, as
 * for ON, which sees the hidden side of a join but no later sources.
 */
export function createContext(
  scope: Scope,
  clause: Clause,
  candidates: readonly Source[] = [...scope.sources],
): ExpressionContext {
  return { scope, clause, candidates };
}

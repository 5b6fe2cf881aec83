import type { Clause, QueryScopes, Scope, Source, WholeUse } from "./scopes.ts";
import type * as tree from "./tree.ts";

/** What an expression is read for. */
export interface ExpressionContext {
  readonly scope: Scope;
  readonly clause: Clause;
  /** The sources that its names may belong to, when these are not those that the SELECT list of the scope sees. */
  readonly among?: readonly Source[];
}

export interface ReadExpression {
  /** A `missing` node where nothing was read. */
  readonly tree: tree.Expression;
  readonly isEmpty: boolean;
  /** The column, star or call that the expression is, when it is nothing else. */
  readonly use: WholeUse | undefined;
}

/** A query as a tree, and the names in it. */
export interface ReadQuery {
  readonly tree: tree.Query;
  readonly query: QueryScopes;
}

/** What ON and the like see: all that stands before, the hidden side of a join too, and nothing that is joined later. */
export function contextAmong(
  scope: Scope,
  clause: Clause,
  among: readonly Source[] = [...scope.sources],
): ExpressionContext {
  return { scope, clause, among };
}

import type { Clause, Scope, Source, WholeUse } from "./tree.ts";

/** What an expression is read for. */
export interface ExpressionPlace {
  readonly scope: Scope;
  readonly clause: Clause;
  /** The sources that its names may belong to, when these are not those that the SELECT list of the scope sees. */
  readonly among?: readonly Source[];
}

export interface ReadExpression {
  readonly start: number;
  readonly end: number;
  readonly isEmpty: boolean;
  /** The column, star or call that the expression is, when it is nothing else. */
  readonly use: WholeUse | undefined;
}

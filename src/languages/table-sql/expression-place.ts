import type { Clause, ColumnUse, Scope, StarUse } from "./tree.ts";

/** What an expression is read for. */
export interface ExpressionPlace {
  readonly scope: Scope;
  readonly clause: Clause;
}

export interface ReadExpression {
  readonly start: number;
  readonly end: number;
  readonly isEmpty: boolean;
  /** The column or star that the expression is, when it is nothing else. */
  readonly use: ColumnUse | StarUse | undefined;
}

/** A query as its text says it, names not yet looked up (sql-like-language 3.2). */
export interface ParsedQuery {
  readonly items: readonly SelectItem[];
  readonly object: string;
  readonly where?: Condition;
}

export interface SelectItem {
  readonly expression: Expression;
  readonly label?: string;
}

export type Expression = PathExpression | CallExpression | Literal;

export interface PathExpression {
  readonly kind: "path";
  readonly names: readonly string[];
}

export interface CallExpression {
  readonly kind: "call";
  readonly name: string;
  readonly arguments: readonly CallArgument[];
}

export interface CallArgument {
  readonly name?: string;
  readonly value: Expression;
}

export type Literal =
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "boolean"; readonly value: boolean };

export type Operator = "=" | "!=" | "<" | "<=" | ">" | ">=";

/** Brackets are kept: `(a AND b) AND c` has two parts, the first of which has two. */
export type Condition =
  | { readonly kind: "and" | "or"; readonly parts: readonly Condition[] }
  | { readonly kind: "not"; readonly part: Condition }
  | Predicate;

export type Predicate =
  | { readonly kind: "holds"; readonly left: Expression }
  | { readonly kind: "compare"; readonly left: Expression; readonly operator: Operator; readonly right: Expression }
  | {
      readonly kind: "in";
      readonly left: Expression;
      readonly isNegated: boolean;
      readonly values: readonly Expression[];
    }
  | {
      readonly kind: "between";
      readonly left: Expression;
      readonly isNegated: boolean;
      readonly low: Expression;
      readonly high: Expression;
    }
  | { readonly kind: "null"; readonly left: Expression; readonly isNegated: boolean };

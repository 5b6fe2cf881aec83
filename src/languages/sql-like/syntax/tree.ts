import type { Span } from "../../core/text/span.ts";
import type { Sign } from "./operators.ts";

/** Syntax tree of a text. Each node has the start and end offsets of its text, without surrounding comments. */
export interface Script extends Span {
  readonly kind: "script";
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
}

export type Statement = Query | ShellStatement | UnknownStatement;

export interface Query extends Span {
  readonly kind: "query";
  /** Span of the word SELECT. */
  readonly select: Span;
  readonly items: readonly SelectItem[];
  readonly from: FromClause | undefined;
  readonly where: WhereClause | undefined;
  readonly unsupported: readonly UnsupportedClause[];
}

/** Statement of the command-line shell. The query endpoint does not accept such statements (sql-like-language 12). */
export interface ShellStatement extends Span {
  readonly kind: "shellStatement";
  readonly action: "setSchema" | "begin" | "copy" | "commit" | "rollback";
  /** Name of the schema in a `setSchema` statement, or of the object in a `copy` statement. */
  readonly name: NameNode | undefined;
  /** File path in a `copy` statement. */
  readonly path: StringLiteral | undefined;
}

interface UnknownStatement extends Span {
  readonly kind: "unknownStatement";
  readonly unsupported: readonly UnsupportedClause[];
}

export interface SelectItem extends Span {
  readonly kind: "item";
  readonly expression: Expression;
  readonly label: ColumnLabel | undefined;
}

export interface ColumnLabel extends Span {
  readonly kind: "label";
  readonly value: string;
  /** Span of the column label without the word AS. */
  readonly text: Span;
  /** Whether the column label is quoted. An unquoted label without AS may be a column after a forgotten comma. */
  readonly isQuoted: boolean;
  /** Span of the word AS; undefined for a label without AS. */
  readonly as: Span | undefined;
}

export interface FromClause extends Span {
  readonly kind: "from";
  readonly keyword: Span;
  readonly object: NamePath | MissingNode;
}

export interface WhereClause extends Span {
  readonly kind: "where";
  readonly keyword: Span;
  readonly condition: Condition;
}

/** Clause of standard SQL that the language does not support, with its complete span. */
export interface UnsupportedClause extends Span {
  readonly kind: "unsupportedClause";
  /** Name of the unsupported clause in messages, such as `ORDER BY`. */
  readonly title: string;
}

export type Condition = ConditionJunction | NegatedCondition | BracketedCondition | Predicate | MissingNode;

/** Two or more conditions joined by AND or by OR. */
export interface ConditionJunction extends Span {
  readonly kind: "and" | "or";
  readonly operands: readonly Condition[];
}

interface NegatedCondition extends Span {
  readonly kind: "not";
  readonly operand: Condition;
}

export interface BracketedCondition extends Span {
  readonly kind: "group";
  readonly condition: Condition;
}

export type Predicate =
  | ComparisonPredicate
  | InPredicate
  | BetweenPredicate
  | NullPredicate
  | OperandPredicate
  | UnsupportedPredicate;

export interface ComparisonPredicate extends Span {
  readonly kind: "compare";
  readonly left: Expression;
  readonly operator: Span & { readonly sign: Sign };
  readonly right: Expression;
}

export interface InPredicate extends Span {
  readonly kind: "in";
  readonly left: Expression;
  readonly isNegated: boolean;
  /** Right operand of IN: a call such as `periods(...)`, or the list of values in brackets. */
  readonly values: FunctionCall | readonly Expression[];
}

export interface BetweenPredicate extends Span {
  readonly kind: "between";
  readonly left: Expression;
  readonly isNegated: boolean;
  readonly low: Expression;
  readonly high: Expression;
}

interface NullPredicate extends Span {
  readonly kind: "isNull";
  readonly left: Expression;
  readonly isNegated: boolean;
}

/** Operand without a comparison: a concept alone, or an incomplete predicate. */
interface OperandPredicate extends Span {
  readonly kind: "bare";
  readonly operand: Expression;
}

interface UnsupportedPredicate extends Span {
  readonly kind: "unsupportedPredicate";
  readonly left: Expression;
}

export type Expression = FunctionCall | NamePath | Literal | StarExpression | UnsupportedExpression | MissingNode;

export interface FunctionCall extends Span {
  readonly kind: "call";
  readonly name: NameNode;
  readonly arguments: readonly CallArgument[];
  /** Offset of the call's opening bracket. */
  readonly open: number;
  readonly isClosed: boolean;
}

export interface CallArgument extends Span {
  readonly kind: "argument";
  /** Parameter name of a named argument, `name = value`, in a metric call; undefined for a positional argument. */
  readonly name: NameNode | undefined;
  readonly value: Expression;
}

export interface NamePath extends Span {
  readonly kind: "path";
  /** Segments of the path, at least one. If nothing follows the last dot, the last segment is empty. */
  readonly segments: readonly NameNode[];
}

export interface NameNode extends Span {
  readonly kind: "name";
  readonly text: string;
}

export type Literal = StringLiteral | NumberLiteral | BooleanLiteral;

export interface StringLiteral extends Span {
  readonly kind: "string";
  readonly value: string;
  readonly isClosed: boolean;
}

export interface NumberLiteral extends Span {
  readonly kind: "number";
  readonly value: number;
  /** Number literal as written, including its sign. */
  readonly text: string;
}

interface BooleanLiteral extends Span {
  readonly kind: "boolean";
  readonly value: boolean;
}

/** `*` as a SELECT item. */
interface StarExpression extends Span {
  readonly kind: "star";
}

/** Unsupported expression: arithmetic, a subquery or CASE. The parser has already reported it. */
export interface UnsupportedExpression extends Span {
  readonly kind: "unsupported";
  /** Whether the expression is an SQL aggregate such as `AVG(Age)`, which has to be replaced by a metric. */
  readonly standsForMetric?: boolean;
  readonly parts: readonly Expression[];
}

/** Empty node for a missing expression. The parser has already reported it. */
export interface MissingNode extends Span {
  readonly kind: "hole";
}

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
  readonly items: readonly Item[];
  readonly from: From | undefined;
  readonly where: Where | undefined;
  readonly unsupported: readonly UnsupportedClause[];
}

/** Statement of the command-line shell. The query endpoint does not accept such statements (sql-like-language 12). */
export interface ShellStatement extends Span {
  readonly kind: "shellStatement";
  readonly action: "setSchema" | "begin" | "copy" | "commit" | "rollback";
  /** Name of the schema in a `setSchema` statement, or of the object in a `copy` statement. */
  readonly name: Name | undefined;
  /** File path in a `copy` statement. */
  readonly path: StringLiteral | undefined;
}

interface UnknownStatement extends Span {
  readonly kind: "unknownStatement";
  readonly unsupported: readonly UnsupportedClause[];
}

export interface Item extends Span {
  readonly kind: "item";
  readonly expression: Expression;
  readonly label: Label | undefined;
}

export interface Label extends Span {
  readonly kind: "label";
  readonly value: string;
  /** Span of the column label without the word AS. */
  readonly text: Span;
  /** Whether the column label is quoted. An unquoted label without AS may be a column after a forgotten comma. */
  readonly isQuoted: boolean;
  /** Span of the word AS; undefined for a label without AS. */
  readonly as: Span | undefined;
}

export interface From extends Span {
  readonly kind: "from";
  readonly keyword: Span;
  readonly object: Path | Hole;
}

export interface Where extends Span {
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

export type Condition = Junction | Negation | Group | Predicate | Hole;

/** Two or more conditions joined by AND or by OR. */
export interface Junction extends Span {
  readonly kind: "and" | "or";
  readonly operands: readonly Condition[];
}

interface Negation extends Span {
  readonly kind: "not";
  readonly operand: Condition;
}

export interface Group extends Span {
  readonly kind: "group";
  readonly condition: Condition;
}

export type Predicate = Comparison | Inclusion | Range | NullTest | BareOperand | UnsupportedPredicate;

export interface Comparison extends Span {
  readonly kind: "compare";
  readonly left: Expression;
  readonly operator: Span & { readonly sign: Sign };
  readonly right: Expression;
}

export interface Inclusion extends Span {
  readonly kind: "in";
  readonly left: Expression;
  readonly isNegated: boolean;
  /** Right operand of IN: a call such as `periods(...)`, or the list of values in brackets. */
  readonly values: Call | readonly Expression[];
}

export interface Range extends Span {
  readonly kind: "between";
  readonly left: Expression;
  readonly isNegated: boolean;
  readonly low: Expression;
  readonly high: Expression;
}

interface NullTest extends Span {
  readonly kind: "isNull";
  readonly left: Expression;
  readonly isNegated: boolean;
}

/** Operand without a comparison: a concept alone, or an incomplete predicate. */
interface BareOperand extends Span {
  readonly kind: "bare";
  readonly operand: Expression;
}

interface UnsupportedPredicate extends Span {
  readonly kind: "unsupportedPredicate";
  readonly left: Expression;
}

export type Expression = Call | Path | Literal | Star | Unsupported | Hole;

export interface Call extends Span {
  readonly kind: "call";
  readonly name: Name;
  readonly arguments: readonly Argument[];
  /** Offset of the call's opening bracket. */
  readonly open: number;
  readonly isClosed: boolean;
}

export interface Argument extends Span {
  readonly kind: "argument";
  /** Parameter name of a named argument, `name = value`, in a metric call; undefined for a positional argument. */
  readonly name: Name | undefined;
  readonly value: Expression;
}

export interface Path extends Span {
  readonly kind: "path";
  /** Segments of the path, at least one. If nothing follows the last dot, the last segment is empty. */
  readonly segments: readonly Name[];
}

export interface Name extends Span {
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
interface Star extends Span {
  readonly kind: "star";
}

/** Unsupported expression: arithmetic, a subquery or CASE. The parser has already reported it. */
export interface Unsupported extends Span {
  readonly kind: "unsupported";
  /** Whether the expression is an SQL aggregate such as `AVG(Age)`, which has to be replaced by a metric. */
  readonly standsForMetric?: boolean;
  readonly parts: readonly Expression[];
}

/** Empty node for a missing expression. The parser has already reported it. */
export interface Hole extends Span {
  readonly kind: "hole";
}

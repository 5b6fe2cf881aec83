import type { Span } from "../../core/text/span.ts";
import type { Sign } from "./operators.ts";

/** The tree of a text; every node has the offsets of the text it stands for, comments aside. */
export interface Script extends Span {
  readonly kind: "script";
  readonly statements: readonly Statement[];
  readonly comments: readonly Span[];
}

export type Statement = Query | ShellStatement | UnknownStatement;

export interface Query extends Span {
  readonly kind: "query";
  /** The word SELECT. */
  readonly select: Span;
  readonly items: readonly Item[];
  readonly from: From | undefined;
  readonly where: Where | undefined;
  readonly unsupported: readonly UnsupportedClause[];
}

/** A statement of the command-line shell, never of the endpoint (sql-like-language 12). */
export interface ShellStatement extends Span {
  readonly kind: "shellStatement";
  readonly action: "setSchema" | "begin" | "copy" | "commit" | "rollback";
  /** Schema of `setSchema`, object of `copy`. */
  readonly name: Name | undefined;
  /** File of `copy`. */
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
  /** The label without AS. */
  readonly text: Span;
  /** A quoted label cannot be anything but a label; a bare one without AS may be a forgotten comma. */
  readonly isQuoted: boolean;
  /** The word AS. */
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

/** A clause of SQL that the language does not have, with all its text. */
export interface UnsupportedClause extends Span {
  readonly kind: "unsupportedClause";
  /** The words of the clause as the message names it, such as `ORDER BY`. */
  readonly title: string;
}

export type Condition = Junction | Negation | Group | Predicate | Hole;

/** Two or more conditions. */
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
  /** A call such as `periods(...)`, or the values between the brackets. */
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

/** An operand without a comparison: a bare concept, or something half typed. */
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
  /** Offset of `(`. */
  readonly open: number;
  readonly isClosed: boolean;
}

export interface Argument extends Span {
  readonly kind: "argument";
  /** Of `name = value`, for parameters of metrics. */
  readonly name: Name | undefined;
  readonly value: Expression;
}

export interface Path extends Span {
  readonly kind: "path";
  /** One or more; the last is empty, with no width, when nothing follows the dot. */
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
  /** As written, with its sign. */
  readonly text: string;
}

interface BooleanLiteral extends Span {
  readonly kind: "boolean";
  readonly value: boolean;
}

/** `*` in place of columns. */
interface Star extends Span {
  readonly kind: "star";
}

/** Arithmetic, a subquery or CASE; reported where it stands. */
export interface Unsupported extends Span {
  readonly kind: "unsupported";
  /** For `AVG(Age)`, which only a metric can say here. */
  readonly standsForMetric?: boolean;
  readonly parts: readonly Expression[];
}

/** Where something is missing; has no width and was reported when it was made. */
export interface Hole extends Span {
  readonly kind: "hole";
}

import type { Span } from "../../core/text/span.ts";

/** Syntax tree node for something that is missing in the SQL text. Occurs only in trees of invalid SQL. */
export interface MissingNode extends Span {
  readonly kind: "missing";
}

/** A SQL data type as text, such as `decimal(10,2)`. */
export type TypeText = string;

export type Expression =
  | Literal
  | Column
  | Star
  | Call
  | Unary
  | Binary
  | Cast
  | Case
  | Between
  | InList
  | InQuery
  | Like
  | IsTest
  | Exists
  | ScalarQuery
  | Subscript
  | Field
  | Lambda
  | Interval
  | Parameter
  | NamedArgument
  | TableArgument
  | MissingNode;

export interface Literal extends Span {
  readonly kind: "literal";
  readonly type: "string" | "number" | "boolean" | "null" | "date" | "timestamp" | "binary";
  readonly text: string;
}
/** A reference to a column, such as `a` or `t.a`. */
export interface Column extends Span {
  readonly kind: "column";
  readonly path: readonly string[];
}
export interface Star extends Span {
  readonly kind: "star";
  readonly path: readonly string[];
}
export interface Call extends Span {
  readonly kind: "call";
  readonly name: string;
  /** Whether the call is a list `(a, b)`, which is a row in VALUES and a struct elsewhere. */
  readonly isRow?: true;
  readonly arguments: readonly Expression[];
  readonly isDistinct: boolean;
  readonly isIgnoringNulls: boolean;
  readonly filter: Expression | undefined;
  /** Sort items of the clause WITHIN GROUP (ORDER BY ...). */
  readonly within: readonly SortItem[];
  readonly over: WindowUse | undefined;
}
export interface Unary extends Span {
  readonly kind: "unary";
  readonly operator: "-" | "+" | "~" | "NOT";
  readonly value: Expression;
}
export interface Binary extends Span {
  readonly kind: "binary";
  /** Operator in capitals. Synonyms are normalized: `=` for `==`, and `<>` for `!=`. */
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}
export interface Cast extends Span {
  readonly kind: "cast";
  readonly value: Expression;
  readonly type: TypeText;
  readonly isTry: boolean;
}
export interface Case extends Span {
  readonly kind: "case";
  readonly operand: Expression | undefined;
  readonly branches: readonly { readonly when: Expression; readonly result: Expression }[];
  readonly otherwise: Expression | undefined;
}
export interface Between extends Span {
  readonly kind: "between";
  readonly value: Expression;
  readonly low: Expression;
  readonly high: Expression;
  readonly isNegated: boolean;
}
export interface InList extends Span {
  readonly kind: "inList";
  readonly value: Expression;
  readonly list: readonly Expression[];
  readonly isNegated: boolean;
}
export interface InQuery extends Span {
  readonly kind: "inQuery";
  readonly value: Expression;
  readonly query: Query;
  readonly isNegated: boolean;
}
export interface Like extends Span {
  readonly kind: "like";
  readonly operator: "LIKE" | "ILIKE" | "RLIKE";
  readonly value: Expression;
  /** Patterns of the LIKE condition. There is exactly one unless a quantifier is set. */
  readonly patterns: readonly Expression[];
  readonly quantifier: "ANY" | "ALL" | undefined;
  readonly escape: string | undefined;
  readonly isNegated: boolean;
}
export interface IsTest extends Span {
  readonly kind: "is";
  readonly value: Expression;
  readonly test: "NULL" | "TRUE" | "FALSE" | "UNKNOWN";
  readonly isNegated: boolean;
}
export interface Exists extends Span {
  readonly kind: "exists";
  readonly query: Query;
}
export interface ScalarQuery extends Span {
  readonly kind: "scalarQuery";
  readonly query: Query;
}
export interface Subscript extends Span {
  readonly kind: "subscript";
  readonly value: Expression;
  readonly index: Expression;
}
export interface Field extends Span {
  readonly kind: "field";
  readonly value: Expression;
  readonly name: string;
}
export interface Lambda extends Span {
  readonly kind: "lambda";
  readonly parameters: readonly string[];
  readonly body: Expression;
}
/** An interval such as `INTERVAL 1 DAY 2 HOURS`. `INTERVAL '1 day'` has only `text` and an empty `parts`. */
export interface Interval extends Span {
  readonly kind: "interval";
  readonly text: string | undefined;
  readonly parts: readonly IntervalPart[];
}
/** A value and unit of a SQL interval. Units are in capitals and in the singular. */
export interface IntervalPart {
  readonly value: Expression;
  readonly unit: string;
  readonly to: string | undefined;
}
/** A parameter of a SQL statement: `:name`, or `?` without a name. */
export interface Parameter extends Span {
  readonly kind: "parameter";
}
/** A named argument of a SQL function call: `name => value`. */
export interface NamedArgument extends Span {
  readonly kind: "namedArgument";
  readonly name: string;
  readonly value: Expression;
}
/** An argument `TABLE(t)` of a table function. */
export interface TableArgument extends Span {
  readonly kind: "tableArgument";
  /** Query in the brackets of TABLE. Undefined if they contain a table name. */
  readonly query: Query | undefined;
}

export interface SortItem {
  readonly expression: Expression;
  readonly isDescending: boolean;
  readonly nulls: "FIRST" | "LAST";
}
export interface WindowSpecification {
  /** Name of the window that this window specification extends. */
  readonly base: string | undefined;
  readonly partitionBy: readonly Expression[];
  readonly orderBy: readonly SortItem[];
  readonly frame: Frame | undefined;
}
export type WindowUse = WindowSpecification & Span;

export interface Frame {
  readonly unit: "ROWS" | "RANGE";
  readonly from: FrameBound;
  readonly to: FrameBound | undefined;
}
export type FrameBound =
  | { readonly kind: "UNBOUNDED PRECEDING" | "UNBOUNDED FOLLOWING" | "CURRENT ROW" }
  | { readonly kind: "PRECEDING" | "FOLLOWING"; readonly distance: Expression };

export interface Query extends Span {
  readonly kind: "query";
  readonly ctes: readonly Cte[];
  readonly body: QueryBody;
  readonly orderBy: readonly SortItem[];
  readonly limit: Expression | undefined;
  readonly offset: Expression | undefined;
}
export interface Cte extends Span {
  readonly name: string;
  readonly columns: readonly string[];
  readonly query: Query;
}
export type QueryBody = Select | SetOperation | Values | TableBody | Query | MissingNode;
export interface SetOperation extends Span {
  readonly kind: "set";
  readonly operator: "UNION" | "INTERSECT" | "EXCEPT";
  readonly isAll: boolean;
  readonly left: QueryBody;
  readonly right: QueryBody;
}
export interface Values extends Span {
  readonly kind: "values";
  readonly rows: readonly (readonly Expression[])[];
}
/** A query of the form `TABLE name`. */
export interface TableBody extends Span {
  readonly kind: "tableBody";
  readonly path: readonly string[];
}
export interface SelectItem {
  readonly expression: Expression;
  /** Aliases of the SELECT item. A function that produces rows can have several: `AS (key, value)`. */
  readonly aliases: readonly string[];
}
export interface Select extends Span {
  readonly kind: "select";
  readonly isDistinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from: Relation | undefined;
  readonly where: Expression | undefined;
  readonly groupBy: GroupBy | undefined;
  readonly having: Expression | undefined;
  readonly windows: readonly { readonly name: string; readonly window: WindowSpecification }[];
}
export interface GroupBy {
  /** Kind of GROUP BY. `mixed` stands for a combination such as `a, ROLLUP (b)`, whose structure is not preserved. */
  readonly kind: "plain" | "all" | "rollup" | "cube" | "sets" | "mixed";
  readonly expressions: readonly Expression[];
  /** Expressions of each grouping set. Only used if `kind` is `sets`. */
  readonly sets: readonly (readonly Expression[])[];
}

export interface Alias {
  readonly name: string | undefined;
  readonly columns: readonly string[];
}
export type Relation =
  | TableRelation
  | QueryRelation
  | ValuesRelation
  | FunctionRelation
  | Join
  | LateralView
  | Pivot
  | Unpivot
  | MissingNode;
export interface TableRelation extends Span {
  readonly kind: "table";
  readonly path: readonly string[];
  readonly alias: Alias;
  /** Span of a version clause such as `VERSION AS OF 3`. */
  readonly version: Span | undefined;
  /** Span of TABLESAMPLE with its brackets. */
  readonly sample: Span | undefined;
}
export interface QueryRelation extends Span {
  readonly kind: "subquery";
  readonly query: Query;
  readonly isLateral: boolean;
  readonly sample: Span | undefined;
  readonly alias: Alias;
}
export interface ValuesRelation extends Span {
  readonly kind: "valuesRelation";
  readonly values: Values;
  readonly alias: Alias;
}
export interface FunctionRelation extends Span {
  readonly kind: "tableFunction";
  readonly call: Call;
  readonly isLateral: boolean;
  readonly alias: Alias;
}
export type JoinType = "INNER" | "CROSS" | "LEFT" | "RIGHT" | "FULL" | "SEMI" | "ANTI";
export interface Join extends Span {
  readonly kind: "join";
  readonly type: JoinType;
  readonly isNatural: boolean;
  readonly left: Relation;
  readonly right: Relation;
  readonly on: Expression | undefined;
  readonly using: readonly string[];
  /** Alias of the join, which only a join in brackets can have. */
  readonly alias: Alias;
}
export interface LateralView extends Span {
  readonly kind: "lateralView";
  /** Relations before the clause; undefined without FROM, when the clause has one row without columns as its input. */
  readonly input: Relation | undefined;
  readonly isOuter: boolean;
  readonly call: Call;
  readonly alias: Alias;
}
export interface Pivot extends Span {
  readonly kind: "pivot";
  readonly input: Relation;
  readonly aggregates: readonly SelectItem[];
  readonly columns: readonly Expression[];
  readonly values: readonly SelectItem[];
  readonly alias: Alias;
}
export interface Unpivot extends Span {
  readonly kind: "unpivot";
  readonly input: Relation;
  readonly isIncludingNulls: boolean;
  /** Whether UNPIVOT yields several values per row. `valueColumn` is then only the first of their column names. */
  readonly isWide: boolean;
  readonly valueColumn: string;
  readonly nameColumn: string;
  readonly columns: readonly { readonly column: Column; readonly alias: string | undefined }[];
  readonly alias: Alias;
}

export interface TargetTable extends Span {
  readonly path: readonly string[];
  readonly alias: string | undefined;
}
export interface SetAssignment {
  readonly column: Column;
  readonly value: Expression;
}
export type Statement = QueryStatement | Insert | MultiInsert | Delete | Update | Merge | OtherStatement;
export interface QueryStatement {
  readonly kind: "query";
  readonly query: Query;
}
export interface Insert {
  readonly kind: "insert";
  readonly target: TargetTable;
  readonly columns: readonly Column[] | undefined;
  readonly isByName: boolean;
  readonly isOverwrite: boolean;
  readonly partition: Span | undefined;
  /** Span of REPLACE WHERE with its condition. */
  readonly replaceWhere: Span | undefined;
  readonly query: Query;
}
/** A statement with several inserts: `FROM t INSERT INTO a SELECT x INSERT INTO b SELECT y`. */
export interface MultiInsert extends Span {
  readonly kind: "inserts";
  readonly inserts: readonly Insert[];
}
export interface Delete {
  readonly kind: "delete";
  readonly ctes: readonly Cte[];
  readonly target: TargetTable;
  readonly where: Expression | undefined;
}
export interface Update {
  readonly kind: "update";
  readonly ctes: readonly Cte[];
  readonly target: TargetTable;
  readonly assignments: readonly SetAssignment[];
  readonly where: Expression | undefined;
}
export interface Merge {
  readonly kind: "merge";
  readonly ctes: readonly Cte[];
  readonly target: TargetTable;
  readonly source: Relation;
  readonly on: Expression;
  readonly clauses: readonly MergeWhen[];
}
/** A SQL statement that a job does not run. `words` contains its first keywords in capitals. */
export interface OtherStatement extends Span {
  readonly kind: "other";
  readonly words: readonly string[];
}
export interface MergeWhen extends Span {
  readonly when: "matched" | "notMatched" | "notMatchedBySource";
  readonly condition: Expression | undefined;
  readonly action: MergeAction;
}
export type MergeAction =
  | { readonly kind: "delete" | "updateStar" | "insertStar" }
  | { readonly kind: "update"; readonly assignments: readonly SetAssignment[] }
  | {
      readonly kind: "insert";
      readonly columns: readonly Column[];
      readonly values: readonly Expression[];
      /** Span from the first inserted value to the closing bracket. */
      readonly valuesSpan: Span;
    };

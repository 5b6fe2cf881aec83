import type { Span } from "../../core/text/span.ts";

export interface SqlName extends Span {
  /** Text of the name without quotes. */
  readonly text: string;
}

/** SQL clause in which a name is used. It determines which names are visible. */
export type Clause = "select" | "on" | "where" | "group" | "having" | "order" | "set" | "values";

/** A reference to a column, with or without a table qualifier. */
export interface ColumnUse extends Span {
  readonly kind: "column";
  /** Names of the reference, at least one: two for `a.b`. */
  readonly path: readonly SqlName[];
  readonly clause: Clause;
  /** Table that the statement writes, if the name can only refer to one of its columns. Undefined for other names. */
  readonly target: TableRowSource | undefined;
  /** Tables in FROM that the name can refer to. Undefined if they are those visible in the SELECT list of its scope. */
  readonly candidates: readonly RowSource[] | undefined;
}

/** A star that selects all columns: `*` or `a.*`. */
export interface StarUse extends Span {
  readonly kind: "star";
  readonly path: readonly SqlName[];
}

export interface CallUse extends Span {
  readonly kind: "call";
  readonly name: SqlName;
  /** Offsets of the call's brackets. The closing bracket can be missing. */
  readonly open: number;
  readonly close: number | undefined;
  readonly arguments: readonly Span[];
}

/** A subquery within an expression. Names in it can also refer to the enclosing scope. */
interface QueryUse extends Span {
  readonly kind: "query";
  readonly query: QueryScopes;
}

/** A column, star or call that makes up a complete expression. */
export type SingleNameUse = ColumnUse | StarUse | CallUse;

export type NameUse = ColumnUse | StarUse | CallUse | QueryUse;

interface SourceBase extends Span {
  alias: SqlName | undefined;
  columnAliases: readonly SqlName[];
  /** Whether the source is the right side of a SEMI or ANTI JOIN, which is visible only in the join's ON clause. */
  isHidden: boolean;
}

/** A source of rows in a SQL statement: a table or subquery in FROM, or the table that the statement writes. */
export type RowSource =
  | (SourceBase & { readonly kind: "table"; readonly path: readonly SqlName[]; readonly cte: CteScopes | undefined })
  | (SourceBase & { readonly kind: "query"; readonly query: QueryScopes })
  /** Rows that the statement generates by VALUES, a table function or LATERAL VIEW. */
  | (SourceBase & {
      readonly kind: "generated";
      /** Names used in the arguments of a LATERAL VIEW's function. */
      readonly argumentUses?: { readonly scope: NameUseScope; readonly uses: readonly NameUse[] };
    });

export type TableRowSource = Extract<RowSource, { kind: "table" }>;

/** One item of a SELECT list. */
export interface SelectListItem extends Span {
  /** Aliases of the SELECT item: one for `AS a`, two for `AS (a, b)`. */
  readonly aliases: readonly SqlName[];
  /** Column, star or call, if the SELECT item consists of it. Undefined for any other expression. */
  readonly use: SingleNameUse | undefined;
  /** Range of indexes in the scope's `uses` that belong to the SELECT item. `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Names used in one SELECT or in a statement that writes, with the sources of rows that the names can refer to. */
export interface NameUseScope extends Span {
  end: number;
  /** Enclosing scope, whose names are visible in this scope as well. */
  readonly parent: NameUseScope | undefined;
  readonly sources: RowSource[];
  readonly items: SelectListItem[];
  readonly uses: NameUse[];
  /** Names of columns that a join with USING merges into one, in lower case. */
  readonly merged: Set<string>;
  /**
   * Whether the columns in this scope cannot be derived from its sources, because of PIVOT, UNPIVOT or NATURAL JOIN.
   */
  isOpaque: boolean;
}

/** A common table expression, with the scopes of its query. */
export interface CteScopes extends Span {
  readonly name: SqlName;
  readonly columnAliases: readonly SqlName[];
  readonly query: QueryScopes;
}

/** Scopes of a query, one for each operand of its set operations. The first operand determines the column names. */
export interface QueryScopes extends Span {
  end: number;
  readonly ctes: CteScopes[];
  readonly parts: (NameUseScope | QueryScopes)[];
}

/** A table that a SQL statement writes to. */
export interface TableWrite {
  readonly target: TableRowSource;
  /** Whether the statement writes all columns without listing them: INSERT without a column list, or `SET *`. */
  readonly writesAllColumns: boolean;
}

type StatementVerb = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE";

/** Scopes of a SQL statement, which are used to resolve its names. The syntax tree is a `Statement` of tree.ts. */
export interface StatementScopes extends Span {
  /** Kind of statement. Undefined for one that neither queries nor changes rows. */
  readonly verb: StatementVerb | undefined;
  /** First keywords of the statement, such as `CREATE TABLE`. */
  readonly head: Span & { readonly text: string };
  readonly ctes: readonly CteScopes[];
  /** Tables that the statement writes, in text order. */
  readonly writes: readonly TableWrite[];
  /** Query that the statement runs, or whose rows it inserts. */
  readonly query: QueryScopes | undefined;
  /** Scope of an UPDATE, DELETE or MERGE statement, or of the column list of INSERT. */
  readonly scope: NameUseScope | undefined;
}

/** Creates an empty scope for the names of a SELECT or statement. */
export function createScope(start: number, parent?: NameUseScope): NameUseScope {
  return { start, end: start, parent, sources: [], items: [], uses: [], merged: new Set(), isOpaque: false };
}

export function isQueryScopes(part: NameUseScope | QueryScopes): part is QueryScopes {
  return "parts" in part;
}

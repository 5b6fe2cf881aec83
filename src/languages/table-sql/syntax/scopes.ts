import type { Span } from "../../core/text/span.ts";

export interface Name extends Span {
  /** Without quotes. */
  readonly text: string;
}

/** Clause in which a name is used. It determines which names are visible. */
export type Clause = "select" | "on" | "where" | "group" | "having" | "order" | "set" | "values";

/** A reference to a column, with or without a qualifier. */
export interface ColumnUse extends Span {
  readonly kind: "column";
  /** At least one name: two for `a.b`. */
  readonly path: readonly Name[];
  readonly clause: Clause;
  /** The written table, if the name can only be one of its columns. */
  readonly target: TableSource | undefined;
  /** Sources that it can belong to, if they differ from those visible in the SELECT list of its scope. */
  readonly candidates: readonly Source[] | undefined;
}

/** `*`, or `a.*`. */
export interface StarUse extends Span {
  readonly kind: "star";
  readonly path: readonly Name[];
}

export interface CallUse extends Span {
  readonly kind: "call";
  readonly name: Name;
  /** Offsets of the brackets. The closing one can be missing. */
  readonly open: number;
  readonly close: number | undefined;
  readonly arguments: readonly Span[];
}

/** A query within an expression. Its names can also belong to the enclosing scope. */
interface QueryUse extends Span {
  readonly kind: "query";
  readonly query: QueryScopes;
}

/** A use that makes up a complete expression. */
export type SoleUse = ColumnUse | StarUse | CallUse;

export type NameUse = ColumnUse | StarUse | CallUse | QueryUse;

interface SourceBase extends Span {
  alias: Name | undefined;
  columnAliases: readonly Name[];
  /** Whether this is the right side of a SEMI or ANTI JOIN, which is visible only in its ON clause. */
  isHidden: boolean;
}

/** A source of rows in FROM, or the written table. */
export type Source =
  | (SourceBase & { readonly kind: "table"; readonly path: readonly Name[]; readonly cte: CteScopes | undefined })
  | (SourceBase & { readonly kind: "query"; readonly query: QueryScopes })
  /** Rows that the statement generates: VALUES, a table function or LATERAL VIEW. */
  | (SourceBase & {
      readonly kind: "generated";
      /** Names used in the arguments of a LATERAL VIEW. */
      readonly argumentUses?: { readonly scope: Scope; readonly uses: readonly NameUse[] };
    });

export type TableSource = Extract<Source, { kind: "table" }>;

/** One expression of a SELECT list. */
export interface SelectListItem extends Span {
  /** One for `AS a`, two for `AS (a, b)`. */
  readonly aliases: readonly Name[];
  /** The column, star or call that the item consists of. Undefined for any other expression. */
  readonly use: SoleUse | undefined;
  /** Range of the scope's uses that belong to the item. `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

/** Names of one SELECT or of a statement that writes, with the sources that they can belong to. */
export interface Scope extends Span {
  end: number;
  /** Enclosing scope, whose names are visible as well. */
  readonly parent: Scope | undefined;
  readonly sources: Source[];
  readonly items: SelectListItem[];
  readonly uses: NameUse[];
  /** Names of columns that a join merges into one, in lower case. */
  readonly merged: Set<string>;
  /** Whether the columns cannot be derived from the sources, because of PIVOT, UNPIVOT or NATURAL JOIN. */
  isOpaque: boolean;
}

/** A common table expression with the scopes of its query. */
export interface CteScopes extends Span {
  readonly name: Name;
  readonly columnAliases: readonly Name[];
  readonly query: QueryScopes;
}

/** Scopes of a query, one for each operand of its set operations. The first determines the names of the columns. */
export interface QueryScopes extends Span {
  end: number;
  readonly ctes: CteScopes[];
  readonly parts: (Scope | QueryScopes)[];
}

/** A table that a statement writes to. */
export interface TableWrite {
  readonly target: TableSource;
  /** Whether all columns are written without being listed: INSERT without a list of columns, `SET *`. */
  readonly writesAllColumns: boolean;
}

type StatementVerb = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE";

/** Scopes of a statement, in which its names are resolved. Its tree is a `Statement` of tree.ts. */
export interface StatementScopes extends Span {
  /** Undefined for a statement that neither queries nor changes rows. */
  readonly verb: StatementVerb | undefined;
  /** First keywords of the statement, such as `CREATE TABLE`. */
  readonly head: Span & { readonly text: string };
  readonly ctes: readonly CteScopes[];
  /** Written tables, in text order. */
  readonly writes: readonly TableWrite[];
  /** The query that is run, or whose rows are inserted. */
  readonly query: QueryScopes | undefined;
  /** Scope of UPDATE, DELETE or MERGE, or of the column list of INSERT. */
  readonly scope: Scope | undefined;
}

/** Creates an empty scope. */
export function createScope(start: number, parent?: Scope): Scope {
  return { start, end: start, parent, sources: [], items: [], uses: [], merged: new Set(), isOpaque: false };
}

export function isQuery(part: Scope | QueryScopes): part is QueryScopes {
  return "parts" in part;
}

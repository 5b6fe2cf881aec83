import type { Span } from "../../core/text/span.ts";

export interface Name extends Span {
  /** Without quotes. */
  readonly text: string;
}

/** Where in a statement a name is used; what names it may mean depends on it. */
export type Clause = "select" | "on" | "where" | "group" | "having" | "order" | "set" | "values";

/** A name of a column, by its own name or with what it belongs to. */
export interface ColumnUse extends Span {
  readonly kind: "column";
  /** Never empty: `a.b` is two names. */
  readonly path: readonly Name[];
  readonly clause: Clause;
  /** The table that is written, when the name is one of its columns, whatever else is in scope. */
  readonly target: TableSource | undefined;
  /** The sources that it may belong to, when these are not those that the SELECT list of its scope sees. */
  readonly among: readonly Source[] | undefined;
}

/** `*`, or `a.*`. */
export interface StarUse extends Span {
  readonly kind: "star";
  readonly path: readonly Name[];
}

export interface CallUse extends Span {
  readonly kind: "call";
  readonly name: Name;
  /** Where the brackets stand; the closing one may be missing. */
  readonly open: number;
  readonly close: number | undefined;
  readonly arguments: readonly Span[];
}

/** A query within an expression; its names may be those of the scope around it. */
interface QueryUse extends Span {
  readonly kind: "query";
  readonly query: QueryScopes;
}

/** What an expression may be as a whole. */
export type WholeUse = ColumnUse | StarUse | CallUse;

export type Use = ColumnUse | StarUse | CallUse | QueryUse;

interface SourceBase extends Span {
  alias: Name | undefined;
  columnAliases: readonly Name[];
  /** The right side of a SEMI or ANTI JOIN: only its ON sees it. */
  isHidden: boolean;
}

/** What stands in FROM, or is written to. */
export type Source =
  | (SourceBase & { readonly kind: "table"; readonly path: readonly Name[]; readonly cte: CteScopes | undefined })
  | (SourceBase & { readonly kind: "query"; readonly query: QueryScopes })
  /** Rows that the text makes itself: VALUES, a table function, LATERAL VIEW. */
  | (SourceBase & {
      readonly kind: "generated";
      /** The names in the arguments of a LATERAL VIEW. */
      readonly madeFrom?: { readonly scope: Scope; readonly uses: readonly Use[] };
    });

export type TableSource = Extract<Source, { kind: "table" }>;

/** One expression of a SELECT list. */
export interface Item extends Span {
  /** `a` of `AS a`, `a` and `b` of `AS (a, b)`. */
  readonly aliases: readonly Name[];
  /** The column, star or call that the whole item is, when it is nothing else. */
  readonly use: WholeUse | undefined;
  /** Uses of the scope that belong to the item: `uses[from..to)`. */
  readonly from: number;
  readonly to: number;
}

/** Names and what they may mean: one SELECT, or the part of a statement that writes. */
export interface Scope extends Span {
  end: number;
  /** Whose names a query inside an expression sees too. */
  readonly parent: Scope | undefined;
  readonly sources: Source[];
  readonly items: Item[];
  readonly uses: Use[];
  /** Columns that a join merges into one, in small letters. */
  readonly merged: Set<string>;
  /** Whether the columns cannot be told from the sources alone: PIVOT, UNPIVOT, NATURAL JOIN. */
  isOpaque: boolean;
}

/** A common table expression with the scopes of its query. */
export interface CteScopes extends Span {
  readonly name: Name;
  readonly columnAliases: readonly Name[];
  readonly query: QueryScopes;
}

/** The scopes of a query, one for each SELECT that set operations join; the columns are those of the first. */
export interface QueryScopes extends Span {
  end: number;
  readonly ctes: CteScopes[];
  readonly parts: (Scope | QueryScopes)[];
}

/** A table that a statement writes. */
export interface Write {
  readonly target: TableSource;
  /** Whether all columns are written without being named: INSERT without a list of columns, `SET *`. */
  readonly isWhole: boolean;
}

type StatementVerb = "SELECT" | "INSERT" | "UPDATE" | "DELETE" | "MERGE";

/** What names of a statement may mean; its tree is a `Statement` of tree.ts. */
export interface StatementScopes extends Span {
  /** `undefined` for a statement that is no query and changes no rows. */
  readonly verb: StatementVerb | undefined;
  /** The words that the statement begins with, such as `CREATE TABLE`. */
  readonly head: Span & { readonly text: string };
  readonly ctes: readonly CteScopes[];
  /** What is written, in the order of the text. */
  readonly writes: readonly Write[];
  /** What is selected, or inserted. */
  readonly query: QueryScopes | undefined;
  /** What UPDATE, DELETE and MERGE say, and the columns that INSERT names. */
  readonly scope: Scope | undefined;
}

/** A scope that nothing was read into yet. */
export function createScope(start: number, parent?: Scope): Scope {
  return { start, end: start, parent, sources: [], items: [], uses: [], merged: new Set(), isOpaque: false };
}

export function isQuery(part: Scope | QueryScopes): part is QueryScopes {
  return "parts" in part;
}

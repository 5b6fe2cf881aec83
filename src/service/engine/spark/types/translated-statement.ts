/**
 * A type as Spark writes it: `string`, `int`, `bigint`, `decimal(38,18)`, `array<int>`, `struct<a:int>`. A column of a relation
 * may also be `json`: stored as JSON, a `string` to Spark.
 */
export type SparkType = string;

/** A table or an input that a statement may name; neither kind of name heeds the case of letters. */
export interface ScopeRelation {
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
}

interface ScopeColumn {
  readonly name: string;
  readonly type: SparkType;
}

export interface SparkScope {
  readonly tables: readonly ScopeRelation[];
}

/**
 * One Spark SQL statement as SQL of DuckDB. Relations stand in it as their quoted names in the scope's spelling, and the
 * connection that runs it must have views of these names. `reads` are the relations it reads, in the scope's spelling; a target
 * is among them when the statement reads it beside changing it.
 */
export type TranslatedStatement =
  | TranslatedQuery
  | TranslatedInsert
  | TranslatedDelete
  | TranslatedUpdate
  | TranslatedMerge;

/** A column of an answer as Spark names and types it. */
interface ResultColumn {
  readonly name: string;
  readonly type: SparkType;
}

export interface TranslatedQuery {
  readonly kind: "query";
  /** Answers the columns of `columns` by position; the names in DuckDB may differ where Spark allows a name twice. */
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
  readonly reads: readonly string[];
}

/** Columns left out of `columns` become NULL. */
export interface TranslatedInsert {
  readonly kind: "insert";
  readonly target: string;
  /** The columns that the rows of `sql` fill, by position and in the target's spelling; all of them, in order, when undefined. */
  readonly columns: readonly string[] | undefined;
  /** The rows replace all that the table holds. */
  readonly isOverwrite: boolean;
  /** A SELECT of the rows, with the types of the columns they go to. */
  readonly sql: string;
  readonly reads: readonly string[];
}

/** `where` names the target's columns as `"alias"."column"`. */
export interface TranslatedDelete {
  readonly kind: "delete";
  readonly target: string;
  readonly alias: string;
  /** All rows when undefined. */
  readonly where: string | undefined;
  readonly reads: readonly string[];
}

/** A column and the expression of its new value, which has the column's type. */
export interface Assignment {
  readonly column: string;
  readonly sql: string;
}

/** Expressions name the target's columns as `"alias"."column"` and see the row as it was. */
export interface TranslatedUpdate {
  readonly kind: "update";
  readonly target: string;
  readonly alias: string;
  readonly assignments: readonly Assignment[];
  /** All rows when undefined. */
  readonly where: string | undefined;
  readonly reads: readonly string[];
}

/** Expressions name columns as `"alias"."column"`, by the alias of the target or of the source. */
export interface TranslatedMerge {
  readonly kind: "merge";
  readonly target: string;
  readonly alias: string;
  /** `sql` is a SELECT of the source's rows. */
  readonly source: { readonly sql: string; readonly alias: string };
  readonly on: string;
  /** Of the clauses for one kind of row the first whose condition holds applies, and only that. */
  readonly clauses: readonly MergeClause[];
  readonly reads: readonly string[];
}

/**
 * Stars of the text are written out: `updateStar` and `insertStar` hold what the star stands for. Columns that an insert leaves
 * out become NULL. No `condition` means always.
 */
export type MergeClause =
  | {
      readonly kind: "whenMatched";
      readonly condition: string | undefined;
      readonly action: MergeUpdate | MergeDelete;
    }
  | { readonly kind: "whenNotMatched"; readonly condition: string | undefined; readonly action: MergeInsert }
  | {
      readonly kind: "whenNotMatchedBySource";
      readonly condition: string | undefined;
      readonly action: MergeUpdate | MergeDelete;
    };

interface MergeUpdate {
  readonly kind: "update" | "updateStar";
  readonly assignments: readonly Assignment[];
}

interface MergeDelete {
  readonly kind: "delete";
}

interface MergeInsert {
  readonly kind: "insert" | "insertStar";
  readonly assignments: readonly Assignment[];
}

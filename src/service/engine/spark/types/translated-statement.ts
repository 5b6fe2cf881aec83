/**
 * Text of a Spark type: `string`, `int`, `bigint`, `decimal(38,18)`, `array<int>`, `struct<a:int>`. A column of a
 * relation may also have the type `json`: stored as JSON, but a `string` in Spark SQL.
 */
export type SparkType = string;

/** A table or an input that a statement can access. Names of relations and columns are case-insensitive. */
export interface ScopeRelation {
  readonly name: string;
  readonly columns: readonly ScopeColumn[];
}

interface ScopeColumn {
  readonly name: string;
  readonly type: SparkType;
}

/** Relations that a statement can access. */
export interface SparkScope {
  readonly tables: readonly ScopeRelation[];
}

/**
 * A Spark SQL statement translated to DuckDB SQL. The SQL refers to relations by their quoted names, so the connection
 * needs views with these names. `reads` lists the relations that the statement reads; it contains the target only if
 * the statement reads it as well.
 */
export type TranslatedStatement =
  | TranslatedQuery
  | TranslatedInsert
  | TranslatedDelete
  | TranslatedUpdate
  | TranslatedMerge;

/** A column of a result, with the name and type that Spark gives it. */
interface ResultColumn {
  readonly name: string;
  readonly type: SparkType;
}

export interface TranslatedQuery {
  readonly kind: "query";
  /**
   * A SELECT of `columns` by position. DuckDB's column names may differ, because Spark allows several columns of one
   * name.
   */
  readonly sql: string;
  readonly columns: readonly ResultColumn[];
  readonly reads: readonly string[];
}

/** A translated INSERT. Target columns that are not in `columns` become NULL. */
export interface TranslatedInsert {
  readonly kind: "insert";
  readonly target: string;
  /** Target columns that the values of `sql` are stored in, by position. Undefined means all columns in order. */
  readonly columns: readonly string[] | undefined;
  /** Whether the rows replace all rows of the table. */
  readonly isOverwrite: boolean;
  /** A SELECT of the rows, cast to the types of the target columns. */
  readonly sql: string;
  readonly reads: readonly string[];
}

/** A translated DELETE. `where` refers to columns of the target as `"alias"."column"`. */
export interface TranslatedDelete {
  readonly kind: "delete";
  readonly target: string;
  readonly alias: string;
  /** SQL condition for the rows to delete. Undefined means all rows. */
  readonly where: string | undefined;
  readonly reads: readonly string[];
}

/** A column with the SQL of its new value, cast to the type of the column. */
export interface ColumnAssignment {
  readonly column: string;
  readonly sql: string;
}

/**
 * A translated UPDATE. Its expressions refer to columns of the target as `"alias"."column"` and use the values before
 * the update.
 */
export interface TranslatedUpdate {
  readonly kind: "update";
  readonly target: string;
  readonly alias: string;
  readonly assignments: readonly ColumnAssignment[];
  /** SQL condition for the rows to update. Undefined means all rows. */
  readonly where: string | undefined;
  readonly reads: readonly string[];
}

/**
 * A translated MERGE. Its expressions refer to columns as `"alias"."column"`, with the alias of the target or of the
 * source.
 */
export interface TranslatedMerge {
  readonly kind: "merge";
  readonly target: string;
  readonly alias: string;
  /** `sql` is a SELECT of the source rows. */
  readonly source: { readonly sql: string; readonly alias: string };
  readonly on: string;
  /** WHEN clauses. For each row, only the first clause applies that has the right kind and a true condition. */
  readonly clauses: readonly MergeClause[];
  readonly reads: readonly string[];
}

/**
 * A WHEN clause of MERGE. `updateStar` and `insertStar` have the assignments that the star stands for. An insert sets
 * columns without an assignment to NULL. An undefined `condition` is always true.
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
  readonly assignments: readonly ColumnAssignment[];
}

interface MergeDelete {
  readonly kind: "delete";
}

interface MergeInsert {
  readonly kind: "insert" | "insertStar";
  readonly assignments: readonly ColumnAssignment[];
}

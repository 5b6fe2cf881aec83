import type { Clause, CteScopes, NameUseScope, RowSource, SqlName, TableRowSource } from "./scopes.ts";

/** Syntactic contexts of the cursor, by what can follow there. In the examples, `|` is the cursor. */
export type CursorSyntax =
  /** The cursor is at the start of a statement. */
  | { readonly kind: "statement" }
  /**
   * An operand can follow, as in `WHERE |`. It can be a complete predicate in `WHERE a AND |`, but only a value in
   * `WHERE a = |`.
   */
  | {
      readonly kind: "operand";
      readonly clause: Clause;
      readonly isPredicate: boolean;
      /** Tables in FROM that names here can refer to. Undefined if they are those visible in the SELECT list. */
      readonly candidates: readonly RowSource[] | undefined;
    }
  /** An operator or the next clause can follow, as in `WHERE a |`, also within CASE. */
  | { readonly kind: "operator"; readonly clause: Clause; readonly isInCase: boolean }
  /** A column or field can follow, as in `a.|`. `path` contains the names before the dot. */
  | { readonly kind: "member"; readonly clause: Clause; readonly path: readonly SqlName[] }
  /**
   * A table to read can follow, as in `FROM |`, or also a query, as in `FROM (|`. After `INSERT INTO |`, a table to
   * write.
   */
  | { readonly kind: "table"; readonly isTarget: boolean; readonly canBeQuery?: boolean }
  /** Keywords that depend on the kind of statement can follow, as in `FROM t |`. */
  | { readonly kind: "afterTable"; readonly after: "from" | "insert" | "update" | "delete" | "merge" }
  /** A column of `target` can follow, as in `INSERT INTO t (|`, `SET |` or `USING (|`. */
  | { readonly kind: "targetColumn"; readonly target: TableRowSource | undefined }
  /** A data type can follow, as in `CAST(a AS |`. */
  | { readonly kind: "type" }
  /** A new name follows, as in `a AS |`. Completion suggests nothing. */
  | { readonly kind: "newName" }
  /**
   * One of the `keywords` can follow, as in `ORDER |`. If they are undefined, as for `INSERT |`, the grammar determines
   * them.
   */
  | { readonly kind: "keywords"; readonly keywords?: readonly string[] };

/** Syntactic context of the cursor in a SQL statement, and the names visible there. */
export interface CursorContext {
  readonly context: CursorSyntax;
  readonly scope: NameUseScope | undefined;
  readonly ctes: readonly CteScopes[];
  /** Parameters of the lambda functions that contain the cursor, in lower case. */
  readonly locals: readonly string[];
}

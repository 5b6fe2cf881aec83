import type { Clause, CteScopes, Name, Scope, Source, TableSource } from "./scopes.ts";

/** Kinds of text that can follow at the cursor, which is `|` in the examples. */
export type CaretContext =
  /** At the start of a statement. */
  | { readonly kind: "statement" }
  /** `WHERE |`: an operand. A complete predicate can follow in `WHERE a AND |`, only a value in `WHERE a = |`. */
  | {
      readonly kind: "operand";
      readonly clause: Clause;
      readonly isPredicate: boolean;
      /** Sources that its names can belong to, if they differ from those visible in the SELECT list. */
      readonly candidates: readonly Source[] | undefined;
    }
  /** `WHERE a |`, also within CASE: an operator or the next clause. */
  | { readonly kind: "operator"; readonly clause: Clause; readonly isInCase: boolean }
  /** `a.|`: a column or field. `path` precedes the dot. */
  | { readonly kind: "member"; readonly clause: Clause; readonly path: readonly Name[] }
  /** `FROM |`: a table, or in `FROM (|` also a query. `INSERT INTO |`: a table to write. */
  | { readonly kind: "table"; readonly isTarget: boolean; readonly canBeQuery?: boolean }
  /** `FROM t |`: keywords that depend on the statement. */
  | { readonly kind: "afterTable"; readonly after: "from" | "insert" | "update" | "delete" | "merge" }
  /** `INSERT INTO t (|`, `SET |` or `USING (|`: a column of `target`. */
  | { readonly kind: "targetColumn"; readonly target: TableSource | undefined }
  /** `CAST(a AS |`: a data type. */
  | { readonly kind: "type" }
  /** `a AS |`: a new name, for which nothing is offered. */
  | { readonly kind: "newName" }
  /** `ORDER |`: one of the keywords. If they are omitted, as for `INSERT |`, the grammar provides them. */
  | { readonly kind: "keywords"; readonly keywords?: readonly string[] };

/** Syntactic context of the cursor and the names visible there. */
export interface Caret {
  readonly context: CaretContext;
  readonly scope: Scope | undefined;
  readonly ctes: readonly CteScopes[];
  /** Parameters of the lambda functions that contain the cursor, in lower case. */
  readonly locals: readonly string[];
}

import type { Clause, CteScopes, Name, Scope, Source, TableSource } from "./scopes.ts";

/** What may stand where the cursor is. */
export type CaretContext =
  /** For `|` this is the place: a statement begins. */
  | { readonly kind: "statement" }
  /** For `WHERE |`: an expression, or its next operand. For `WHERE a AND |` a predicate, for `WHERE a = |` a value. */
  | {
      readonly kind: "operand";
      readonly clause: Clause;
      readonly isPredicate: boolean;
      /** The sources that its names may belong to, when these are not those that the SELECT list sees. */
      readonly among: readonly Source[] | undefined;
    }
  /** For `WHERE a |`, or in a CASE. */
  | { readonly kind: "operator"; readonly clause: Clause; readonly isInCase: boolean }
  /** For `a.|`: the path before the dot. */
  | { readonly kind: "member"; readonly clause: Clause; readonly path: readonly Name[] }
  /** For `FROM |`, or of a statement that writes, `INSERT INTO |`. For `FROM (|` a query may stand there too. */
  | { readonly kind: "table"; readonly isTarget: boolean; readonly canBeQuery?: boolean }
  /** For `FROM t |`; the words that may follow depend on the statement. */
  | { readonly kind: "afterTable"; readonly after: "from" | "insert" | "update" | "delete" | "merge" }
  /** For `INSERT INTO t (|`, `SET |`, `USING (|`. */
  | { readonly kind: "targetColumn"; readonly target: TableSource | undefined }
  /** For `CAST(a AS |`. */
  | { readonly kind: "type" }
  /** For `a AS |`: a name of the writer's own. */
  | { readonly kind: "newName" }
  /** For `ORDER |` the words that follow, for `INSERT |` what the grammar knows. */
  | { readonly kind: "words"; readonly words?: readonly string[] };

/** Where the cursor was met, and the names in sight there. */
export interface Caret {
  readonly place: CaretContext;
  readonly scope: Scope | undefined;
  readonly ctes: readonly CteScopes[];
  /** Parameters of functions around the cursor, in small letters. */
  readonly locals: readonly string[];
}

import type { TableModel } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";

/** What the query of a view reads and gives; offsets are those of the query. */
export interface QuerySummary {
  readonly statements: readonly Span[];
  /** Whether it was understood whole, so that it reads and gives nothing else. */
  readonly isWhole: boolean;
  /** Tables by their names in SQL, each use of them. */
  readonly tablesRead: readonly (Span & { readonly name: string })[];
  /** Names of its columns; left out when they cannot be told. */
  readonly outputs?: readonly string[];
}

/** What a definition is read with. */
export interface DefinitionScope {
  readonly tables: TableModel;
  readonly readQuery: (text: string) => Promise<QuerySummary>;
}

import type { TableModel } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";

/** Tables that a view's query reads and columns that it returns; offsets count in the query. */
export interface QuerySummary {
  readonly statements: readonly Span[];
  /** Whether the query was understood completely, so that the lists are exhaustive. */
  readonly isWhole: boolean;
  /** Every use of a table, by SQL name. */
  readonly tablesRead: readonly (Span & { readonly name: string })[];
  /** Column names of the answer; left out when unknown. */
  readonly outputs?: readonly string[];
}

/** Dependencies for analysing a definition. */
export interface DefinitionScope {
  readonly tables: TableModel;
  readonly readQuery: (text: string) => Promise<QuerySummary>;
}

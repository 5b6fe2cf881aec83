import type { TableModel } from "../core/model/table-model.ts";
import type { Span } from "../core/text/span.ts";

/** Tables that a view's query reads and columns that it returns. Offsets are relative to the query text. */
export interface QuerySummary {
  readonly statements: readonly Span[];
  /** Whether the query was parsed completely, so that its tables and columns are all known. */
  readonly isWhole: boolean;
  /** References to tables in the query, by SQL name. A table can occur several times. */
  readonly tablesRead: readonly (Span & { readonly name: string })[];
  /** Names of the columns that the query returns. Omitted if unknown. */
  readonly outputs?: readonly string[];
}

/** Dependencies for analysing a table-source definition. */
export interface DefinitionScope {
  readonly tables: TableModel;
  readonly readQuery: (text: string) => Promise<QuerySummary>;
}

/** Request to the language server for the tables that a table-source SQL text reads and writes. */
export const lineageRequest = "workforce/tables/lineage";

export interface LineageParams {
  readonly text: string;
}

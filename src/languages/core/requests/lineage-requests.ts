/** Request to the language server: what a text of table-source SQL reads and writes. */
export const lineageRequest = "workforce/tables/lineage";

export interface LineageParams {
  readonly text: string;
}

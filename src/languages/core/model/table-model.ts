/**
 * LSP methods of requests for table sources that the language server sends to the editor. The editor answers them from
 * its active connection.
 */
export const tableRequests = {
  /** Request that finds table sources whose names contain a search text. */
  search: "workforce/tables/search",
  /** Request that finds table sources by exact SQL name or unique id. */
  find: "workforce/tables/find",
} as const;

/**
 * LSP method of the editor's notification that the active connection or tenant changed, or that table sources may have
 * changed.
 */
export const tablesChangedNotification = "workforce/tables/changed";

export interface TableColumn {
  readonly name: string;
  /** Data type of the column in the service's notation, such as `DATE_TIME` (sql-like-language 13.1). */
  readonly type: string;
  readonly isPrimaryTimestamp: boolean;
}

/** A table source (service-api, "TableSource"), reduced to what SQL needs: names and columns. */
export interface TableEntry {
  /** Name of the table source in SQL. */
  readonly objectName: string;
  readonly id?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly isMaterializedView?: boolean;
  readonly columns: readonly TableColumn[];
}

export interface TableSearchParams {
  /** Text to search for in names of table sources, in any letter case. If empty, lists table sources from the start. */
  readonly prefix: string;
}

export interface TableLookupParams {
  /** SQL names or unique ids of table sources, in any letter case. */
  readonly objectNames: readonly string[];
}

export interface TableSearchResult {
  readonly tables: readonly TableEntry[];
  /** Whether the list is complete. False if more table sources exist than were returned, or if the request failed. */
  readonly isComplete: boolean;
}

/**
 * Looks up table sources of a tenant through the editor's connection. Promises never reject; table sources that cannot
 * be found are omitted.
 */
export interface TableModel {
  search(prefix: string): Promise<TableSearchResult>;
  /**
   * Finds table sources by SQL name or unique id. If the result is incomplete, a name that is not found may still
   * exist.
   */
  find(objectNames: readonly string[]): Promise<TableSearchResult>;
}

/** Requests that the language server sends to its editor, which answers from the active connection. */
export const tableRequests = {
  /** Finds table sources whose names begin with or contain a prefix. */
  search: "workforce/tables/search",
  /** Finds table sources by SQL name or unique id. */
  find: "workforce/tables/find",
} as const;

/**
 * Notification to the server that the active connection or tenant changed, or that its table sources may have changed.
 */
export const tablesChangedNotification = "workforce/tables/changed";

export interface TableColumn {
  readonly name: string;
  /** Data type in the service's spelling, such as `DATE_TIME` (sql-like-language 13.1). */
  readonly type: string;
  readonly isPrimaryTimestamp: boolean;
}

/** Table source as SQL sees it (service-api, "TableSource"). */
export interface TableEntry {
  /** Name in SQL. */
  readonly objectName: string;
  readonly id?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly isMaterializedView?: boolean;
  readonly columns: readonly TableColumn[];
}

export interface TableSearch {
  /** Case-insensitive; empty lists table sources from the first name on. */
  readonly prefix: string;
}

export interface TableFind {
  /** Names or unique ids, case-insensitive. */
  readonly objectNames: readonly string[];
}

export interface TableList {
  readonly tables: readonly TableEntry[];
  /** False when more table sources exist than were returned, or when the connection could not be asked. */
  readonly isComplete: boolean;
}

/**
 * Table sources of a tenant as far as the editor's connection can list them. Never rejects: what cannot be found is
 * left out.
 */
export interface TableModel {
  search(prefix: string): Promise<TableList>;
  /** Finds table sources by name or unique id. If the answer is incomplete, a missing name may still exist. */
  find(objectNames: readonly string[]): Promise<TableList>;
}

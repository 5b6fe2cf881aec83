/** Requests that the language server sends to its editor, which answers from the active connection. */
export const tableRequests = {
  /** Table sources whose name begins with or holds a prefix. */
  search: "workforce/tables/search",
  /** Table sources by their names in SQL or their unique ids. */
  find: "workforce/tables/find",
} as const;

/** Notification to the server: another connection or tenant is active, or its table sources may have changed. */
export const tablesChangedNotification = "workforce/tables/changed";

export interface TableColumn {
  readonly name: string;
  /** Data type as the service says it, for example `DATE_TIME` (sql-like-language 13.1). */
  readonly type: string;
  readonly isPrimaryTimestamp: boolean;
}

/** A table source as SQL sees it (service-api, "TableSource"). */
export interface TableEntry {
  /** The name in SQL. */
  readonly objectName: string;
  readonly id?: string;
  readonly displayName?: string;
  readonly description?: string;
  readonly isMaterializedView?: boolean;
  readonly columns: readonly TableColumn[];
}

export interface TableSearch {
  /** In any letter case; an empty one lists from the first name on. */
  readonly prefix: string;
}

export interface TableFind {
  /** Names or unique ids, in any letter case. */
  readonly objectNames: readonly string[];
}

export interface TableList {
  readonly tables: readonly TableEntry[];
  /** False when there are more than were given, or when nothing could be asked. */
  readonly isComplete: boolean;
}

/** The table sources of a tenant, as far as the editor's connection knows them. Never fails: what cannot be told is left out. */
export interface TableModel {
  search(prefix: string): Promise<TableList>;
  /** By names or unique ids. Of an incomplete answer a missing name may still be a table source. */
  find(objectNames: readonly string[]): Promise<TableList>;
}

import type { Connection } from "vscode-languageserver/node";
import {
  type TableEntry,
  type TableLookupParams,
  type TableModel,
  type TableSearchParams,
  type TableSearchResult,
  tableRequests,
  tablesChangedNotification,
} from "../core/model/table-model.ts";

const nothing: TableSearchResult = { tables: [], isComplete: false };

/**
 * Table sources of the editor's connection. Each is requested once and cached until the connection or its tables
 * change.
 */
export class TableSearchCache implements TableModel {
  readonly #connection: Connection;
  readonly #searches = new Map<string, Promise<TableSearchResult>>();
  #found = new Map<string, TableEntry>();
  readonly #listeners: (() => void)[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.onNotification(tablesChangedNotification, () => {
      this.#searches.clear();
      // A new map, since requests that are still running write to the old one.
      this.#found = new Map();
      for (const listener of this.#listeners) {
        listener();
      }
    });
  }

  /** Registers a listener for changes that may invalidate earlier results. */
  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  search(prefix: string): Promise<TableSearchResult> {
    const key = prefix.toLowerCase();
    const known = this.#searches.get(key);
    if (known) {
      return known;
    }
    const answer = this.#ask(tableRequests.search, { prefix } satisfies TableSearchParams).then((list) => {
      // The editor could not ask the service, but may be able to next time.
      if (list.tables.length === 0 && !list.isComplete) {
        this.#searches.delete(key);
      }
      return list;
    });
    this.#searches.set(key, answer);
    return answer;
  }

  async find(objectNames: readonly string[]): Promise<TableSearchResult> {
    const known = this.#found;
    const names = objectNames.map((name) => name.toLowerCase());
    const unasked = names.filter((name) => !known.has(name));
    if (unasked.length > 0) {
      const { tables, isComplete } = await this.#ask(tableRequests.find, {
        objectNames: unasked,
      } satisfies TableLookupParams);
      for (const table of tables) {
        known.set(table.objectName.toLowerCase(), table);
        if (table.id) {
          known.set(table.id.toLowerCase(), table);
        }
      }
      // Missing tables may exist later; they are requested again with the next text that names them.
      if (!isComplete) {
        return { tables: names.flatMap((name) => known.get(name) ?? []), isComplete };
      }
    }
    return { tables: names.flatMap((name) => known.get(name) ?? []), isComplete: true };
  }

  /**
   * Sends a request for table sources to the editor. The result is empty if the editor does not support the request.
   */
  async #ask(method: string, params: TableSearchParams | TableLookupParams): Promise<TableSearchResult> {
    try {
      return await this.#connection.sendRequest<TableSearchResult>(method, params);
    } catch {
      return nothing;
    }
  }
}

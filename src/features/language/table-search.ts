import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Logger } from "../../base/logger.ts";
import type { Session } from "../../client/call/client.ts";
import { formatTableDocument, tableDocumentScheme } from "../../languages/core/model/table-document.ts";
import type {
  TableEntry,
  TableLookupParams,
  TableSearchParams,
  TableSearchResult,
} from "../../languages/core/model/table-model.ts";
import { findTables, maxTables, searchTables, tableEntryOf, tablePageSize } from "./table-search-model.ts";

/** Dependencies of the table search. */
export interface TableSearchServices {
  readonly currentSession: () => Promise<Session>;
  readonly onDidChangeTarget: Event<void>;
  /** Fires when table sources were changed by this extension, or when the user refreshed the list. */
  readonly onDidRefreshTables: Event<void>;
  readonly log: Logger;
}

interface Loaded {
  readonly atMs: number;
  readonly list: Promise<TableSearchResult>;
}

/**
 * Lifetimes in milliseconds: how long a list of tables stays valid, and the minimum interval between reads because of a
 * missing name.
 */
const lifetimes = { listMs: 300_000, missingMs: 5000 };

/** Searcher of the table sources of the active tenant. Lists are cached by connection and tenant. */
export class TableSearcher implements vscode.TextDocumentContentProvider {
  readonly #services: TableSearchServices;
  readonly #loaded = new Map<string, Loaded>();

  constructor(services: TableSearchServices) {
    this.#services = services;
  }

  /** Calls the listener when earlier table search results may be outdated. */
  onDidChangeTables(listener: () => void): vscode.Disposable {
    const { onDidChangeTarget, onDidRefreshTables } = this.#services;
    const refresh = () => {
      this.#loaded.clear();
      listener();
    };
    return vscode.Disposable.from(onDidChangeTarget(listener), onDidRefreshTables(refresh));
  }

  async search({ prefix }: TableSearchParams): Promise<TableSearchResult> {
    return searchTables(await this.#list(lifetimes.listMs), prefix);
  }

  async find({ objectNames }: TableLookupParams): Promise<TableSearchResult> {
    const found = findTables(await this.#list(lifetimes.listMs), objectNames);
    const isComplete = found.tables.length === new Set(objectNames.map((name) => name.toLowerCase())).size;
    return isComplete ? found : findTables(await this.#list(lifetimes.missingMs), objectNames);
  }

  /** Returns the text of the virtual document that describes a table source. Table names in queries link to it. */
  async provideTextDocumentContent({ path }: vscode.Uri): Promise<string> {
    const objectName = path.slice(1).replace(/\.json$/, "");
    const { tables } = await this.find({ objectNames: [objectName] });
    return tables[0]
      ? formatTableDocument(tables[0])
      : vscode.l10n.t("The active tenant has no table source {0}.", objectName);
  }

  /** Registers the provider of the virtual documents that describe table sources. */
  registerDocuments(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(tableDocumentScheme, this);
  }

  async #list(lifeMs: number): Promise<TableSearchResult> {
    let session: Session;
    try {
      session = await this.#services.currentSession();
    } catch (error) {
      return this.#failed(error);
    }
    const key = `${session.connectionId} ${session.tenant ?? ""}`;
    const known = this.#loaded.get(key);
    if (known && Date.now() - known.atMs < lifeMs) {
      return await known.list;
    }
    const list = this.#load(session).catch((error: unknown) => {
      this.#loaded.delete(key);
      return this.#failed(error);
    });
    this.#loaded.set(key, { atMs: Date.now(), list });
    return await list;
  }

  async #load({ client }: Session): Promise<TableSearchResult> {
    const entries: TableEntry[] = [];
    for (let start = 0; start < maxTables; start += tablePageSize) {
      const { tables = [] } = await client.listTableSources({ query: { start, limit: tablePageSize } });
      entries.push(...tables.flatMap(tableEntryOf));
      if (tables.length < tablePageSize) {
        return { tables: entries, isComplete: true };
      }
    }
    return { tables: entries, isComplete: false };
  }

  /** Logs an error and returns an empty list of tables, so that the editor works without table names. */
  #failed(error: unknown): TableSearchResult {
    const reason = error instanceof Error ? error.message : "unknown";
    this.#services.log.warn(`The table sources could not be listed: ${reason}`);
    return { tables: [], isComplete: false };
  }
}

import type { Session } from "../../client/call/client.ts";
import type { TableSource } from "../../contract/table-sources.ts";
import type { TableEntry } from "../../languages/core/model/table-model.ts";
import type { TenantEntry } from "../../languages/core/requests/editor-requests.ts";
import type { ComposerServices } from "./composer-services.ts";
import type { ConnectionNames } from "./offers-model.ts";

/** Number of table sources per request (service-api, "List table sources"). */
const pageSize = 100;
/** Maximum number of table sources to read. A longer list of suggestions is not useful. */
const maxTables = 2000;
const lifetimeMs = 60_000;

interface Cached<Value> {
  readonly untilMs: number;
  readonly value: Promise<Value>;
}

/**
 * Cache of names of the active connection, such as its tables. Read when a form field first needs them. Never rejects;
 * after a failure the lists are empty.
 */
export class ConnectionNameCache implements ConnectionNames {
  readonly #services: ComposerServices;
  #tables: Cached<readonly TableEntry[]> | undefined;
  #tenants: Cached<readonly TenantEntry[]> | undefined;

  constructor(services: ComposerServices) {
    this.#services = services;
  }

  /** Clears the cached names after the connection or tenant has changed. */
  clear(): void {
    this.#tables = undefined;
    this.#tenants = undefined;
  }

  async tables(): Promise<readonly TableEntry[]> {
    if (!this.#tables || this.#tables.untilMs < Date.now()) {
      this.#tables = { untilMs: Date.now() + lifetimeMs, value: this.#load("table sources", listTables) };
    }
    return await this.#tables.value;
  }

  async tenants(): Promise<readonly TenantEntry[]> {
    if (!this.#tenants || this.#tenants.untilMs < Date.now()) {
      const list = ({ connectionId }: Session) => this.#services.tenants(connectionId);
      this.#tenants = { untilMs: Date.now() + lifetimeMs, value: this.#load("tenants", list) };
    }
    return await this.#tenants.value;
  }

  async #load<Entry>(what: string, list: (session: Session) => Promise<readonly Entry[]>): Promise<readonly Entry[]> {
    try {
      return await list(await this.#services.currentSession());
    } catch (error) {
      this.clear();
      this.#services.log.warn(`The ${what} could not be listed: ${error instanceof Error ? error.message : "unknown"}`);
      return [];
    }
  }
}

async function listTables({ client }: Session): Promise<readonly TableEntry[]> {
  const entries: TableEntry[] = [];
  for (let start = 0; start < maxTables; start += pageSize) {
    const { tables = [] } = await client.listTableSources({ query: { start, limit: pageSize } });
    entries.push(...tables.flatMap(entryOf));
    if (tables.length < pageSize) {
      break;
    }
  }
  return entries;
}

function entryOf({ uuid, objectName, basicInformation, columns = [] }: TableSource): TableEntry[] {
  if (!objectName) {
    return [];
  }
  const displayName = basicInformation?.displayName;
  return [
    {
      objectName,
      ...(uuid && { id: uuid }),
      ...(displayName && { displayName }),
      columns: columns.flatMap(({ name, dataType = "UNSPECIFIED", isPrimaryTimestamp = false }) =>
        name ? [{ name, type: dataType, isPrimaryTimestamp }] : [],
      ),
    },
  ];
}

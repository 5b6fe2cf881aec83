import type { Session } from "../../client/call/session.ts";
import type { TableSource } from "../../contract/table-source-schemas.ts";
import type { TableEntry } from "../../languages/core/model/table-model.ts";
import type { TenantEntry } from "../../languages/core/requests/tenant-requests.ts";
import type { ComposerServices } from "./composer-services.ts";
import type { ConnectionNames } from "./offers-model.ts";

/** Table sources asked for at a time (service-api, "List table sources"). */
const pageSize = 100;
/** A list that is longer is no help to choose from. */
const mostTables = 2000;
const livesMs = 60_000;

interface Kept<Value> {
  readonly untilMs: number;
  readonly value: Promise<Value>;
}

/** Names of the active connection, read when a field first asks for them. Never rejects: nothing is offered then. */
export class CurrentNames implements ConnectionNames {
  readonly #services: ComposerServices;
  #tables: Kept<readonly TableEntry[]> | undefined;
  #tenants: Kept<readonly TenantEntry[]> | undefined;

  constructor(services: ComposerServices) {
    this.#services = services;
  }

  /** Another connection or tenant is active. */
  forget(): void {
    this.#tables = undefined;
    this.#tenants = undefined;
  }

  async tables(): Promise<readonly TableEntry[]> {
    if (!this.#tables || this.#tables.untilMs < Date.now()) {
      this.#tables = { untilMs: Date.now() + livesMs, value: this.#load("table sources", listTables) };
    }
    return await this.#tables.value;
  }

  async tenants(): Promise<readonly TenantEntry[]> {
    if (!this.#tenants || this.#tenants.untilMs < Date.now()) {
      const list = ({ connectionId }: Session) => this.#services.tenants(connectionId);
      this.#tenants = { untilMs: Date.now() + livesMs, value: this.#load("tenants", list) };
    }
    return await this.#tenants.value;
  }

  async #load<Entry>(what: string, list: (session: Session) => Promise<readonly Entry[]>): Promise<readonly Entry[]> {
    try {
      return await list(await this.#services.currentSession());
    } catch (error) {
      this.forget();
      this.#services.log.warn(`The ${what} could not be listed: ${error instanceof Error ? error.message : "unknown"}`);
      return [];
    }
  }
}

async function listTables({ client }: Session): Promise<readonly TableEntry[]> {
  const entries: TableEntry[] = [];
  for (let start = 0; start < mostTables; start += pageSize) {
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

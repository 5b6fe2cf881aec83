import type { Memento } from "vscode";
import type { TableMetadata } from "../../contract/table-sources.ts";
import { addState, storedStates, type TableState, type TableStatesByKey } from "./table-states-model.ts";
import type { ListedTable } from "./table-target.ts";

const stateKey = "workforce.tableSources.states";

/** Stores the observed states of tables on this machine, shared by all windows. */
export class StoredTableStates {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Returns the states of a table, newest first. */
  list({ connectionId, tenant, table }: ListedTable): readonly TableState[] {
    return storedStates(this.#read(), { connectionId, tenant, tableId: table.uuid });
  }

  /** Requests the metadata of a table and stores its state. */
  async read({ connectionId, tenant, session, table }: ListedTable, signal?: AbortSignal): Promise<TableMetadata> {
    const path = { tableId: table.uuid };
    const metadata = await session.client.getTableSourceMetadata({ path }, signal && { signal });
    const stored = this.#read();
    const next = addState(stored, { connectionId, tenant, tableId: table.uuid }, metadata, Date.now());
    if (next !== stored) {
      await this.#memory.update(stateKey, next);
    }
    return metadata;
  }

  #read(): TableStatesByKey {
    return this.#memory.get<TableStatesByKey>(stateKey, {});
  }
}

import type { Memento } from "vscode";
import type { TableMetadata } from "../../contract/table-source-schemas.ts";
import type { PlacedTable } from "./table-place.ts";
import { type NotedStates, noteState, statesOf, type TableState } from "./table-states-model.ts";

const stateKey = "workforce.tableSources.states";

/** Keeps the states that tables were seen in, on this machine and for all its windows. */
export class NotedTableStates {
  readonly #memory: Memento;

  constructor(memory: Memento) {
    this.#memory = memory;
  }

  /** Newest first. */
  list({ connectionId, tenant, table }: PlacedTable): readonly TableState[] {
    return statesOf(this.#read(), { connectionId, tenant, tableId: table.uuid });
  }

  /** Asks for the metadata of a table and notes its state. */
  async read({ connectionId, tenant, session, table }: PlacedTable, signal?: AbortSignal): Promise<TableMetadata> {
    const path = { tableId: table.uuid };
    const metadata = await session.client.getTableSourceMetadata({ path }, signal && { signal });
    const noted = this.#read();
    const next = noteState(noted, { connectionId, tenant, tableId: table.uuid }, metadata, Date.now());
    if (next !== noted) {
      await this.#memory.update(stateKey, next);
    }
    return metadata;
  }

  #read(): NotedStates {
    return this.#memory.get<NotedStates>(stateKey, {});
  }
}

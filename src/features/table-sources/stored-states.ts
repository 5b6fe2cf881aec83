import type { Memento } from "vscode";
import { ApiError } from "../../client/interface/errors.ts";
import type { TableMetadata } from "../../contract/table-sources.ts";
import type { StoredTransaction, TableSourceServices } from "./table-source-services.ts";
import {
  addState,
  type OwnTransaction,
  storedStates,
  type TableState,
  type TableStatesByKey,
  withOwnCommits,
} from "./table-states-model.ts";
import type { ListedTable } from "./table-target.ts";

const stateKey = "workforce.tableSources.states";

/** Number of own transactions that are looked up, the newest ones. */
const maxOwn = 20;

/** Stores the observed states of tables on this machine, shared by all windows. */
export class StoredTableStates {
  readonly #memory: Memento;
  readonly #ownTransactions: TableSourceServices["ownTransactions"];

  constructor(memory: Memento, ownTransactions: TableSourceServices["ownTransactions"]) {
    this.#memory = memory;
    this.#ownTransactions = ownTransactions;
  }

  /** Returns the observed states of a table and those that were committed from here, newest first. */
  async list(listedTable: ListedTable, signal?: AbortSignal): Promise<readonly TableState[]> {
    const { connectionId, tenant, table } = listedTable;
    const states = storedStates(this.#read(), { connectionId, tenant, tableId: table.uuid });
    const observed = new Set(states.map(({ transactionId }) => transactionId));
    const own = this.#ownTransactions().filter((one) => writes(one, listedTable));
    const transactions = await Promise.all(
      own.slice(0, maxOwn).map(
        async (one): Promise<OwnTransaction> => ({
          transactionId: one.transactionId,
          title: one.label,
          committedAt: observed.has(one.transactionId) ? undefined : await committedAt(one, listedTable, signal),
        }),
      ),
    );
    return withOwnCommits(states, transactions);
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

/** Whether a transaction may have written the table. Its tenant is unknown if the sign-in determined it. */
function writes({ connectionId, tenant, tables, end }: StoredTransaction, listedTable: ListedTable): boolean {
  const name = listedTable.table.objectName.toLowerCase();
  return (
    connectionId === listedTable.connectionId &&
    (tenant === undefined || tenant === listedTable.tenant) &&
    (end === undefined || end === "committed" || end === "mixed") &&
    tables.some((table) => table.toLowerCase() === name)
  );
}

/**
 * Requests when a transaction was committed in the tenant of the table. Undefined if it was not, or if the service does
 * not know it any more.
 */
async function committedAt(
  { transactionId }: StoredTransaction,
  { session, tenant }: ListedTable,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    const answer = await session.client.getSqlTransaction({ path: { transactionId } }, signal && { signal });
    const { children = [] } = answer;
    const own = children.length === 0 ? answer : children.find(({ tenantCode }) => tenantCode === tenant);
    return own?.status?.toLowerCase() === "committed" ? own.closedAt : undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ApiError) {
      return undefined;
    }
    throw error;
  }
}

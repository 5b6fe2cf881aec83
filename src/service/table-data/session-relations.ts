import { isSameName } from "../store/same-name.ts";
import type { AccessibleInput, AccessibleTable, TransactionInTenant } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { WriteLock, WriteLocks } from "./write-locks.ts";

/** The tables and inputs that a session may use, by their names in SQL. An input hides a table of its name. */
export class SessionRelations {
  readonly tables: readonly AccessibleTable[];
  readonly inputs: readonly AccessibleInput[];
  readonly #transaction: TransactionInTenant;
  readonly #locks: WriteLocks;

  constructor(
    transaction: TransactionInTenant,
    accessible: { readonly tables: readonly AccessibleTable[]; readonly inputs: readonly AccessibleInput[] },
    locks: WriteLocks,
  ) {
    this.tables = accessible.tables;
    this.inputs = accessible.inputs;
    this.#transaction = transaction;
    this.#locks = locks;
  }

  findInput(name: string): AccessibleInput | undefined {
    return this.inputs.find((input) => isSameName(input.name, name));
  }

  /** Throws a TableDataError for an unknown input. */
  input(name: string): AccessibleInput {
    const known = this.findInput(name);
    if (!known) {
      throw new TableDataError(`There is no input "${name}".`);
    }
    return known;
  }

  /** Throws a TableDataError for an unknown table. */
  table(name: string): AccessibleTable {
    const accessible = this.tables.find((table) => isSameName(table.name, name));
    if (!accessible) {
      throw new TableDataError(`The tenant ${this.#transaction.tenant} has no table "${name}".`);
    }
    return accessible;
  }

  /** Returns a table to write, with its lock. Throws a TableDataError for one that the transaction cannot write. */
  target(name: string): { readonly accessible: AccessibleTable; readonly lock: WriteLock } {
    const accessible = this.table(name);
    if (accessible.isReadonly) {
      throw new TableDataError(
        `The rows of ${accessible.name} are inherited from ${accessible.table.tenant}; only that tenant can write them.`,
      );
    }
    const lock = this.#locks.lockOf(accessible.table);
    if (lock?.transactionId !== this.#transaction.transactionId) {
      throw new TableDataError(
        `The transaction cannot write ${accessible.name}: name the table in tablesToModify when starting the transaction.`,
      );
    }
    return { accessible, lock };
  }
}

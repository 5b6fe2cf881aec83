import { quoteSparkName } from "../../base/sql-quote.ts";
import type { IcebergTable } from "../../lakehouse/iceberg-table.ts";
import { hasRowChanges } from "../table-data/commit.ts";
import type { RowChanges, TenantTable } from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { quoteSparkText } from "./column-types.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";
import { type CountedChanges, countByComparison, countByLineage } from "./row-changes.ts";
import type { TableBranch, TableRecords } from "./table-records.ts";

/** Numbers of a table after which those of new and changed rows come. */
type RowCounters = Pick<IcebergTable, "nextRowId" | "lastSequenceNumber">;

/** A branch that is at its last statement. */
interface OpenedBranch {
  readonly branch: TableBranch & { readonly head: string };
  readonly counters: RowCounters;
  /** Whether this process has run all statements before to their ends. */
  readonly isComplete: boolean;
}

const noChanges: RowChanges = { added: 0, changed: 0, removed: 0 };

/**
 * The branches of open transactions, one in each table that they write. The service keeps the snapshot after each
 * statement: what a statement that failed or was cut leaves on the branch does not count, and is undone by the next one.
 */
export class TransactionBranches {
  readonly #lakehouse: Lakehouse;
  readonly #records: TableRecords;
  /**
   * Counters after the last statement of a branch whose statements this process has all run to their ends. The catalog need
   * not be asked for them, nor whether a statement that was cut has written late.
   */
  readonly #counters = new WeakMap<TableBranch, RowCounters>();

  constructor(lakehouse: Lakehouse, records: TableRecords) {
    this.#lakehouse = lakehouse;
    this.#records = records;
  }

  /** Runs `write` on the branch of a transaction, whose path it gets, and counts what it changed. */
  async write(
    table: TenantTable,
    transactionId: string,
    session: JobSession,
    write: (path: string, branch: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<RowChanges> {
    const { branch, counters, isComplete } = await this.#open(table, transactionId, session, signal);
    const path = this.#lakehouse.pathOf(table);
    await write(`${path}.${quoteSparkName(`branch_${branch.name}`)}`, branch.name);
    const after = await this.#lakehouse.load(table, signal);
    const head = after.branches.get(branch.name);
    if (head === undefined || head === branch.head) {
      return noChanges;
    }
    const snapshot = after.snapshots.get(head);
    const counted: CountedChanges =
      snapshot?.operation === "append" && snapshot.parentId === branch.head
        ? {
            changes: { ...noChanges, added: snapshot.addedRecords },
            recordCount: branch.recordCount + snapshot.addedRecords,
          }
        : await countByLineage(
            session,
            { path, version: quoteSparkText(branch.name) },
            {
              nextRowId: counters.nextRowId,
              sequenceNumber: counters.lastSequenceNumber,
              recordCount: branch.recordCount,
            },
            signal,
          );
    const changes = addChanges(branch.changes, counted.changes);
    const saved = { ...branch, head, recordCount: counted.recordCount, changes };
    await this.#records.saveBranch(saved);
    if (isComplete) {
      this.#counters.set(saved, { nextRowId: after.nextRowId, lastSequenceNumber: after.lastSequenceNumber });
    }
    return counted.changes;
  }

  /** Sets the branch of a transaction to a snapshot of the table, and counts what that changed. */
  async reset(
    table: TenantTable,
    transactionId: string,
    snapshot: string,
    session: JobSession,
    signal?: AbortSignal,
  ): Promise<RowChanges> {
    const { branch } = await this.#open(table, transactionId, session, signal);
    const { snapshots } = await this.#lakehouse.load(table, signal);
    if (!snapshots.has(snapshot)) {
      throw new TableDataError("the catalog does not have the snapshot any more; it was expired there.");
    }
    const path = this.#lakehouse.pathOf(table);
    const { changes, recordCount } = await countByComparison(session, { path, version: snapshot }, branch.head, signal);
    await this.#lakehouse.setBranch(table, branch.name, snapshot);
    await this.#records.saveBranch({ ...branch, head: snapshot, recordCount, changes: undefined, isReset: true });
    return changes;
  }

  /** Counts the net changes of a transaction to a table. */
  async countChanges(branch: TableBranch, session: JobSession, signal?: AbortSignal): Promise<RowChanges> {
    if (branch.head === undefined || branch.head === branch.base) {
      return noChanges;
    }
    if (branch.changes) {
      return branch.changes;
    }
    const at = { path: this.#lakehouse.pathOf(branch.table), version: branch.head };
    await session.ready(signal);
    await session.command(`REFRESH TABLE ${at.path}`, signal);
    const stored = this.#records.tableOf(branch.table);
    const before = {
      nextRowId: branch.nextRowId,
      sequenceNumber: branch.sequenceNumber,
      recordCount: stored?.recordCount ?? 0,
    };
    const counted = branch.isReset
      ? await countByComparison(session, at, branch.base, signal)
      : await countByLineage(session, at, before, signal);
    return counted.changes;
  }

  /** Drops the branches of a transaction that has ended. What the catalog does not drop is tried again at the next start. */
  async drop(branches: readonly TableBranch[], onFailure: (error: unknown) => void): Promise<void> {
    for (const branch of branches) {
      try {
        const catalog = await this.#lakehouse.of(branch.table.tenant);
        await catalog.dropBranch(branch.table.source, branch.name);
        await this.#records.forgetBranch(branch);
      } catch (error) {
        onFailure(error);
      }
    }
  }

  /** The transaction's branch, made if it is missing and set to its last statement, and the table's counters then. */
  async #open(
    table: TenantTable,
    transactionId: string,
    session: JobSession,
    signal: AbortSignal | undefined,
  ): Promise<OpenedBranch> {
    const known = this.#records.branchOf(table, transactionId);
    const counters = known && this.#counters.get(known);
    if (counters && known.head !== undefined) {
      this.#counters.delete(known);
      return { branch: { ...known, head: known.head }, counters, isComplete: true };
    }
    const state = await this.#lakehouse.load(table, signal);
    const branch = known ?? this.#newBranch(table, transactionId, state);
    if (branch.head === undefined) {
      await this.#records.saveBranch(branch);
      return await this.#create(branch, state, session, signal);
    }
    if (state.branches.get(branch.name) !== branch.head) {
      await this.#lakehouse.setBranch(table, branch.name, branch.head);
    }
    return { branch: { ...branch, head: branch.head }, counters: state, isComplete: false };
  }

  #newBranch(table: TenantTable, transactionId: string, state: IcebergTable): TableBranch {
    const stored = this.#records.tableOf(table);
    return {
      table,
      transactionId,
      name: `workforce_${transactionId.replace(/[^A-Za-z0-9]/g, "")}`,
      base: stored?.snapshot,
      head: undefined,
      nextRowId: state.nextRowId,
      sequenceNumber: state.lastSequenceNumber,
      recordCount: stored?.recordCount ?? 0,
      changes: noChanges,
      isReset: false,
    };
  }

  async #create(
    branch: TableBranch,
    before: IcebergTable,
    session: JobSession,
    signal: AbortSignal | undefined,
  ): Promise<OpenedBranch> {
    const { table, name, base } = branch;
    let counters = before;
    let head = base;
    if (head === undefined) {
      // A branch of a table without a snapshot can be made by Spark only, which makes an empty one.
      const path = this.#lakehouse.pathOf(table);
      await session.command(`REFRESH TABLE ${path}`, signal);
      await session.command(`ALTER TABLE ${path} CREATE OR REPLACE BRANCH ${quoteSparkName(name)}`, signal);
      counters = await this.#lakehouse.load(table, signal);
      head = counters.branches.get(name);
    } else {
      await this.#lakehouse.setBranch(table, name, head);
    }
    if (head === undefined) {
      throw new TableDataError(`The catalog did not make the branch ${name} of the table ${table.source}.`);
    }
    const made = { ...branch, head };
    await this.#records.saveBranch(made);
    return { branch: made, counters, isComplete: true };
  }
}

/** Net changes after a further statement; undefined where one statement may have changed what another one had. */
function addChanges(before: RowChanges | undefined, more: RowChanges): RowChanges | undefined {
  if (before && !hasRowChanges(before)) {
    return more;
  }
  const areOnlyAdded = before && before.changed + before.removed + more.changed + more.removed === 0;
  return areOnlyAdded ? { ...noChanges, added: before.added + more.added } : undefined;
}

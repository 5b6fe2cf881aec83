import { quoteSparkName } from "../../base/sql-quote.ts";
import type { IcebergTable } from "../../lakehouse/iceberg-table.ts";
import { physicalTableNameOf } from "../table-data/catalogue.ts";
import { hasRowChanges } from "../table-data/commit.ts";
import type { RowChanges, TenantTable } from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { quoteSparkText } from "./column-types.ts";
import type { JobSession } from "./job-session.ts";
import type { Lakehouse } from "./lakehouse.ts";
import { type CountedChanges, compareSnapshots, countByLineage } from "./row-changes.ts";
import { changesOfStatement, type WriteKind } from "./snapshot-changes.ts";
import type { TableBranch, TableRecords } from "./table-records.ts";

/** Numbers of a table after which those of new and changed rows come. */
type RowCounters = Pick<IcebergTable, "nextRowId" | "lastSequenceNumber">;

/** A branch that the catalog has. */
type MadeBranch = TableBranch & { readonly head: string };

/** A branch that is at its last statement. */
interface OpenedBranch {
  readonly branch: MadeBranch;
  readonly counters: RowCounters;
  /** Whether this process has run all statements before to their ends. */
  readonly isComplete: boolean;
}

/** Names of branches of transactions and of refreshes of views, and not those of rehearsals. */
const branchName = /^workforce_(?:refresh)?[0-9a-f]{32}$/;

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
  /** Drops in progress, by physical name of the table. */
  readonly #dropping = new Map<string, Promise<void>>();

  constructor(lakehouse: Lakehouse, records: TableRecords) {
    this.#lakehouse = lakehouse;
    this.#records = records;
  }

  /** Runs `write`, a statement of a kind, on the branch of a transaction, whose path it gets, and counts what it changed. */
  async write(
    table: TenantTable,
    transactionId: string,
    session: JobSession,
    kind: WriteKind,
    write: (path: string, branch: string) => Promise<void>,
    signal?: AbortSignal,
  ): Promise<RowChanges> {
    const { branch, counters, isComplete } = await this.#open(table, transactionId, session, signal);
    const path = this.#lakehouse.pathOf(table);
    await write(`${path}.${quoteSparkName(`branch_${branch.name}`)}`, branch.name);
    const after = await this.#lakehouse.loadHeads(table, signal);
    const head = after.branches.get(branch.name);
    const snapshot = head === undefined ? undefined : after.snapshots.get(head);
    if (head === undefined || head === branch.head) {
      this.#complete(branch, isComplete && head !== undefined, counters);
      return noChanges;
    }
    const told = snapshot?.parentId === branch.head ? changesOfStatement(snapshot, kind) : undefined;
    const counted: CountedChanges = told
      ? { changes: told, recordCount: branch.recordCount + told.added - told.removed }
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
    await this.#save({ ...branch, head, recordCount: counted.recordCount, changes }, isComplete, after);
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
    const { branch, counters, isComplete } = await this.#open(table, transactionId, session, signal);
    const parts = { lakehouse: this.#lakehouse, session };
    const from = { snapshot: branch.head, recordCount: branch.recordCount };
    const { changes, recordCount } = await compareSnapshots(parts, table, from, snapshot, signal);
    await this.#lakehouse.setBranch(table, branch.name, snapshot);
    const reset = { ...branch, head: snapshot, recordCount, changes: undefined, isReset: true };
    await this.#save(reset, isComplete, counters);
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
    const { table, head, base } = branch;
    const stored = this.#records.tableOf(table)?.recordCount ?? 0;
    if (branch.isReset) {
      const parts = { lakehouse: this.#lakehouse, session };
      const from = { snapshot: base, recordCount: base === undefined ? 0 : stored };
      return (await compareSnapshots(parts, table, from, head, signal)).changes;
    }
    const path = this.#lakehouse.pathOf(table);
    await session.ready(signal);
    await session.command(`REFRESH TABLE ${path}`, signal);
    const { nextRowId, sequenceNumber } = branch;
    const before = { nextRowId, sequenceNumber, recordCount: stored };
    return (await countByLineage(session, { path, version: head }, before, signal)).changes;
  }

  /**
   * Drops the branches of a transaction that has ended, in the background: nobody reads them. What the catalog does not
   * drop is tried again when the table is next locked and at the next start.
   */
  dropLater(branches: readonly TableBranch[], onFailure: (error: unknown) => void): void {
    for (const branch of branches) {
      const key = physicalTableNameOf(branch.table);
      const drop = Promise.all([this.#dropping.get(key), this.#drop(branch).catch(onFailure)]).then(() => undefined);
      this.#dropping.set(key, drop);
      void drop.then(() => this.#dropping.get(key) === drop && this.#dropping.delete(key));
    }
  }

  /**
   * Drops what a table that nobody has locked still has of branches. A statement whose service was killed makes its branch
   * again when it ends on Spark after the drop.
   */
  async dropLeft(table: TenantTable, { branches }: IcebergTable): Promise<void> {
    const names = [...branches.keys()].filter((name) => branchName.test(name));
    if (names.length === 0) {
      return;
    }
    const updates = names.map((name) => ({ action: "remove-snapshot-ref", "ref-name": name }));
    const catalog = await this.#lakehouse.of(table.tenant);
    if ((await catalog.changeTable({ name: table.source, requirements: [], updates })) === "changed") {
      const key = physicalTableNameOf(table);
      for (const branch of this.#records.branches().filter((one) => physicalTableNameOf(one.table) === key)) {
        await this.#records.forgetBranch(branch);
      }
    }
  }

  /** Waits for the drops of a table's branches, or of all, so that they do not meet its next transaction. */
  async dropped(table?: TenantTable): Promise<void> {
    await (table ? this.#dropping.get(physicalTableNameOf(table)) : Promise.all(this.#dropping.values()));
  }

  async #drop(branch: TableBranch): Promise<void> {
    const catalog = await this.#lakehouse.of(branch.table.tenant);
    await catalog.dropBranch(branch.table.source, branch.name);
    await this.#records.forgetBranch(branch);
  }

  async #save(branch: TableBranch, isComplete: boolean, counters: RowCounters): Promise<void> {
    await this.#records.saveBranch(branch);
    this.#complete(branch, isComplete, counters);
  }

  #complete(branch: TableBranch, isComplete: boolean, { nextRowId, lastSequenceNumber }: RowCounters): void {
    if (isComplete) {
      this.#counters.set(branch, { nextRowId, lastSequenceNumber });
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
    if (counters && isMade(known)) {
      this.#counters.delete(known);
      return { branch: known, counters, isComplete: true };
    }
    const state = await this.#lakehouse.loadHeads(table, signal);
    const branch = known ?? this.#newBranch(table, transactionId, state);
    if (!isMade(branch)) {
      await this.#records.saveBranch(branch);
      return await this.#create(branch, state, session, signal);
    }
    if (state.branches.get(branch.name) !== branch.head) {
      await this.#lakehouse.setBranch(table, branch.name, branch.head);
    }
    return { branch, counters: state, isComplete: false };
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
      await session.ready(signal);
      await session.command(`REFRESH TABLE ${path}`, signal);
      await session.command(`ALTER TABLE ${path} CREATE OR REPLACE BRANCH ${quoteSparkName(name)}`, signal);
      counters = await this.#lakehouse.loadHeads(table, signal);
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

function isMade(branch: TableBranch): branch is MadeBranch {
  return branch.head !== undefined;
}

/** Net changes after a further statement; undefined where one statement may have changed what another one had. */
function addChanges(before: RowChanges | undefined, more: RowChanges): RowChanges | undefined {
  if (before && !hasRowChanges(before)) {
    return more;
  }
  const areOnlyAdded = before && before.changed + before.removed + more.changed + more.removed === 0;
  return areOnlyAdded ? { ...noChanges, added: before.added + more.added } : undefined;
}

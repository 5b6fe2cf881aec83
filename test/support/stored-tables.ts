import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  MergeClause,
  TranslatedDelete,
  TranslatedInsert,
  TranslatedMerge,
  TranslatedQuery,
  TranslatedUpdate,
} from "../../src/service/engine/spark/types/translated-statement.ts";
import { DiskGuard } from "../../src/service/store/disk-space.ts";
import type {
  AccessibleInput,
  AccessibleTable,
  TableColumn,
  TableSession,
} from "../../src/service/table-data/table-data.ts";
import { VersionedTables } from "../../src/service/table-data/versioned-tables.ts";
import { MovableClock } from "./movable-clock.ts";

/** `"id INTEGER, name STRING"` as columns. */
export function columnsOf(text: string): TableColumn[] {
  return text.split(", ").map((column) => {
    const [name = "", type = ""] = column.split(" ");
    return { name, type: type as TableColumn["type"] };
  });
}

/** A table of the tenant `WFF_a` whose uuid is `uuid-<name>`, unless said otherwise. */
export function tableOf(name: string, columns: string, more: Partial<AccessibleTable> = {}): AccessibleTable {
  return {
    name,
    table: { source: `uuid-${name}`, tenant: "WFF_a" },
    columns: columnsOf(columns),
    retentionDays: 7,
    rowFilter: undefined,
    isReadonly: false,
    ...more,
  };
}

export const query = (sql: string, columns: readonly string[], reads: readonly string[]): TranslatedQuery => ({
  kind: "query",
  sql,
  columns: columns.map((name) => ({ name, type: "string" })),
  reads,
});

export const insert = (target: string, sql: string, more: Partial<TranslatedInsert> = {}): TranslatedInsert => ({
  kind: "insert",
  target,
  columns: undefined,
  isOverwrite: false,
  sql,
  reads: [],
  ...more,
});

export const remove = (target: string, where?: string, reads: readonly string[] = []): TranslatedDelete => ({
  kind: "delete",
  target,
  alias: target,
  where,
  reads,
});

export const update = (
  target: string,
  assignments: Readonly<Record<string, string>>,
  where?: string,
): TranslatedUpdate => ({
  kind: "update",
  target,
  alias: target,
  assignments: Object.entries(assignments).map(([column, sql]) => ({ column, sql })),
  where,
  reads: [],
});

export const merge = (
  target: string,
  source: string,
  on: string,
  clauses: readonly MergeClause[],
  reads: readonly string[] = [],
): TranslatedMerge => ({ kind: "merge", target, alias: "t", source: { sql: source, alias: "s" }, on, clauses, reads });

/** Table data in a folder of their own, and short ways to work with them. */
export class StoredTables {
  readonly folder: string;
  readonly clock: MovableClock;
  data: VersionedTables;
  #files = 0;

  private constructor(folder: string, clock: MovableClock, data: VersionedTables) {
    this.folder = folder;
    this.clock = clock;
    this.data = data;
  }

  static async open(): Promise<StoredTables> {
    return await StoredTables.openIn(await mkdtemp(join(tmpdir(), "workforce-tables-")));
  }

  /** In a folder that there may be already. */
  static async openIn(folder: string): Promise<StoredTables> {
    const clock = new MovableClock(Date.UTC(2026, 0, 1));
    return new StoredTables(folder, clock, await openData(folder, clock));
  }

  async reopen(): Promise<void> {
    await this.data.close();
    this.data = await openData(this.folder, this.clock);
  }

  /** Runs `work` in a transaction that has locked all tables; it stays open. */
  async within<Value>(
    transactionId: string,
    tables: readonly AccessibleTable[],
    work: (session: TableSession) => Promise<Value>,
    inputs: readonly AccessibleInput[] = [],
  ): Promise<Value> {
    const locked = tables.filter(({ isReadonly }) => !isReadonly);
    const transactionState = await this.data.lock(transactionId, locked);
    if (transactionState.length > 0) {
      throw new Error(`${transactionState[0]?.transactionId} has locked ${transactionState[0]?.table.source}`);
    }
    return await this.reading(transactionId, tables, work, inputs);
  }

  async reading<Value>(
    transactionId: string,
    tables: readonly AccessibleTable[],
    work: (session: TableSession) => Promise<Value>,
    inputs: readonly AccessibleInput[] = [],
    tenant = "WFF_a",
  ): Promise<Value> {
    const sessions = await this.data.openSessions(transactionId);
    try {
      return await work(sessions.enter(tenant, { tables, inputs }));
    } finally {
      sessions.close();
    }
  }

  commit(transactionId: string, tenant = "WFF_a") {
    return this.data.commit({ transactionId, tenant }, []);
  }

  rollback(transactionId: string, tenant = "WFF_a") {
    return this.data.rollback({ transactionId, tenant });
  }

  /** The rows as a transaction sees them, each a JSON text, sorted. */
  async rowsOf(table: AccessibleTable, transactionId = "a reader", tenant = "WFF_a"): Promise<string[]> {
    return await this.reading(transactionId, [table], (session) => this.linesOf(session, table.name), [], tenant);
  }

  /** The rows of a relation of a session, each as JSON, sorted. */
  async linesOf(session: TableSession, relation: string): Promise<string[]> {
    const path = join(this.folder, "files", `lines-${this.#files++}.csv`);
    const lines = query(`SELECT to_json(r)::VARCHAR FROM "${relation}" AS r`, ["line"], [relation]);
    await session.writeFile(lines, path, { csv: { header: false } });
    const text = await readFile(path, "utf8");
    return text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => (line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line))
      .sort();
  }

  async close(): Promise<void> {
    await this.data.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function openData(folder: string, clock: MovableClock): Promise<VersionedTables> {
  const files = join(folder, "files");
  await mkdir(files, { recursive: true });
  return await VersionedTables.open(join(folder, "table-data.duckdb"), {
    clock,
    disk: new DiskGuard(folder),
    database: { memoryLimit: "1GB", temporaryFolder: join(folder, "scratch") },
    fileFolders: [files],
  });
}

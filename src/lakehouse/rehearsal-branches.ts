import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasErrorCode } from "../base/error-causes.ts";
import { fieldsOf, isStringArray } from "../base/guards.ts";
import type { CatalogPlace } from "./catalog-call.ts";
import type { IcebergCatalog } from "./iceberg-catalog.ts";

/** Time limit for dropping the branches of a rehearsal, in milliseconds. */
const dropMs = 20_000;

/** Branches that a rehearsal creates, stored in a file as long as they exist. Contains no token. */
interface JournalEntry {
  readonly branch: string;
  readonly pid: number;
  readonly uri: string;
  readonly namespace: readonly string[];
  readonly tables: readonly string[];
}

/**
 * The branches of one rehearsal, named after it. They are noted in a file before they are made, so that the next
 * rehearsal drops what a crash left behind.
 */
export class RehearsalBranches {
  /** Name of the branch, the same in each table. */
  readonly name: string;
  readonly #catalog: IcebergCatalog;
  readonly #file: string;
  readonly #tables: readonly string[];

  private constructor(catalog: IcebergCatalog, name: string, file: string, tables: readonly string[]) {
    this.#catalog = catalog;
    this.name = name;
    this.#file = file;
    this.#tables = tables;
  }

  /** Notes the branches that a rehearsal is about to make in some tables. */
  static async note(
    catalog: IcebergCatalog,
    { uri, namespace }: CatalogPlace,
    tables: readonly string[],
    journalFolder: string,
  ): Promise<RehearsalBranches> {
    const branch = `workforce_rehearsal_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
    const file = join(journalFolder, `${branch}.json`);
    await mkdir(journalFolder, { recursive: true });
    const entry: JournalEntry = { branch, pid: process.pid, uri, namespace, tables };
    await writeFile(`${file}.new`, JSON.stringify(entry), { mode: 0o600 });
    await rename(`${file}.new`, file);
    return new RehearsalBranches(catalog, branch, file, tables);
  }

  /**
   * Drops the branches, whether or not all were made. Returns the tables that kept one because the catalog does not
   * answer; the next rehearsal drops those.
   */
  async drop(): Promise<readonly string[]> {
    const kept: string[] = [];
    for (const table of this.#tables) {
      // A write that was interrupted may make the branch anew while it ends, so that it is looked at twice.
      await this.#dropTwice(table).catch(() => kept.push(table));
    }
    if (kept.length === 0) {
      await rm(this.#file, { force: true });
    }
    return kept;
  }

  async #dropTwice(table: string): Promise<void> {
    const signal = AbortSignal.timeout(dropMs);
    await this.#catalog.dropBranch(table, this.name, signal);
    await this.#catalog.dropBranch(table, this.name, signal);
  }
}

/** Drops what rehearsals of processes that are gone left in a namespace. Returns the number of branches. */
export async function dropLeftovers(
  catalog: IcebergCatalog,
  { uri, namespace }: CatalogPlace,
  journalFolder: string,
  signal: AbortSignal,
): Promise<number> {
  const names = await readdir(journalFolder).catch(() => []);
  let dropped = 0;
  for (const name of names.filter((one) => one.endsWith(".json"))) {
    const file = join(journalFolder, name);
    const entry = readEntry(await readFile(file, "utf8").catch(() => ""));
    const isHere = entry?.uri === uri && entry.namespace.join("\n") === namespace.join("\n");
    if (entry && isHere && !isRunning(entry.pid)) {
      for (const table of entry.tables) {
        await catalog.dropBranch(table, entry.branch, signal);
        dropped++;
      }
      await rm(file, { force: true });
    }
  }
  return dropped;
}

function readEntry(text: string): JournalEntry | undefined {
  try {
    const { branch, pid, uri, namespace, tables } = fieldsOf(JSON.parse(text));
    return typeof branch === "string" &&
      typeof pid === "number" &&
      typeof uri === "string" &&
      isStringArray(namespace) &&
      isStringArray(tables)
      ? { branch, pid, uri, namespace, tables }
      : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasErrorCode(error, "EPERM");
  }
}

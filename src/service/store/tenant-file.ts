import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Connection, type ConnectionSource, Database, type DatabaseOptions } from "../../duckdb/database.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { flushFile, flushFolder, removeServiceFiles } from "./service-files.ts";
import { StoreError } from "./store-error.ts";

/** Fills an empty database with a tenant's data and returns the tenant's business model. */
export type LoadTenantData = (connection: Connection, signal: AbortSignal) => Promise<TenantModel>;

const buildingSuffix = ".building";

/**
 * Returns the path of the database file with a tenant's data. The table `$model` in it has the business model as JSON.
 */
export function tenantFilePathOf(folder: string, code: string): string {
  if (!/^WFF_\w+(~\w+)?$/.test(code)) {
    throw new StoreError(`"${code}" is not a tenant code; a code has the shape WFF_<code> or WFF_<code>~<code>`);
  }
  return join(folder, `${code}.duckdb`);
}

/**
 * Creates a tenant's database file atomically: readers of `path` find either the complete new file or the previous one.
 */
export async function buildTenantFile(
  path: string,
  options: DatabaseOptions,
  load: LoadTenantData,
  signal: AbortSignal,
): Promise<void> {
  const building = path + buildingSuffix;
  await removeDatabase(building);
  const database = await Database.open(building, options);
  try {
    await database.use(async (connection) => {
      const model = await load(connection, signal);
      await connection.run('CREATE TABLE "$model" (document VARCHAR)');
      await connection.run('INSERT INTO "$model" VALUES (?)', [JSON.stringify(model)]);
      await connection.run("CHECKPOINT");
    });
  } finally {
    database.close();
  }
  await flushFile(building);
  // The log of the previous file must never be replayed into the new one.
  await rm(`${path}.wal`, { force: true });
  await rename(building, path);
  await flushFolder(dirname(path));
}

/** Removes the files that an interrupted `buildTenantFile` left. */
export async function removeUnfinishedTenantFiles(folder: string): Promise<void> {
  await removeServiceFiles(folder, { files: /^WFF_\w+(~\w+)?\.duckdb\.building(\.wal)?$/ });
}

export async function readModel(database: ConnectionSource): Promise<TenantModel> {
  const [row] = await database.use((connection) => connection.rows('SELECT document FROM "$model"'));
  if (!row) {
    throw new StoreError("a tenant's file contains no model");
  }
  return JSON.parse(String(row.document));
}

async function removeDatabase(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}

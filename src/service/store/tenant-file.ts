import { open, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Connection, Database, type DatabaseOptions } from "../../duckdb/database.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import { removeOwnFiles } from "./own-files.ts";
import { StoreError } from "./store-error.ts";

/** Fills an empty database with a tenant's data and gives the model of it. */
export type LoadTenant = (connection: Connection, signal: AbortSignal) => Promise<TenantModel>;

const unfinished = ".building";

/** Path of the file that holds a tenant's data and, in the table `$model`, its model as JSON. */
export function tenantFile(folder: string, code: string): string {
  if (!/^WFF_\w+(~\w+)?$/.test(code)) {
    throw new StoreError(`"${code}" is not a tenant code; a code has the shape WFF_<code> or WFF_<code>~<code>`);
  }
  return join(folder, `${code}.duckdb`);
}

/** Makes a tenant's file: a reader of `path` finds all of the new data or what was there before, however this ends. */
export async function buildTenantFile(
  path: string,
  options: DatabaseOptions,
  load: LoadTenant,
  signal: AbortSignal,
): Promise<void> {
  const building = path + unfinished;
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
  await flush(building);
  // A log that belongs to the file of before must never be replayed into the new one.
  await rm(`${path}.wal`, { force: true });
  await rename(building, path);
}

/** Removes what builds left behind that did not come to their end. */
export async function removeUnfinished(folder: string): Promise<void> {
  await removeOwnFiles(folder, { files: /^WFF_\w+(~\w+)?\.duckdb\.building(\.wal)?$/ });
}

export async function readModel(database: Database): Promise<TenantModel> {
  const [row] = await database.use((connection) => connection.rows('SELECT document FROM "$model"'));
  if (!row) {
    throw new StoreError("a tenant's file holds no model");
  }
  return JSON.parse(String(row.document));
}

async function removeDatabase(path: string): Promise<void> {
  await rm(path, { force: true });
  await rm(`${path}.wal`, { force: true });
}

async function flush(path: string): Promise<void> {
  const file = await open(path, "r+");
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

import { randomBytes } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { AttachedFiles } from "../../duckdb/attached-files.ts";
import { type Connection, type DatabaseOptions, quoteName, quoteText } from "../../duckdb/database.ts";
import { memberLists } from "../store/data-version-store.ts";
import { flushFile, flushFolder, removeServiceFiles } from "../store/service-files.ts";

/** Where the new tables of a data version are created. */
export interface VersionTarget {
  /**
   * Returns the schema, quoted, in which to create the table of an analytic object, or with `memberLists` the tables of
   * member lists. An object that is not asked for stays as in the base. A DuckDB transaction may write to one schema only.
   */
  schemaOf(object: string): Promise<string>;
}

/** Begin and end of a version's data, ISO 8601 in UTC, the end exclusive. What is left out is that of the base. */
export interface VersionPeriod {
  readonly dataStart?: string;
  readonly dataEnd?: string;
}

/**
 * Creates the tables of a data version. Names without a schema mean the tables of the base: of each object, and of each
 * member list as it is in the newest version of the tenant.
 */
export type WriteVersion = (
  connection: Connection,
  target: VersionTarget,
  signal: AbortSignal,
) => Promise<VersionPeriod>;

interface VersionFilesOptions {
  /** Folder of the new files. */
  readonly folder: string;
  /** Paths of the base's files (see `TenantData.pathsOf`). */
  readonly base: readonly string[];
  /** Ids of the objects that may be written. */
  readonly objects: readonly string[];
  readonly database: DatabaseOptions;
}

interface NewFile {
  readonly object: string;
  /** Name of the attached database. */
  readonly name: string;
  readonly path: string;
}

const building = ".building";

/** Names of the files of data versions in the folder of a tenant's objects, finished or not. */
const fileNames = /^\w+\.[0-9a-f]{16}\.duckdb(\.building)?(\.wal)?$/;

/**
 * Writes the files of a data version, one for each object that `write` creates, and returns the name of each object's
 * file and the period. The files are on the disk when the promise resolves; of a failed or interrupted call nothing
 * stays but what `removeUnnamedFiles` removes. Works in a DuckDB instance of its own, so that its memory is not taken
 * from queries and a full disk breaks nothing but the build.
 */
export async function writeVersionFiles(
  options: VersionFilesOptions,
  write: WriteVersion,
  signal: AbortSignal,
): Promise<{ readonly files: ReadonlyMap<string, string>; readonly period: VersionPeriod }> {
  const { folder, base, objects, database } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: NewFile[] = [];
  try {
    const period = await withBase(base, database, async (connection) => {
      const targets = new Map<string, Promise<string>>();
      const attach = async (object: string) => {
        if (object !== memberLists && !objects.includes(object)) {
          throw new RangeError(`The data category of the version has no object ${object}.`);
        }
        const file = createFile(folder, object);
        files.push(file);
        await connection.run(`ATTACH ${quoteText(file.path + building)} AS ${file.name}`, [], signal);
        return `${file.name}.main`;
      };
      const schemaOf = (object: string) => {
        const schema = targets.get(object) ?? attach(object);
        targets.set(object, schema);
        return schema;
      };
      const written = await write(connection, { schemaOf }, signal);
      await completeMemberLists(connection, targets.get(memberLists), signal);
      for (const { name, object } of files) {
        await checkWritten(connection, name, object);
        await connection.run(`CHECKPOINT ${name}`, [], signal);
        await connection.run(`DETACH ${name}`, [], signal);
      }
      return written;
    });
    for (const { path } of files) {
      await flushFile(path + building);
      await rename(path + building, path);
    }
    await flushFolder(folder);
    return { files: new Map(files.map(({ object, path }) => [object, path])), period };
  } catch (error) {
    await removeFiles(files.map(({ path }) => path));
    throw error;
  }
}

/** Removes files of data versions, finished or not. */
export async function removeFiles(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (const name of [path, path + building, `${path}${building}.wal`]) {
      await rm(name, { force: true });
    }
  }
}

/** Removes the files of data versions in a folder that no version names: those of builds that a killed process left. */
export async function removeUnnamedFiles(folder: string, isNamed: (path: string) => boolean): Promise<void> {
  await removeServiceFiles(folder, { files: fileNames }, isNamed);
}

function createFile(folder: string, object: string): NewFile {
  const id = randomBytes(8).toString("hex");
  // Ids of objects may have any characters; the random part alone makes the name unique.
  const label = object === memberLists ? "members" : object.replace(/\W/g, "_").slice(0, 60);
  return { object, name: `new_${id}`, path: join(folder, `${label}.${id}.duckdb`) };
}

/** Runs `work` on a connection to a new DuckDB instance that has the base attached. */
async function withBase<Value>(
  base: readonly string[],
  database: DatabaseOptions,
  work: (connection: Connection) => Promise<Value>,
): Promise<Value> {
  const attached = await AttachedFiles.open(database);
  try {
    const lease = await attached.acquire(base);
    return await lease.database.use(work);
  } finally {
    attached.close();
  }
}

/** Copies the member lists that were not written, so that the new file has all of them. */
async function completeMemberLists(
  connection: Connection,
  target: Promise<string> | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (!target) {
    return;
  }
  const schema = await target;
  const missing = await connection.rows(
    `SELECT view_name AS name FROM duckdb_views()
     WHERE schema_name = current_schema() AND starts_with(view_name, '$members:') AND view_name NOT IN (
       SELECT table_name FROM duckdb_tables() WHERE database_name = ?)`,
    [schema.replace(/\.main$/, "")],
    signal,
  );
  for (const { name } of missing) {
    const table = quoteName(String(name));
    await connection.run(`CREATE TABLE ${schema}.${table} AS FROM ${table} ORDER BY ordinal`, [], signal);
  }
}

async function checkWritten(connection: Connection, name: string, object: string): Promise<void> {
  const tables = await connection.rows("SELECT table_name AS name FROM duckdb_tables() WHERE database_name = ?", [
    name,
  ]);
  if (object !== memberLists && (tables.length !== 1 || tables[0]?.name !== object)) {
    throw new Error(`The file of the object ${object} must have its table and no other.`);
  }
}

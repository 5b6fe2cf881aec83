import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { AttachedFiles, type FileLease, type ViewAdditions } from "../../duckdb/attached-files.ts";
import { type Connection, type DatabaseOptions, quoteName, quoteText } from "../../duckdb/database.ts";
import { memberLists } from "../store/data-version-store.ts";
import { flushFile, flushFolder, removeServiceFiles } from "../store/service-files.ts";

/** Database and schema in which the new tables of a data version are created. */
export interface VersionTarget {
  /**
   * Returns the schema, quoted, in which to create the table of an analytic object, or with `memberLists` the tables of
   * the category's member lists, all of them. An object that is not asked for stays as in the base. A DuckDB transaction may write to one schema only.
   */
  schemaOf(object: string): Promise<string>;
  /**
   * Copies the file in which the base has an object, which takes less time than writing rows that stay anew, and lets `change`
   * change the object's table, the only one in the copy. If `change` returns false, the copy is removed, and `schemaOf` begins
   * with an empty file. Returns what `change` did.
   */
  changeCopy(object: string, change: (copy: TableSchema) => Promise<boolean>): Promise<boolean>;
}

/** Begin and end of a version's data, ISO 8601 in UTC, the end exclusive. What is left out is that of the base. */
export interface VersionPeriod {
  readonly dataStart?: string;
  readonly dataEnd?: string;
}

/** A schema of tables or views, named by its catalog. */
export interface TableSchema {
  readonly catalog: string;
  readonly schema: string;
}

/** Sources of the data of a data version. */
export interface VersionSources {
  /** The data that the tenant was created with. */
  readonly baseline: TableSchema;
  /** The version on which the new one is built, with the visible versions of the other categories. */
  readonly base: TableSchema;
  /** The newest kept version of the category, in any state. */
  readonly newest: TableSchema;
  /** Versions of other tenants, in the order of the version's order. */
  readonly others: readonly TableSchema[];
}

/** Creates the tables of a data version. Names without a schema mean the tables of the base. */
export type WriteVersion = (
  connection: Connection,
  target: VersionTarget,
  signal: AbortSignal,
  sources: VersionSources,
) => Promise<VersionPeriod>;

interface VersionFilesOptions {
  /** Folder of the new files. */
  readonly folder: string;
  /** Paths of the files of each source (see `TenantData.pathsOf`). */
  readonly sources: Readonly<Record<Exclude<keyof VersionSources, "others">, readonly string[]>>;
  readonly others: readonly (readonly string[])[];
  /** Returns the path of the file in which the base has an object. */
  readonly baseFileOf: (object: string) => string;
  /** Parts of the tenant's stored model that the tables of its sources lack. */
  readonly additions: ViewAdditions | undefined;
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

/** Bytes of a file that are copied at once. */
const copiedBytes = 4 * 1024 * 1024;

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
  const { folder } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: NewFile[] = [];
  try {
    const period = await withSources(options, async (connection, schemas) => {
      const target = new NewFiles(connection, options, files, signal);
      const written = await write(connection, target, signal, schemas);
      await target.finish();
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

/** The files of a data version while they are written. */
class NewFiles implements VersionTarget {
  readonly #connection: Connection;
  readonly #options: VersionFilesOptions;
  readonly #files: NewFile[];
  readonly #signal: AbortSignal;
  readonly #schemas = new Map<string, Promise<string>>();

  /** `files` receives those that were begun. */
  constructor(connection: Connection, options: VersionFilesOptions, files: NewFile[], signal: AbortSignal) {
    this.#connection = connection;
    this.#options = options;
    this.#files = files;
    this.#signal = signal;
  }

  schemaOf(object: string): Promise<string> {
    const schema = this.#schemas.get(object) ?? this.#begin(object).then(schemaOfFile);
    this.#schemas.set(object, schema);
    return schema;
  }

  async changeCopy(object: string, change: (copy: TableSchema) => Promise<boolean>): Promise<boolean> {
    if (this.#schemas.has(object)) {
      throw new RangeError(`The file of the object ${object} was begun already.`);
    }
    const file = await this.#begin(object, this.#options.baseFileOf(object));
    const others = (await this.#tablesOf(file)).filter((table) => table !== object);
    for (const table of others) {
      await this.#connection.run(`DROP TABLE ${schemaOfFile(file)}.${quoteName(table)}`, [], this.#signal);
    }
    const isChanged = await change({ catalog: file.name, schema: "main" });
    if (isChanged) {
      this.#schemas.set(object, Promise.resolve(schemaOfFile(file)));
    } else {
      await this.#connection.run(`DETACH ${file.name}`, [], this.#signal);
      this.#files.splice(this.#files.indexOf(file), 1);
      await removeFiles([file.path]);
    }
    return isChanged;
  }

  /** Writes all to the files. */
  async finish(): Promise<void> {
    for (const file of this.#files) {
      // Names that begin with "$" are what a version notes about the object for later ones.
      const names = (await this.#tablesOf(file)).filter((table) => !table.startsWith("$"));
      if (file.object !== memberLists && (names.length !== 1 || names[0] !== file.object)) {
        throw new Error(`The file of the object ${file.object} must have its table and no other.`);
      }
      await this.#connection.run(`CHECKPOINT ${file.name}`, [], this.#signal);
      await this.#connection.run(`DETACH ${file.name}`, [], this.#signal);
    }
  }

  async #begin(object: string, original?: string): Promise<NewFile> {
    const { folder, objects } = this.#options;
    if (object !== memberLists && !objects.includes(object)) {
      throw new RangeError(`The data category of the version has no object ${object}.`);
    }
    const file = createFile(folder, object);
    this.#files.push(file);
    const path = file.path + building;
    if (original !== undefined) {
      await pipeline(createReadStream(original, { highWaterMark: copiedBytes }), createWriteStream(path), {
        signal: this.#signal,
      });
    }
    await this.#connection.run(`ATTACH ${quoteText(path)} AS ${file.name}`, [], this.#signal);
    return file;
  }

  async #tablesOf({ name }: NewFile): Promise<readonly string[]> {
    const tables = await this.#connection.rows(
      "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = ?",
      [name],
    );
    return tables.map((table) => String(table.name));
  }
}

function schemaOfFile({ name }: NewFile): string {
  return `${name}.main`;
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

/** Runs `work` on a connection to a new DuckDB instance that has the sources attached. */
async function withSources<Value>(
  { sources: { baseline, base, newest }, others, additions, database }: VersionFilesOptions,
  work: (connection: Connection, schemas: VersionSources) => Promise<Value>,
): Promise<Value> {
  const attached = await AttachedFiles.open(database);
  try {
    const lease = await attached.acquire(base, additions);
    const schemas = {
      baseline: await schemaOfLease(await attached.acquire(baseline, additions)),
      base: await schemaOfLease(lease),
      newest: await schemaOfLease(await attached.acquire(newest, additions)),
      others: await Promise.all(others.map(async (paths) => schemaOfLease(await attached.acquire(paths)))),
    };
    return await lease.database.use((connection) => work(connection, schemas));
  } finally {
    await attached.close();
  }
}

/** Returns the schema with the tables of files in use. */
export async function schemaOfLease({ database }: FileLease): Promise<TableSchema> {
  const [row] = await database.use((connection) =>
    connection.rows("SELECT current_database() AS catalog, current_schema() AS schema"),
  );
  return { catalog: String(row?.catalog), schema: String(row?.schema) };
}

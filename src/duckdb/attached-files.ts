import { TaskQueue } from "../base/task-queue.ts";
import {
  type Connection,
  type ConnectionSource,
  Database,
  type DatabaseOptions,
  inTransaction,
  quoteName,
  quoteText,
} from "./database.ts";
import { checkDatabaseFile, describeOpenFailure } from "./database-file.ts";

/** The use of a combination of files. None of them is detached or removed before the release. */
export interface FileLease {
  /**
   * Connections that see the tables of all of the files by name. A table of a later file hides the table of that name in
   * an earlier one. The same object as long as the combination stays attached.
   */
  readonly database: ConnectionSource;
  /** Returns connections that see derived tables by name, and no others. They stay until the release, and are shared. */
  derive(tables: DerivedTables): Promise<ConnectionSource>;
  /** Ends the use. Further calls have no effect. */
  release(): void;
}

/** Views and tables that are computed from the tables of a combination of files. */
export interface DerivedTables {
  /** Identifies the tables: equal keys make the same ones. */
  readonly key: string;
  /** Fills the schema `target` from the tables in the schema `source`; both names are quoted. */
  create(connection: Connection, source: string, target: string): Promise<void>;
}

interface DerivedSchema {
  readonly schema: string;
  readonly database: Promise<ConnectionSource>;
  users: number;
}

/** Columns and views of a combination in addition to the tables of its files. */
export interface ViewAdditions {
  /** Same text for the same additions. */
  readonly key: string;
  /** Columns by the name of the view. */
  readonly columns: ReadonlyMap<string, AddedColumns>;
  /** SELECTs of views that are left out where a file has a table of the name. */
  readonly tables: ReadonlyMap<string, string>;
}

/** Columns that a view has in addition, each with the SQL of its values. */
export interface AddedColumns {
  /** Columns that are left out where the table has them. */
  readonly missing: ReadonlyMap<string, string>;
  /** Columns that are calculated from those of the table and the missing ones. */
  readonly calculated: ReadonlyMap<string, string>;
}

interface AttachedFile {
  /** Name of the attached database. */
  readonly name: string;
  /** Names of the file's tables, once it is attached. */
  readonly tables: Promise<readonly string[]>;
  users: number;
  /** Called when the file is detached, for those who wait to remove it. */
  readonly onDetached: (() => void)[];
}

/** Tables of several files, combined by views in one schema. */
interface Combination {
  readonly paths: readonly string[];
  readonly files: readonly AttachedFile[];
  readonly schema: string;
  readonly database: Promise<ConnectionSource>;
  /** By the key of the tables, least recently used first. */
  readonly derived: Map<string, DerivedSchema>;
}

/** Schemas of derived tables that a combination keeps although nobody reads them, for whoever comes next. */
const maxIdleSchemas = 16;

/**
 * Database files that are attached, read-only, to one instance of DuckDB in memory: they share its memory limit, its
 * threads and its cache of blocks, and may be combined freely. Files are attached on first use.
 */
export class AttachedFiles {
  readonly #database: Database;
  readonly #options: DatabaseOptions;
  readonly #maxIdleFiles: number;
  /** By path, least recently used first. */
  readonly #files = new Map<string, AttachedFile>();
  readonly #combinations = new Map<string, Combination>();
  #count = 0;
  /** Runs changes of the catalogue, because DuckDB refuses those that overlap. */
  readonly #changes = new TaskQueue();

  private constructor(database: Database, options: DatabaseOptions, maxIdleFiles: number) {
    this.#database = database;
    this.#options = options;
    this.#maxIdleFiles = maxIdleFiles;
  }

  /** `maxIdleFiles`: files that nobody reads and that stay attached, for whoever comes next. */
  static async open(options: DatabaseOptions, maxIdleFiles = 64): Promise<AttachedFiles> {
    return new AttachedFiles(await Database.open(":memory:", options), options, maxIdleFiles);
  }

  /** Attaches files, at least one. From the call on, before the promise resolves, none of them is removed. Throws `DatabaseFileError`. */
  async acquire(paths: readonly string[], additions?: ViewAdditions): Promise<FileLease> {
    const files = paths.map((path) => this.#hold(path));
    const used: (() => void)[] = [];
    const release = once(() => {
      for (const end of used) {
        end();
      }
      for (const [index, path] of paths.entries()) {
        this.#release(path, files[index] as AttachedFile);
      }
    });
    try {
      await Promise.all(files.map(({ tables }) => tables));
      const combination = this.#combine(paths, files, additions);
      return {
        database: await combination.database,
        derive: (tables) => {
          const schema = this.#derive(combination, tables);
          used.push(() => this.#endUse(combination, schema));
          return schema.database;
        },
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  isAttached(path: string): boolean {
    return this.#files.has(path);
  }

  /** Detaches a file, also while it is read, so that it can be replaced. Whoever reads it gets to the end of a statement. */
  async detach(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (file) {
      await this.#detach(path, file);
    }
  }

  /** Resolves when nobody reads the file any more and it is detached. */
  async whenFree(path: string): Promise<void> {
    const file = this.#files.get(path);
    if (!file) {
      return;
    }
    if (file.users === 0) {
      await this.#detach(path, file);
      return;
    }
    await new Promise<void>((resolve) => {
      file.onDetached.push(resolve);
    });
  }

  /** Lets go of all files. */
  async close(): Promise<void> {
    this.#files.clear();
    this.#combinations.clear();
    await this.#database.emptyAndClose();
  }

  #hold(path: string): AttachedFile {
    const known = this.#files.get(path);
    if (known) {
      known.users++;
      return known;
    }
    const name = `f${this.#count++}`;
    const tables = this.#attach(path, name);
    const file: AttachedFile = { name, tables, users: 1, onDetached: [] };
    this.#files.set(path, file);
    tables.catch(() => this.#forget(path, file));
    return file;
  }

  #release(path: string, file: AttachedFile): void {
    file.users--;
    if (file.users > 0 || this.#files.get(path) !== file) {
      return;
    }
    if (file.onDetached.length > 0) {
      this.#detachLater(path, file);
      return;
    }
    this.#files.delete(path);
    this.#files.set(path, file);
    const idle = [...this.#files].filter(([, { users }]) => users === 0);
    for (const [oldest, one] of idle.slice(0, Math.max(0, idle.length - this.#maxIdleFiles))) {
      this.#detachLater(oldest, one);
    }
  }

  #detachLater(path: string, file: AttachedFile): void {
    // A file that cannot be detached stays attached, which does no harm but memory.
    this.#detach(path, file).catch(() => undefined);
  }

  async #attach(path: string, name: string): Promise<readonly string[]> {
    await checkDatabaseFile(path, this.#options.onWarning ?? (() => undefined));
    return this.#database.use(async (connection) => {
      try {
        await connection.run(`ATTACH ${quoteText(path)} AS ${quoteName(name)} (READ_ONLY)`);
        const rows = await connection.rows(
          "SELECT table_name AS name FROM duckdb_tables() WHERE database_name = ? AND schema_name = 'main'",
          [name],
        );
        return rows.map((row) => String(row.name));
      } catch (error) {
        throw describeOpenFailure(path, error);
      }
    });
  }

  #combine(
    paths: readonly string[],
    files: readonly AttachedFile[],
    additions: ViewAdditions | undefined,
  ): Combination {
    const key = [files.map(({ name }) => name).join(), additions?.key].join(" ");
    const known = this.#combinations.get(key);
    if (known) {
      return known;
    }
    const schema = `v${this.#count++}`;
    const database = this.#createViews(schema, files, additions).then(() => this.#database.scopedTo(schema, paths));
    const combination: Combination = { paths, files, schema, database, derived: new Map() };
    this.#combinations.set(key, combination);
    database.catch(() => this.#combinations.delete(key));
    return combination;
  }

  #derive(combination: Combination, tables: DerivedTables): DerivedSchema {
    const known = combination.derived.get(tables.key);
    const derived = known ?? this.#createDerived(combination, tables);
    derived.users++;
    combination.derived.delete(tables.key);
    combination.derived.set(tables.key, derived);
    return derived;
  }

  #createDerived({ paths, schema: source, derived }: Combination, tables: DerivedTables): DerivedSchema {
    const schema = `v${this.#count++}`;
    const create = async (connection: Connection) => {
      await connection.run(`CREATE SCHEMA ${quoteName(schema)}`);
      await tables.create(connection, qualifiedSchema(source), qualifiedSchema(schema));
    };
    const created = this.#changes.run(() =>
      this.#database.use((connection) => inTransaction(connection, () => create(connection))),
    );
    const database = created.then(() => this.#database.scopedTo(schema, paths));
    database.catch(() => derived.delete(tables.key));
    return { schema, database, users: 0 };
  }

  #endUse({ derived }: Combination, used: DerivedSchema): void {
    used.users--;
    const idle = [...derived].filter(([, { users }]) => users === 0);
    for (const [key, { schema }] of idle.slice(0, Math.max(0, idle.length - maxIdleSchemas))) {
      derived.delete(key);
      // A schema that cannot be dropped does no harm but memory.
      this.#changes.run(() => this.#dropSchemas([schema])).catch(() => undefined);
    }
  }

  #dropSchemas(schemas: readonly string[]): Promise<void> {
    return this.#database.use(async (connection) => {
      for (const schema of schemas) {
        await connection.run(`DROP SCHEMA IF EXISTS ${quoteName(schema)} CASCADE`);
      }
    });
  }

  async #createViews(
    schema: string,
    files: readonly AttachedFile[],
    additions: ViewAdditions | undefined,
  ): Promise<void> {
    const sources = new Map<string, string>();
    for (const { name, tables } of files) {
      for (const table of await tables) {
        sources.set(table, name);
      }
    }
    const added = [...(additions?.tables ?? [])].filter(([table]) => !sources.has(table));
    await this.#changes.run(async () =>
      this.#database.use((connection) =>
        inTransaction(connection, async () => {
          await connection.run(`CREATE SCHEMA ${quoteName(schema)}`);
          for (const [table, file] of sources) {
            const select = await selectOf(connection, file, table, additions?.columns.get(table));
            await connection.run(`CREATE VIEW ${quoteName(schema)}.${quoteName(table)} AS ${select}`);
          }
          for (const [table, select] of added) {
            await connection.run(`CREATE VIEW ${quoteName(schema)}.${quoteName(table)} AS ${select}`);
          }
        }),
      ),
    );
  }

  /** Takes the file out of use at once; whoever asks for its path from now on attaches it again. */
  #forget(path: string, file: AttachedFile): readonly Combination[] {
    if (this.#files.get(path) === file) {
      this.#files.delete(path);
    }
    const gone = [...this.#combinations].filter(([, { files }]) => files.includes(file));
    for (const [key] of gone) {
      this.#combinations.delete(key);
    }
    return gone.map(([, combination]) => combination);
  }

  async #detach(path: string, file: AttachedFile): Promise<void> {
    const gone = this.#forget(path, file);
    await file.tables.catch(() => undefined);
    const schemas = gone.flatMap((combination) => [combination, ...combination.derived.values()]);
    await Promise.all(schemas.map(({ database }) => database.catch(() => undefined)));
    await this.#changes.run(async () => {
      await this.#dropSchemas(schemas.map(({ schema }) => schema));
      await this.#database.use((connection) => connection.run(`DETACH DATABASE IF EXISTS ${quoteName(file.name)}`));
    });
    for (const done of file.onDetached) {
      done();
    }
  }
}

function qualifiedSchema(schema: string): string {
  return `${quoteName("memory")}.${quoteName(schema)}`;
}

/** SELECT of a table of a file, with additional columns. */
async function selectOf(
  connection: Connection,
  file: string,
  table: string,
  added: AddedColumns | undefined,
): Promise<string> {
  const source = `${quoteName(file)}.main.${quoteName(table)}`;
  if (!added) {
    return `FROM ${source}`;
  }
  const columns = await connection.rows(
    "SELECT column_name AS name FROM duckdb_columns() WHERE database_name = ? AND schema_name = 'main' AND table_name = ?",
    [file, table],
  );
  const known = new Set(columns.map((column) => String(column.name)));
  const list = (expressions: Iterable<readonly [string, string]>) =>
    [...expressions].map(([name, sql]) => `, ${sql} AS ${quoteName(name)}`).join("");
  const missing = [...added.missing].filter(([name]) => !known.has(name));
  const complete = missing.length === 0 ? source : `(SELECT *${list(missing)} FROM ${source})`;
  return `SELECT *${list(added.calculated)} FROM ${complete}`;
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) {
      isDone = true;
      work();
    }
  };
}

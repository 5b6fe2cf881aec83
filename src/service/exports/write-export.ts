import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import type { ExportedColumn, ExportedTable } from "./exported-tables.ts";
import { changeColumn, changesTable, compareColumns, findChanges, keyColumnsOf } from "./table-changes.ts";

/** A file of an export. */
export interface ExportedFile {
  /** Unique in the export, from 1. */
  readonly fileId: number;
  readonly filename: string;
  /** Name under which the file is stored. */
  readonly storedName: string;
  /** Rows without the header. */
  readonly rows: number;
  readonly sizeBytes: number;
}

interface ExportedColumns {
  readonly columns: readonly ExportedColumn[];
  readonly files: readonly ExportedFile[];
}

/** The tables of an export, as the interface describes them (service-api, "Data version export"). */
export interface ExportContent {
  readonly tables: readonly {
    readonly name: string;
    readonly commonColumns: ExportedColumns;
    readonly newColumns: ExportedColumns;
    readonly deletedColumns: readonly string[];
  }[];
  readonly newTables: readonly string[];
  readonly deletedTables: readonly string[];
}

/** Rows of one file (platform limit of ours; semantics.md, "Data version exports"). */
const rowsPerFile = 1_000_000;

/** Dependencies of writing an export. */
export interface ExportScope {
  readonly connection: Connection;
  /** Generates the name and path of a new file. */
  readonly newFile: () => Promise<{ readonly storedName: string; readonly path: string }>;
  /** Makes a written file permanent and returns its size in bytes. */
  readonly finishFile: (path: string) => Promise<number>;
  readonly report: (text: string) => void;
  readonly signal: AbortSignal;
  readonly rowsPerFile?: number;
}

/** Returns all files of an export, in the order of their ids. */
export function filesOf({ tables }: ExportContent): readonly ExportedFile[] {
  return tables.flatMap(({ commonColumns, newColumns }) => [...commonColumns.files, ...newColumns.files]);
}

const none: ExportedColumns = { columns: [], files: [] };

/** Writes all rows of the tables, each table to one file or more. */
export async function writeTables(scope: ExportScope, tables: readonly ExportedTable[]): Promise<ExportContent> {
  const writer = new FileWriter(scope);
  const written = [];
  for (const table of tables) {
    const commonColumns = await writeWhole(writer, table, "common");
    written.push({ name: table.name, commonColumns, newColumns: none, deletedColumns: [] });
  }
  return { tables: written, newTables: [], deletedTables: [] };
}

/**
 * Writes what turns the tables of a base version into those of the exported one: the rows of common columns that changed, new
 * columns of all rows, and new tables whole. `isSame` says that a table needs no comparison.
 */
export async function writeChanges(
  scope: ExportScope,
  base: readonly ExportedTable[],
  tables: readonly ExportedTable[],
  isSame: (table: ExportedTable) => boolean,
): Promise<ExportContent> {
  const writer = new FileWriter(scope);
  const written = [];
  for (const table of tables) {
    const former = base.find(({ name }) => name === table.name);
    if (former) {
      written.push(await writeChangesOf(writer, scope, former, table, isSame(table)));
    } else {
      const newColumns = await writeWhole(writer, table, "new");
      written.push({ name: table.name, commonColumns: none, newColumns, deletedColumns: [] });
    }
  }
  const without = (all: readonly ExportedTable[], others: readonly ExportedTable[]) =>
    all.map(({ name }) => name).filter((name) => !others.some((other) => other.name === name));
  return { tables: written, newTables: without(tables, base), deletedTables: without(base, tables) };
}

async function writeChangesOf(
  writer: FileWriter,
  { connection, signal, report }: ExportScope,
  base: ExportedTable,
  table: ExportedTable,
  isSame: boolean,
) {
  const { common, added, deleted } = compareColumns(base, table);
  let files: readonly ExportedFile[] = [];
  if (!isSame) {
    report(`Comparing ${table.name}`);
    await findChanges(connection, base, table, common, signal);
    const rows = await writer.count(changesTable);
    if (rows > 0) {
      files = await writer.write(table.name, "common", changesTable, rows, (page) => `FROM ${page}`);
    }
    await connection.run(`DROP TABLE ${changesTable}`, [], signal);
  }
  const newColumns = added.length === 0 ? none : await writeNewColumns(writer, table, keyColumnsOf(common), added);
  return {
    name: table.name,
    commonColumns: { columns: [changeColumn, ...common], files },
    newColumns,
    deletedColumns: deleted,
  };
}

async function writeNewColumns(
  writer: FileWriter,
  table: ExportedTable,
  keys: readonly ExportedColumn[],
  added: readonly ExportedColumn[],
): Promise<ExportedColumns> {
  const columns = [...keys, ...added];
  const names = columns.map(({ name }) => quoteName(name)).join(", ");
  const select = (page: string) => `SELECT ${names} FROM (${table.select(page)})`;
  return {
    columns,
    files: await writer.write(table.name, "new", table.source, await writer.count(table.source), select),
  };
}

async function writeWhole(writer: FileWriter, table: ExportedTable, kind: "common" | "new"): Promise<ExportedColumns> {
  const rows = await writer.count(table.source);
  const files = await writer.write(table.name, kind, table.source, rows, (page) => table.select(page));
  return { columns: table.columns, files };
}

/** Writes rows to gzip CSV files with a header, each of at most so many rows. */
class FileWriter {
  readonly #scope: ExportScope;
  readonly #names = new Set<string>();
  #lastId = 0;

  constructor(scope: ExportScope) {
    this.#scope = scope;
  }

  async count(relation: string): Promise<number> {
    const { connection, signal } = this.#scope;
    const [row] = await connection.rows(`SELECT count(*) AS rows FROM ${relation}`, [], signal);
    return Number(row?.rows);
  }

  /** Writes `select` of each page of a relation; one file where there is no row. */
  async write(
    table: string,
    kind: "common" | "new",
    relation: string,
    rows: number,
    select: (page: string) => string,
  ): Promise<readonly ExportedFile[]> {
    const { connection, signal, report, rowsPerFile: most = rowsPerFile } = this.#scope;
    const files: ExportedFile[] = [];
    for (let first = 0; first === 0 || first < rows; first += most) {
      report(`Writing ${table}, ${first.toLocaleString("en")} of ${rows.toLocaleString("en")} rows`);
      const { storedName, path } = await this.#scope.newFile();
      const page = rows <= most ? relation : `(FROM ${relation} LIMIT ${most} OFFSET ${first})`;
      const [written] = await connection.rows(
        `COPY (${select(page)}) TO ${quoteText(path)} (FORMAT csv, HEADER true, COMPRESSION gzip, USE_TMP_FILE false)`,
        [],
        signal,
      );
      const expected = Math.min(most, rows - first);
      if (Number(written?.Count) !== expected) {
        throw new Error(`${table}: ${String(written?.Count)} rows were written instead of ${expected}.`);
      }
      files.push({
        fileId: ++this.#lastId,
        filename: this.#nameOf(table, `${kind}.${files.length + 1}`),
        storedName,
        rows: expected,
        sizeBytes: await this.#scope.finishFile(path),
      });
    }
    return files;
  }

  /** A name that every file system takes and that no other file of the export has, also where letter case does not count. */
  #nameOf(table: string, part: string): string {
    const base = table.replace(/[^\p{L}\p{N}_-]/gu, "_").slice(0, 100);
    for (let count = 1; ; count++) {
      const name = `${count === 1 ? base : `${base}-${count}`}.${part}.csv.gz`;
      if (!this.#names.has(name.toLowerCase())) {
        this.#names.add(name.toLowerCase());
        return name;
      }
    }
  }
}

import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatCsvField } from "../../base/csv-rows.ts";
import { Database, quoteName, quoteText } from "../../duckdb/database.ts";
import type { DriverContext } from "../drivers/file-store.ts";
import { loadDrivers } from "../drivers/load-drivers.ts";
import type { CopiedRows, ValueType } from "../engine/query-engine.ts";
import type { DiskGuard } from "../store/disk-space.ts";
import type { Destination, FileFormat } from "./destinations.ts";

/** Folder and disk for files on their way. */
export interface StagingArea {
  /** Existing folder whose content a restart removes. */
  readonly folder: string;
  readonly disk: DiskGuard;
}

/** Types of PostgreSQL. */
const postgresqlTypes: Readonly<Record<ValueType, string>> = {
  text: "text",
  double: "double precision",
  integer: "bigint",
  boolean: "boolean",
  instant: "timestamp with time zone",
};

/** Types of DuckDB, which writes Parquet. */
const duckDbTypes: Readonly<Record<ValueType, string>> = {
  text: "VARCHAR",
  double: "DOUBLE",
  integer: "BIGINT",
  boolean: "BOOLEAN",
  instant: "TIMESTAMP WITH TIME ZONE",
};

/**
 * Replaces a table at a destination by rows: until all of them are there, and if they never are, the former table stays.
 * Returns the number of rows. Throws errors of drivers and the signal's reason.
 */
export async function writeDestination(
  { connection, format }: NonNullable<Destination["target"]>,
  table: string,
  rows: CopiedRows,
  context: DriverContext,
  staging: StagingArea,
): Promise<void> {
  const { PostgresqlSession, openFileStore } = await loadDrivers();
  if (connection.provider === "postgresql") {
    const session = await PostgresqlSession.open(connection.parameters, context, { isReadOnly: false });
    try {
      const columns = rows.columns.map(({ name, type }) => ({ name, type: postgresqlTypes[type] }));
      await session.replaceTable(table, columns, Readable.from(rows.lines, { objectMode: false }));
    } finally {
      await session.close();
    }
    return;
  }
  const store = await openFileStore(connection, context);
  const folder = await mkdtemp(join(staging.folder, "workforce-"));
  try {
    const path = await staging.disk.guard(context.signal, (signal) => writeFileOf(rows, format, folder, signal));
    await store.replace(`${table}.${format}`, { path, bytes: (await stat(path)).size });
  } finally {
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }
}

/** Writes and removes something at a destination, to find out whether tables can be written there. */
export async function probeDestination(
  { connection }: NonNullable<Destination["target"]>,
  context: DriverContext,
  staging: StagingArea,
): Promise<void> {
  const { PostgresqlSession, openFileStore } = await loadDrivers();
  const name = `workforce_probe_${randomBytes(8).toString("hex")}`;
  if (connection.provider === "postgresql") {
    const session = await PostgresqlSession.open(connection.parameters, context, { isReadOnly: false });
    await session.probe(name).finally(() => session.close());
    return;
  }
  const store = await openFileStore(connection, context);
  const folder = await mkdtemp(join(staging.folder, "workforce-"));
  try {
    const path = join(folder, "rows-0");
    await writeFile(path, "probe\n");
    await store.replace(name, { path, bytes: 6 });
    await store.remove(name);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await store.close();
  }
}

/** Writes rows to a file and returns its path. */
async function writeFileOf(
  { columns, lines }: CopiedRows,
  format: FileFormat,
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  const csv = join(folder, "rows-0");
  async function* withHeader() {
    yield Buffer.from(format === "csv" ? `${columns.map(({ name }) => formatCsvField(name)).join(",")}\n` : "");
    yield* lines;
  }
  await pipeline(withHeader(), createWriteStream(csv, { mode: 0o600 }), { signal });
  if (format === "csv") {
    return csv;
  }
  const parquet = join(folder, "rows-1");
  const database = await Database.open(":memory:", { memoryLimit: "512MB", temporaryFolder: folder });
  try {
    const names = columns.map((_, index) => `'c${index}'`);
    const types = columns.map(({ type }, index) => `${names[index]}: '${duckDbTypes[type]}'`).join(", ");
    const select = columns.map(({ name }, index) => `c${index} AS ${quoteName(name)}`).join(", ");
    const options = [
      "auto_detect = false, header = false, delim = ',', quote = '\"', escape = '\"', comment = '', nullstr = ''",
      "allow_quoted_nulls = false, null_padding = false, new_line = '\\n', compression = 'none'",
      `max_line_size = 16777216, buffer_size = 33554432, columns = {${types}}`,
    ];
    await database.use((connection) =>
      connection.run(
        `COPY (SELECT ${select} FROM read_csv(${quoteText(csv)}, ${options.join(", ")}))
         TO ${quoteText(parquet)} (FORMAT parquet, COMPRESSION zstd)`,
        undefined,
        signal,
      ),
    );
  } finally {
    database.close();
  }
  return parquet;
}

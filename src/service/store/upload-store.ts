import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Way in which an upload was received. */
export type UploadKind = "transaction" | "session" | "inbox" | "extraction" | "sql";

/** Data that one job received. It stays until its tenant is deleted and can be excluded from processing. */
export interface Upload {
  readonly id: string;
  readonly tenant: string;
  /** Id of the data category. */
  readonly category: string;
  readonly kind: UploadKind;
  /** Epoch milliseconds. Uploads are applied in order of time, then of `ordinal`. */
  readonly time: number;
  /** Ascending number over all uploads. */
  readonly ordinal: number;
  /** Id of the receiving job. */
  readonly job: string;
  readonly isIncluded: boolean;
}

/** A file of an upload: an original with its checked rows, a list of problems, or a file for debugging. */
export interface UploadFile {
  readonly id: string;
  readonly upload: string;
  readonly kind: "data" | "problems" | "debug";
  /** Id of the source that the file was sent to; undefined for direct intake. */
  readonly source: string | undefined;
  /** Name of the load schema, such as `Employee` or `Employee--Skill`. Empty for a list of problems. */
  readonly schema: string;
  /** Name of the file as it was sent, without folders. */
  readonly name: string;
  /** Epoch milliseconds at which the source system's data was taken, if the sender said so. */
  readonly snapshotTime: number | undefined;
  readonly bytes: number;
  readonly sha256: string;
  readonly rows: number;
  /** Columns of the load schema that the file has, in the file's order. */
  readonly columns: readonly string[];
  /** Path of the original in the data folder, relative to it. */
  readonly original: string;
  /**
   * Path of the Parquet file with the checked rows, relative to the data folder; undefined for other kinds. Its columns
   * are `columns`, typed as in the load schema (a dimension is the member's path, a reference the target's key), and
   * `$line` BIGINT, the line in the original; NULL in a row that is on the line after the one before it, in a file whose
   * rows all are. The rows are in the order of the original. NULL is an empty cell. `receivedRowsSql` reads it.
   */
  readonly parquet: string | undefined;
  readonly isIncluded: boolean;
}

/** Files with the rows of table sources, which a processing job stores with the data version that it makes of them. */
export interface ReceivedTables {
  readonly files: readonly UploadFile[];
  /** Uuids of the tables. Their earlier files are replaced. */
  readonly sources: readonly string[];
  storeIn(connection: Connection): Promise<void>;
  discard(): Promise<void>;
}

/** A file with the upload that it came in by. */
export interface UploadedFile {
  readonly upload: Upload;
  readonly file: UploadFile;
}

/** Selects files of a tenant. What is left out does not restrict. */
export interface FileSelector {
  readonly sources?: readonly string[] | undefined;
  readonly schemas?: readonly string[] | undefined;
  /** Upload times, in epoch milliseconds. */
  readonly times?: readonly number[] | undefined;
  readonly minTime?: number | undefined;
  readonly maxTime?: number | undefined;
  readonly minSnapshotTime?: number | undefined;
  readonly maxSnapshotTime?: number | undefined;
  readonly ids?: readonly string[] | undefined;
  readonly job?: string | undefined;
}

const fileColumns = `upload_files.*, uploads.tenant, uploads.category, uploads.kind AS upload_kind, uploads.time,
  uploads.ordinal, uploads.job, uploads.is_included AS upload_included`;
const among = (name: string) => `${name} IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`;

/** Stores what was received: uploads and their files. */
export class UploadStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Whether anything was ever received for a tenant. */
  async hasAny(tenant: string): Promise<boolean> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT id FROM uploads WHERE tenant = ? LIMIT 1", [tenant]),
    );
    return rows.length > 0;
  }

  /** Returns the included data files of a category's included uploads, in the order in which they are applied. */
  includedFiles(tenant: string, category: string): Promise<readonly UploadFile[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT upload_files.* FROM upload_files JOIN uploads ON uploads.id = upload_files.upload
         WHERE tenant = ? AND category = ? AND uploads.is_included AND upload_files.is_included
           AND upload_files.kind = 'data'
         ORDER BY time, ordinal, upload_files.rowid`,
        [tenant, category],
      );
      return rows.map(toFile);
    });
  }

  /** Adds an upload with its files in a transaction of the caller. Its number follows on that of the last one. */
  async add(connection: Connection, upload: Omit<Upload, "ordinal">, files: readonly UploadFile[]): Promise<void> {
    await connection.run("INSERT INTO uploads SELECT ?, ?, ?, ?, ?, coalesce(max(ordinal), 0) + 1, ?, ? FROM uploads", [
      upload.id,
      upload.tenant,
      upload.category,
      upload.kind,
      BigInt(upload.time),
      upload.job,
      upload.isIncluded,
    ]);
    for (const file of files) {
      await connection.run("INSERT INTO upload_files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
        file.id,
        file.upload,
        file.kind,
        file.source ?? null,
        file.schema,
        file.name,
        file.snapshotTime === undefined ? null : BigInt(file.snapshotTime),
        BigInt(file.bytes),
        file.sha256,
        BigInt(file.rows),
        JSON.stringify(file.columns),
        file.original,
        file.parquet ?? null,
        file.isIncluded,
      ]);
    }
  }

  /** Excludes all files of load schemas, and of sources, in a transaction of the caller, for a load that replaces them. */
  async exclude(
    connection: Connection,
    tenant: string,
    { schemas = [], sources = [] }: Pick<FileSelector, "schemas" | "sources">,
  ): Promise<void> {
    await connection.run(
      `UPDATE upload_files SET is_included = false
       WHERE kind = 'data' AND upload IN (SELECT id FROM uploads WHERE tenant = ?)
         AND (${among("schema")} OR ${among("source")})`,
      [tenant, JSON.stringify(schemas), JSON.stringify(sources)],
    );
    await connection.run(
      `UPDATE uploads SET is_included = false
       WHERE tenant = ? AND id NOT IN (SELECT upload FROM upload_files WHERE kind = 'data' AND is_included)`,
      [tenant],
    );
  }

  /** Returns uploads with data, newest first; of one job if its id is given. */
  list(tenants: readonly string[], job: string | undefined): Promise<readonly Upload[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT * FROM uploads WHERE ${among("tenant")} AND job = coalesce(?, job)
           AND id IN (SELECT upload FROM upload_files WHERE kind = 'data')
         ORDER BY time DESC, ordinal DESC`,
        [JSON.stringify(tenants), job ?? null],
      );
      return rows.map(toUpload);
    });
  }

  /** Returns the files that a selector takes, newest upload first. */
  files(tenant: string, selector: FileSelector = {}): Promise<readonly UploadedFile[]> {
    return this.#platform.use((connection) => selectFiles(connection, tenant, selector));
  }

  async findFile(tenants: readonly string[], id: string): Promise<UploadFile | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT upload_files.* FROM upload_files JOIN uploads ON uploads.id = upload WHERE ${among("tenant")} AND upload_files.id = ?`,
        [JSON.stringify(tenants), id],
      ),
    );
    return row && toFile(row);
  }

  /**
   * Includes or excludes the data files that a selector takes and `accepts` does not leave out, and uploads by whether a
   * file of theirs is included. Returns the files.
   */
  setIncluded(
    tenant: string,
    selector: FileSelector,
    isIncluded: boolean,
    accepts: (file: UploadedFile) => boolean,
  ): Promise<readonly UploadedFile[]> {
    return this.#platform.transaction(async (connection) => {
      const found = await selectFiles(connection, tenant, selector);
      const files = found.filter((one) => one.file.kind === "data" && accepts(one));
      await connection.run(`UPDATE upload_files SET is_included = ? WHERE ${among("id")}`, [
        isIncluded,
        JSON.stringify(files.map(({ file }) => file.id)),
      ]);
      await connection.run(
        `UPDATE uploads SET is_included = id IN (SELECT upload FROM upload_files WHERE kind = 'data' AND is_included)
         WHERE ${among("id")}`,
        [JSON.stringify(files.map(({ upload }) => upload.id))],
      );
      return files;
    });
  }

  /** Paths of all files, relative to the data folder. */
  async paths(): Promise<readonly string[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        "SELECT original AS path FROM upload_files UNION ALL SELECT parquet FROM upload_files WHERE parquet IS NOT NULL",
      ),
    );
    return rows.map(({ path }) => String(path));
  }
}

async function selectFiles(connection: Connection, tenant: string, selector: FileSelector): Promise<UploadedFile[]> {
  const conditions = ["tenant = ?"];
  const values: SqlValue[] = [tenant];
  const isAmong = (name: string, list: readonly (string | number)[] | undefined) => {
    if (list) {
      conditions.push(among(name));
      values.push(JSON.stringify(list.map(String)));
    }
  };
  const compare = (condition: string, value: number | string | undefined) => {
    if (value !== undefined) {
      conditions.push(condition);
      values.push(typeof value === "number" ? BigInt(value) : value);
    }
  };
  isAmong("source", selector.sources);
  isAmong("schema", selector.schemas);
  isAmong("time::VARCHAR", selector.times);
  isAmong("upload_files.id", selector.ids);
  compare("time >= ?", selector.minTime);
  compare("time <= ?", selector.maxTime);
  compare("coalesce(snapshot_time, time) >= ?", selector.minSnapshotTime);
  compare("coalesce(snapshot_time, time) <= ?", selector.maxSnapshotTime);
  compare("job = ?", selector.job);
  const rows = await connection.rows(
    `SELECT ${fileColumns} FROM upload_files JOIN uploads ON uploads.id = upload
     WHERE ${conditions.join(" AND ")} ORDER BY time DESC, ordinal DESC, upload_files.rowid`,
    values,
  );
  return rows.map((row) => ({
    file: toFile(row),
    upload: toUpload({
      ...row,
      id: row.upload ?? null,
      kind: row.upload_kind ?? null,
      is_included: row.upload_included ?? null,
    }),
  }));
}

function toUpload(row: SqlRow): Upload {
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    category: String(row.category),
    kind: String(row.kind) as UploadKind,
    time: Number(row.time),
    ordinal: Number(row.ordinal),
    job: String(row.job),
    isIncluded: row.is_included === true,
  };
}

function toFile(row: SqlRow): UploadFile {
  return {
    id: String(row.id),
    upload: String(row.upload),
    kind: String(row.kind) as UploadFile["kind"],
    source: row.source === null ? undefined : String(row.source),
    schema: String(row.schema),
    name: String(row.name),
    snapshotTime: row.snapshot_time === null ? undefined : Number(row.snapshot_time),
    bytes: Number(row.bytes),
    sha256: String(row.sha256),
    rows: Number(row.rows),
    columns: JSON.parse(String(row.columns)) as readonly string[],
    original: String(row.original),
    parquet: row.parquet === null ? undefined : String(row.parquet),
    isIncluded: row.is_included === true,
  };
}

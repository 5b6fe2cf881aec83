import type { PlatformDatabase } from "./platform-database.ts";

/** How an upload came in. */
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
  /** Name of the load schema, such as `Employee` or `Employee--Skill`. */
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
   * `$line` BIGINT, the line in the original. NULL is an empty cell.
   */
  readonly parquet: string | undefined;
  readonly isIncluded: boolean;
}

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
         ORDER BY time, ordinal, upload_files.id`,
        [tenant, category],
      );
      return rows.map((row) => ({
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
      }));
    });
  }
}

import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import {
  buildCreateTableSql,
  buildLoadValueSql,
  type StorageType,
  type StoredColumn,
} from "../model/column-storage.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import type { SegmentFiles } from "./result-files.ts";

/** A segment file that is ready to be loaded into the table. */
export interface LoadableSegment {
  readonly number: number;
  readonly rowCount: number;
  /** Length of the segment's longest line in bytes. */
  readonly longestLine: number;
}

const smallestObjectSize = 1024 * 1024;
/** Rows inspected to find out whether all numbers of a column are integers. */
const inspectedRows = 2000;

/**
 * DuckDB table with the rows of a result, loaded from segment files. After a restart it is loaded from these files
 * again.
 */
export class ResultTable {
  readonly #connection: Connection;
  readonly #metadata: ResultMetadata;
  readonly #segments: SegmentFiles;

  constructor(connection: Connection, metadata: ResultMetadata, segments: SegmentFiles) {
    this.#connection = connection;
    this.#metadata = metadata;
    this.#segments = segments;
  }

  /** Appends the rows of the next segments, completely or not at all. */
  async insert(batch: readonly LoadableSegment[]): Promise<void> {
    const last = batch.at(-1);
    if (!last) {
      return;
    }
    const metadata = this.#metadata;
    const longestLine = Math.max(metadata.longestLine, ...batch.map((segment) => segment.longestLine));
    const source = this.#source(
      batch.map(({ number }) => number),
      longestLine,
    );
    if (metadata.loadedSegments === 0) {
      metadata.columns = await this.#chooseStorage(source);
      await this.create();
    }
    await this.#load(source);
    metadata.rowCount += batch.reduce((sum, { rowCount }) => sum + rowCount, 0);
    metadata.loadedSegments = last.number + 1;
    metadata.longestLine = longestLine;
  }

  /** Creates the empty table. Replaces an existing table. */
  async create(): Promise<void> {
    const { table, columns } = this.#metadata;
    await this.#connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    await this.#connection.run(buildCreateTableSql(table, columns));
  }

  /** Loads the segments again that an earlier process had loaded. */
  async restore(): Promise<void> {
    const { columns, loadedSegments, longestLine } = this.#metadata;
    if (columns.length === 0) {
      return;
    }
    await this.create();
    if (loadedSegments > 0) {
      await this.#load(this.#source([...Array(loadedSegments).keys()], longestLine));
    }
  }

  async #load(source: string): Promise<void> {
    const { table, columns } = this.#metadata;
    const values = columns.flatMap(({ storage }, position) =>
      buildLoadValueSql(storage, position, `json[${position + 1}]`),
    );
    await this.#connection.run(`INSERT INTO ${quoteName(table)} SELECT ${values.join(", ")} FROM ${source}`);
  }

  #source(numbers: readonly number[], longestLine: number): string {
    const files = numbers.map((number) => quoteText(this.#segments.path(this.#metadata.table, number)));
    const objectSize = Math.max(smallestObjectSize, longestLine + 1024);
    return `read_json([${files.join(", ")}], format = 'newline_delimited', records = false, columns = {'json': 'VARCHAR[]'}, maximum_object_size = ${objectSize})`;
  }

  /**
   * Stores a column of numbers as BIGINT if the first rows have only integers; other values stay exact as source text.
   */
  async #chooseStorage(source: string): Promise<StoredColumn[]> {
    const { columns } = this.#metadata;
    const numbers = columns.flatMap(({ kind }, position) => (kind === "number" ? [position] : []));
    if (numbers.length === 0) {
      return columns;
    }
    const checks = numbers.map(
      (position) =>
        `coalesce(bool_and(try_cast(json[${position + 1}] AS BIGINT)::VARCHAR = json[${position + 1}]), false) AS c${position}`,
    );
    const [row] = await this.#connection.rows(
      `SELECT ${checks.join(", ")} FROM (SELECT json FROM ${source} LIMIT ${inspectedRows})`,
    );
    return columns.map((column, position) => {
      const storage: StorageType = row?.[`c${position}`] === true ? "BIGINT" : column.storage;
      return { ...column, storage };
    });
  }
}

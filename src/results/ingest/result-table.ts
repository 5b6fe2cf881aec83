import { type Connection, quoteName, quoteText } from "../../duckdb/database.ts";
import { createTableSql, loadSql, type StorageType, type StoredColumn } from "../model/column-storage.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import type { SegmentFiles } from "./segment-files.ts";

/** What of a result a statement can load at once. */
export interface LoadableSegment {
  readonly number: number;
  readonly rowCount: number;
  /** Bytes of its longest line. */
  readonly longestLine: number;
}

const smallestObjectSize = 1024 * 1024;
/** Enough to show whether numbers are whole. */
const lookedAtRows = 2000;

/** The table that a result is worked with, loaded from its segment files. It is DuckDB's memory; the files are what stays. */
export class ResultTable {
  readonly #connection: Connection;
  readonly #facts: ResultMetadata;
  readonly #segments: SegmentFiles;

  constructor(connection: Connection, facts: ResultMetadata, segments: SegmentFiles) {
    this.#connection = connection;
    this.#facts = facts;
    this.#segments = segments;
  }

  /** Adds the rows of segments that follow what is loaded: all of them or none. */
  async insert(batch: readonly LoadableSegment[]): Promise<void> {
    const last = batch.at(-1);
    if (!last) {
      return;
    }
    const facts = this.#facts;
    const longestLine = Math.max(facts.longestLine, ...batch.map((segment) => segment.longestLine));
    const source = this.#source(
      batch.map(({ number }) => number),
      longestLine,
    );
    if (facts.loadedSegments === 0) {
      facts.columns = await this.#chooseStorage(source);
      await this.create();
    }
    await this.#load(source);
    facts.rowCount += batch.reduce((sum, { rowCount }) => sum + rowCount, 0);
    facts.loadedSegments = last.number + 1;
    facts.longestLine = longestLine;
  }

  async create(): Promise<void> {
    const { table, columns } = this.#facts;
    await this.#connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    await this.#connection.run(createTableSql(table, columns));
  }

  /** Loads again what an earlier process had loaded. */
  async restore(): Promise<void> {
    const { columns, loadedSegments, longestLine } = this.#facts;
    if (columns.length === 0) {
      return;
    }
    await this.create();
    if (loadedSegments > 0) {
      await this.#load(this.#source([...Array(loadedSegments).keys()], longestLine));
    }
  }

  async #load(source: string): Promise<void> {
    const { table, columns } = this.#facts;
    const values = columns.flatMap(({ storage }, position) => loadSql(storage, position, `json[${position + 1}]`));
    await this.#connection.run(`INSERT INTO ${quoteName(table)} SELECT ${values.join(", ")} FROM ${source}`);
  }

  #source(numbers: readonly number[], longestLine: number): string {
    const files = numbers.map((number) => quoteText(this.#segments.path(this.#facts.table, number)));
    const objectSize = Math.max(smallestObjectSize, longestLine + 1024);
    return `read_json([${files.join(", ")}], format = 'newline_delimited', records = false, columns = {'json': 'VARCHAR[]'}, maximum_object_size = ${objectSize})`;
  }

  /** Numbers that are all whole in the first rows become integers; later ones that are not stay exact as text. */
  async #chooseStorage(source: string): Promise<StoredColumn[]> {
    const { columns } = this.#facts;
    const numbers = columns.flatMap(({ kind }, position) => (kind === "number" ? [position] : []));
    if (numbers.length === 0) {
      return columns;
    }
    const checks = numbers.map(
      (position) =>
        `coalesce(bool_and(try_cast(json[${position + 1}] AS BIGINT)::VARCHAR = json[${position + 1}]), false) AS c${position}`,
    );
    const [row] = await this.#connection.rows(
      `SELECT ${checks.join(", ")} FROM (SELECT json FROM ${source} LIMIT ${lookedAtRows})`,
    );
    return columns.map((column, position) => {
      const storage: StorageType = row?.[`c${position}`] === true ? "BIGINT" : column.storage;
      return { ...column, storage };
    });
  }
}

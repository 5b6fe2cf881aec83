import { TaskQueue } from "../../base/task-queue.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { RowView, SortKey } from "../../protocol/row-view.ts";
import { buildSortKeysSql } from "../model/column-storage.ts";
import { buildHierarchyViewSql } from "../model/hierarchy.ts";
import { ResultError } from "../model/result-error.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import { buildFilterConditions } from "./filter-sql.ts";
import { readSourceTextColumns, type SourceTextColumns } from "./source-text-columns.ts";

/**
 * Index of the rows that contain a search text, as a table. `p` is the position of the row, `hits` are the indexes of
 * the matching columns, and `last` is the number of matches up to and including the row.
 */
export interface MatchIndex {
  /** Identifies the search by its text, its columns and its view. */
  readonly key: string;
  readonly table: string;
  readonly count: number;
}

/** Cache of the most recent search in one result. */
class MatchTable {
  readonly #resultTable: string;
  #built: MatchIndex | undefined;
  #nextTable = 0;

  constructor(resultTable: string) {
    this.#resultTable = resultTable;
  }

  /** Returns an unused name for the next table. */
  nextName(): string {
    return `${this.#resultTable}_match_${this.#nextTable++}`;
  }

  find(key: string): MatchIndex | undefined {
    return this.#built?.key === key ? this.#built : undefined;
  }

  async replace(connection: Connection, built: MatchIndex): Promise<void> {
    await this.drop(connection);
    this.#built = built;
  }

  async drop(connection: Connection): Promise<void> {
    const built = this.#built;
    this.#built = undefined;
    if (built) {
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(built.table)}`);
    }
  }
}

/** A table of the rows of a view: its `rowid` is the position in the view, `rid` the row of the result. */
interface ViewIndex {
  readonly table: string;
  readonly rowCount: number;
}

interface BuiltIndex extends ViewIndex {
  /** Number of rows of the result when the index was built. */
  readonly resultRowCount: number;
}

/**
 * Indexes of the views of one result. An index is built when the view is first used, and again after rows were added.
 */
export class ViewIndexes {
  /** The most recent search in one of the views. */
  readonly matches: MatchTable;
  readonly #resultTable: string;
  readonly #built = new Map<string, BuiltIndex>();
  #nextTable = 0;
  readonly #queue = new TaskQueue();

  constructor(resultTable: string) {
    this.#resultTable = resultTable;
    this.matches = new MatchTable(resultTable);
  }

  /** Returns the index of a view and builds it if necessary. Indexes are built one at a time. Throws `badFilter`. */
  ensure(connection: Connection, metadata: ResultMetadata, view: RowView, signal: AbortSignal): Promise<ViewIndex> {
    return this.#queue.run(() => this.#build(connection, metadata, view, signal));
  }

  async #build(
    connection: Connection,
    metadata: ResultMetadata,
    view: RowView,
    signal: AbortSignal,
  ): Promise<ViewIndex> {
    const key = JSON.stringify([view.sort, view.filter, view.tree, metadata.memberNames !== undefined]);
    const known = this.#built.get(key);
    if (known && (known.resultRowCount === metadata.rowCount || metadata.state === "loading")) {
      return known;
    }
    const index = await this.#create(connection, metadata, view, signal);
    // Keeps two indexes, so that reversing a sort and going back costs nothing.
    const outdated = [...this.#built].filter(([other], place, all) => other === key || place < all.length - 1);
    for (const [other, { table }] of outdated) {
      this.#built.delete(other);
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    }
    this.#built.set(key, index);
    return index;
  }

  async #create(
    connection: Connection,
    metadata: ResultMetadata,
    view: RowView,
    signal: AbortSignal,
  ): Promise<BuiltIndex> {
    const resultRowCount = metadata.rowCount;
    const conditions = await buildFilterConditions(connection, metadata, view.filter, signal);
    const sorted = view.sort.map(({ column }) => column);
    const texts = await readSourceTextColumns(connection, metadata, sorted, signal);
    const table = `${this.#resultTable}_view_${this.#nextTable++}`;
    const [made] = await connection.rows(
      `CREATE TABLE ${quoteName(table)} AS ${viewSql(metadata, view, conditions, texts)}`,
      [],
      signal,
    );
    return { table, rowCount: Number(made?.["Count"]), resultRowCount };
  }

  async drop(connection: Connection): Promise<void> {
    await this.#queue.settled();
    await this.matches.drop(connection);
    for (const { table } of this.#built.values()) {
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    }
    this.#built.clear();
  }
}

/**
 * Row number in four bytes, enough for all rows that fit in memory. The shorter sort key often halves the sort time.
 */
const rowNumber = "t.rowid::UINTEGER";

/**
 * SQL of a view's rows. Equal rows stay in their original order, which DuckDB keeps by itself if there is no sort key.
 */
function viewSql(
  metadata: ResultMetadata,
  view: RowView,
  conditions: readonly string[],
  texts: SourceTextColumns,
): string {
  const keys = orderKeys(metadata, view.sort, texts);
  const table = quoteName(metadata.table);
  if (metadata.hierarchy) {
    return buildHierarchyViewSql(table, metadata.hierarchy, view, keys, conditions);
  }
  const order = keys.length === 0 ? "" : `ORDER BY ${[...keys, rowNumber].join(", ")}`;
  return `SELECT ${rowNumber} AS rid FROM ${table} AS t WHERE ${conditions.join(" AND ")} ${order}`;
}

function orderKeys(metadata: ResultMetadata, sort: readonly SortKey[], texts: SourceTextColumns): string[] {
  return sort.map(({ column: position, direction }) => {
    const column = metadata.columns[position];
    if (!column) {
      throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
    }
    return buildSortKeysSql(column, position, direction, texts.has(position));
  });
}

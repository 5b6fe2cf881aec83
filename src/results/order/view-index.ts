import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { RowView, SortKey } from "../../protocol/row-view.ts";
import { orderSql } from "../model/column-storage.ts";
import { hierarchyViewSql } from "../model/hierarchy.ts";
import { ResultError } from "../model/result-error.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";
import { readConditions } from "./filter-sql.ts";
import { readSourceTextColumns, type SourceTextColumns } from "./source-text-columns.ts";

/** Where the rows with a text stand: position `p`, indexes of the columns `hits`, and the matches up to its end `last`. */
export interface BuiltMatches {
  /** What was looked for, and where. */
  readonly key: string;
  readonly table: string;
  readonly count: number;
}

/** The matches in one result that were counted last. */
class MatchTable {
  readonly #resultTable: string;
  #built: BuiltMatches | undefined;
  #nextTable = 0;

  constructor(resultTable: string) {
    this.#resultTable = resultTable;
  }

  /** A name for the next table. */
  nextName(): string {
    return `${this.#resultTable}_match_${this.#nextTable++}`;
  }

  find(key: string): BuiltMatches | undefined {
    return this.#built?.key === key ? this.#built : undefined;
  }

  async replace(connection: Connection, built: BuiltMatches): Promise<void> {
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

/** Where the rows of a view stand: `rowid` of this table is the position, `rid` the row. */
interface ViewIndex {
  readonly table: string;
  readonly rowCount: number;
}

interface BuiltIndex extends ViewIndex {
  /** Rows of the result when it was built. */
  readonly resultRowCount: number;
}

/** The views that have been asked of one result. A view is built once, and again when rows have come since. */
export class ViewIndexes {
  /** What was looked for in one of the views. */
  readonly matches: MatchTable;
  readonly #resultTable: string;
  readonly #built = new Map<string, BuiltIndex>();
  #nextTable = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(resultTable: string) {
    this.#resultTable = resultTable;
    this.matches = new MatchTable(resultTable);
  }

  /** One build at a time; a cancelled one leaves the view before it. Throws `badFilter`. */
  ensure(connection: Connection, facts: ResultMetadata, view: RowView, signal: AbortSignal): Promise<ViewIndex> {
    const built = this.#last.then(() => this.#build(connection, facts, view, signal));
    this.#last = built.catch(() => undefined);
    return built;
  }

  async #build(connection: Connection, facts: ResultMetadata, view: RowView, signal: AbortSignal): Promise<ViewIndex> {
    const key = JSON.stringify([view.sort, view.filter, view.tree]);
    const known = this.#built.get(key);
    if (known && (known.resultRowCount === facts.rowCount || facts.state === "loading")) {
      return known;
    }
    const index = await this.#create(connection, facts, view, signal);
    // Two views are kept, so that turning a sort around and back costs nothing.
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
    facts: ResultMetadata,
    view: RowView,
    signal: AbortSignal,
  ): Promise<BuiltIndex> {
    const resultRowCount = facts.rowCount;
    const conditions = await readConditions(connection, facts, view.filter, signal);
    const sorted = view.sort.map(({ column }) => column);
    const texts = await readSourceTextColumns(connection, facts, sorted, signal);
    const table = `${this.#resultTable}_view_${this.#nextTable++}`;
    const [made] = await connection.rows(
      `CREATE TABLE ${quoteName(table)} AS ${viewSql(facts, view, conditions, texts)}`,
      [],
      signal,
    );
    return { table, rowCount: Number(made?.["Count"]), resultRowCount };
  }

  async drop(connection: Connection): Promise<void> {
    await this.#last;
    await this.matches.drop(connection);
    for (const { table } of this.#built.values()) {
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    }
    this.#built.clear();
  }
}

/** Four bytes are enough for more rows than memory holds, and often make the sort's key short enough for half the time. */
const rowNumber = "t.rowid::UINTEGER";

/** Equal rows stay in the order they came. Without a key DuckDB keeps that order by itself. */
function viewSql(
  facts: ResultMetadata,
  view: RowView,
  conditions: readonly string[],
  texts: SourceTextColumns,
): string {
  const keys = keysOf(facts, view.sort, texts);
  const table = quoteName(facts.table);
  if (facts.hierarchy) {
    return hierarchyViewSql(table, facts.hierarchy, view, keys, conditions);
  }
  const order = keys.length === 0 ? "" : `ORDER BY ${[...keys, rowNumber].join(", ")}`;
  return `SELECT ${rowNumber} AS rid FROM ${table} AS t WHERE ${conditions.join(" AND ")} ${order}`;
}

function keysOf(facts: ResultMetadata, sort: readonly SortKey[], texts: SourceTextColumns): string[] {
  return sort.map(({ column: position, direction }) => {
    const column = facts.columns[position];
    if (!column) {
      throw new ResultError(`The result has no column ${position}.`, { code: "badRequest" });
    }
    return orderSql(column, position, direction, texts.has(position));
  });
}

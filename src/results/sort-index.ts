import { type Connection, quoteName } from "../duckdb/database.ts";
import type { SortKey } from "../protocol/data-worker.ts";
import { orderSql, textColumn } from "./column-storage.ts";
import type { ResultFacts } from "./result-facts.ts";

/** Where the rows of an order stand: `rowid` of this table is the position, `rid` the row. */
export interface SortIndex {
  readonly table: string;
  readonly rowCount: number;
}

/** The orders that have been asked of one result. An order is built once, and again when rows have come since. */
export class SortIndexes {
  readonly #resultTable: string;
  readonly #built = new Map<string, SortIndex>();
  #nextTable = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(resultTable: string) {
    this.#resultTable = resultTable;
  }

  /** One build at a time; a cancelled one leaves the order before it. */
  ensure(connection: Connection, facts: ResultFacts, sort: SortKey, signal: AbortSignal): Promise<SortIndex> {
    const built = this.#last.then(() => this.#build(connection, facts, sort, signal));
    this.#last = built.catch(() => undefined);
    return built;
  }

  async #build(connection: Connection, facts: ResultFacts, sort: SortKey, signal: AbortSignal): Promise<SortIndex> {
    const key = `${sort.column} ${sort.direction}`;
    const known = this.#built.get(key);
    const column = facts.columns[sort.column];
    if (known && (known.rowCount === facts.rowCount || facts.state === "loading")) {
      return known;
    }
    if (!column) {
      throw new RangeError("There is no such column.");
    }
    const table = `${this.#resultTable}_sort_${this.#nextTable++}`;
    const [texts] =
      column.storage === "VARCHAR"
        ? []
        : await connection.rows(
            `SELECT count(${textColumn(sort.column)}) AS n FROM ${quoteName(facts.table)}`,
            [],
            signal,
          );
    const order = orderSql(column, sort.column, sort.direction, texts?.["n"] !== 0n);
    const rowCount = facts.rowCount;
    await connection.run(
      `CREATE TABLE ${quoteName(table)} AS SELECT rowid AS rid FROM ${quoteName(facts.table)} WHERE rowid < ${rowCount} ORDER BY ${order}`,
      [],
      signal,
    );
    // Two orders are kept, so that turning a sort around and back costs nothing.
    const outdated = [...this.#built].filter(([other], index, all) => other === key || index < all.length - 1);
    for (const [other, index] of outdated) {
      this.#built.delete(other);
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(index.table)}`);
    }
    const index = { table, rowCount };
    this.#built.set(key, index);
    return index;
  }

  async drop(connection: Connection): Promise<void> {
    await this.#last;
    for (const { table } of this.#built.values()) {
      await connection.run(`DROP TABLE IF EXISTS ${quoteName(table)}`);
    }
    this.#built.clear();
  }
}

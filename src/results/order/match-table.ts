import { type Connection, quoteName } from "../../duckdb/database.ts";

/** Where the rows with a text stand: position `p`, indexes of the columns `hits`, and the matches up to its end `last`. */
export interface BuiltMatches {
  /** What was looked for, and where. */
  readonly key: string;
  readonly table: string;
  readonly count: number;
}

/** The matches in one result that were counted last. */
export class MatchTable {
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

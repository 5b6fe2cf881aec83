import type { Connection, Database } from "../../duckdb/database.ts";
import { inTransaction } from "../store/transaction.ts";

/** Changes of what the tables beside the rows say: one after the other, each wholly or not at all. */
export class WriteQueue {
  readonly #database: Database;
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database) {
    this.#database = database;
  }

  /** `note` is called with what was done before the next one begins. */
  run<Value>(work: (connection: Connection) => Promise<Value>, note?: (value: Value) => void): Promise<Value> {
    const change = this.#last.then(async () => {
      const value = await this.#database.use((connection) => inTransaction(connection, () => work(connection)));
      note?.(value);
      return value;
    });
    this.#last = change.catch(() => undefined);
    return change;
  }
}

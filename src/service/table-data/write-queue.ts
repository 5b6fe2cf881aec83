import type { Connection, Database } from "../../duckdb/database.ts";
import { inTransaction } from "../store/transaction.ts";

/** Changes of what the tables beside the rows say: one after the other, each wholly or not at all. */
export class WriteQueue {
  readonly #database: Database;
  #last: Promise<unknown> = Promise.resolve();
  /** Kept for the next change, with its statements; none after a change that failed. */
  #connection: Connection | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `note` is called with what was done before the next one begins. `work` leaves nothing on the connection. */
  run<Value>(work: (connection: Connection) => Promise<Value>, note?: (value: Value) => void): Promise<Value> {
    return this.#inTurn(() => this.#change(work), note);
  }

  /** The same on a connection of its own, which `work` may leave views on. */
  runApart<Value>(work: (connection: Connection) => Promise<Value>, note?: (value: Value) => void): Promise<Value> {
    return this.#inTurn(
      () => this.#database.use((connection) => inTransaction(connection, () => work(connection))),
      note,
    );
  }

  async close(): Promise<void> {
    await this.#last;
    this.#connection?.close();
  }

  #inTurn<Value>(change: () => Promise<Value>, note: ((value: Value) => void) | undefined): Promise<Value> {
    const turn = this.#last.then(async () => {
      const value = await change();
      note?.(value);
      return value;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #change<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    const connection = this.#connection ?? (await this.#database.connect());
    this.#connection = undefined;
    try {
      const value = await inTransaction(connection, () => work(connection));
      this.#connection = connection;
      return value;
    } catch (error) {
      connection.close();
      throw error;
    }
  }
}

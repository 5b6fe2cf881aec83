import { TaskQueue } from "../../base/task-queue.ts";
import { type Connection, type Database, inTransaction } from "../../duckdb/database.ts";

/** Runs changes to the tables that manage the rows one after the other, each in a DuckDB transaction. */
export class WriteQueue {
  readonly #database: Database;
  readonly #tasks = new TaskQueue();
  /** Connection with prepared statements for the next change; undefined after a change that failed. */
  #connection: Connection | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Runs `work` in a DuckDB transaction. `onCommitted` receives the result before the next change begins. `work` must
   * not leave temporary objects on the connection.
   */
  run<Value>(work: (connection: Connection) => Promise<Value>, onCommitted?: (value: Value) => void): Promise<Value> {
    return this.#inTurn(() => this.#change(work), onCommitted);
  }

  /** Like `run`, but on a new connection, so that `work` may create views. */
  runOnOwnConnection<Value>(
    work: (connection: Connection) => Promise<Value>,
    onCommitted?: (value: Value) => void,
  ): Promise<Value> {
    return this.#inTurn(
      () => this.#database.use((connection) => inTransaction(connection, () => work(connection))),
      onCommitted,
    );
  }

  async close(): Promise<void> {
    await this.#tasks.settled();
    this.#connection?.close();
  }

  #inTurn<Value>(change: () => Promise<Value>, onCommitted: ((value: Value) => void) | undefined): Promise<Value> {
    return this.#tasks.run(async () => {
      const value = await change();
      onCommitted?.(value);
      return value;
    });
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

import type { PlatformDatabase } from "./platform-database.ts";

const schema = `CREATE TABLE IF NOT EXISTS sql_transaction_parts (
  transaction_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, key VARCHAR NOT NULL, document VARCHAR NOT NULL,
  PRIMARY KEY (transaction_id, kind, key))`;

const replaceParts = `INSERT OR REPLACE INTO sql_transaction_parts
  SELECT ?, part.kind, part.key, part.document
  FROM (SELECT unnest(from_json(?, '[{"kind":"VARCHAR","key":"VARCHAR","document":"VARCHAR"}]')) AS part)`;

/** A stored part of a SQL transaction, identified by kind and key. */
export interface TransactionPart {
  readonly kind: string;
  readonly key: string;
  /** Plain data, which is stored as JSON. */
  readonly document: unknown;
}

export interface StoredTransactionPart extends TransactionPart {
  readonly transaction: string;
}

/** Stores SQL transactions with their tenants, jobs and files, so that they survive a restart. */
export class SqlTransactionStore {
  readonly #platform: PlatformDatabase;

  private constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  static async open(platform: PlatformDatabase): Promise<SqlTransactionStore> {
    await platform.use((connection) => connection.run(schema));
    return new SqlTransactionStore(platform);
  }

  async readAll(): Promise<StoredTransactionPart[]> {
    const rows = await this.#platform.use((connection) => connection.rows("SELECT * FROM sql_transaction_parts"));
    return rows.map((row) => ({
      transaction: String(row.transaction_id),
      kind: String(row.kind),
      key: String(row.key),
      document: JSON.parse(String(row.document)),
    }));
  }

  /**
   * Saves several parts of a transaction atomically. Each replaces the stored part of the same kind and key. Calls for
   * one transaction must not overlap.
   */
  save(transaction: string, parts: readonly TransactionPart[]): Promise<void> {
    const rows = parts.map(({ kind, key, document }) => ({ kind, key, document: JSON.stringify(document) }));
    // One statement instead of a transaction, because this runs for each tenant of a job.
    return this.#platform.runPrepared(replaceParts, [transaction, JSON.stringify(rows)]);
  }

  /** Removes all parts of the given kinds. */
  removeKinds(transaction: string, kinds: readonly string[]): Promise<void> {
    return this.#platform.transaction((connection) =>
      connection.run(
        `DELETE FROM sql_transaction_parts
         WHERE transaction_id = ? AND kind IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`,
        [transaction, JSON.stringify(kinds)],
      ),
    );
  }

  /** Removes all parts of a transaction. */
  remove(transaction: string): Promise<void> {
    return this.#platform.transaction((connection) =>
      connection.run("DELETE FROM sql_transaction_parts WHERE transaction_id = ?", [transaction]),
    );
  }
}

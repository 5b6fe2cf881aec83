import type { PlatformDatabase } from "./platform-database.ts";

const schema = `CREATE TABLE IF NOT EXISTS sql_transaction_parts (
  transaction_id VARCHAR NOT NULL, kind VARCHAR NOT NULL, key VARCHAR NOT NULL, document VARCHAR NOT NULL,
  PRIMARY KEY (transaction_id, kind, key))`;

const replaceParts = `INSERT OR REPLACE INTO sql_transaction_parts
  SELECT ?, part.kind, part.key, part.document
  FROM (SELECT unnest(from_json(?, '[{"kind":"VARCHAR","key":"VARCHAR","document":"VARCHAR"}]')) AS part)`;

/** Something that is kept of a SQL transaction, named by its kind and a key of its own. */
export interface TransactionPart {
  readonly kind: string;
  readonly key: string;
  /** Plain data, written as JSON. */
  readonly document: unknown;
}

export interface StoredTransactionPart extends TransactionPart {
  readonly transaction: string;
}

/** What is kept of SQL transactions, their tenants, jobs and files, so that they outlive the process. */
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
   * All of them or none; a part takes the place of the one with its kind and key. No two at once for one transaction: the
   * second might meet the first half-way.
   */
  save(transaction: string, parts: readonly TransactionPart[]): Promise<void> {
    const rows = parts.map(({ kind, key, document }) => ({ kind, key, document: JSON.stringify(document) }));
    // One statement in place of a transaction, as this is done for each tenant of a job.
    return this.#platform.runKept(replaceParts, [transaction, JSON.stringify(rows)]);
  }

  /** Forgets the parts of some kinds. */
  removeKinds(transaction: string, kinds: readonly string[]): Promise<void> {
    return this.#platform.transaction((connection) =>
      connection.run(
        `DELETE FROM sql_transaction_parts
         WHERE transaction_id = ? AND kind IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`,
        [transaction, JSON.stringify(kinds)],
      ),
    );
  }

  /** Forgets the transaction. */
  remove(transaction: string): Promise<void> {
    return this.#platform.transaction((connection) =>
      connection.run("DELETE FROM sql_transaction_parts WHERE transaction_id = ?", [transaction]),
    );
  }
}

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Time in milliseconds for which the file of a transaction is kept, longer than any transaction is open. */
const keptMs = 7 * 86_400_000;

/**
 * The window that continues a SQL transaction: the one that took it over last, or else the one that started it. The
 * process of a window that was reloaded or lost its connection can live on, and must not do the next step too.
 */
export class TransactionOwner {
  readonly #folder: string;
  readonly #connectionId: string;
  readonly #id = randomUUID();

  /** `storageFolder` is a local folder that all windows of this machine share. */
  constructor(storageFolder: string, connectionId: string) {
    this.#folder = join(storageFolder, "sql-transactions");
    this.#connectionId = connectionId;
  }

  /** Makes this owner the one that continues a transaction. */
  async takeOver(transactionId: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true });
    await this.#removeOld();
    await writeFile(this.#fileOf(transactionId), this.#id, { mode: 0o600 });
  }

  /** Rejects if another owner has taken the transaction over. */
  async requireOwned(transactionId: string): Promise<void> {
    let owner: string;
    try {
      owner = await readFile(this.#fileOf(transactionId), "utf8");
    } catch {
      // Nobody has taken it over.
      return;
    }
    if (owner !== this.#id) {
      throw new Error("Another window continues this run and reports how it ends.");
    }
  }

  /** Ids of the service may contain anything, so they are not part of a file name. */
  #fileOf(transactionId: string): string {
    const key = JSON.stringify([this.#connectionId, transactionId]);
    return join(this.#folder, createHash("sha256").update(key).digest("hex"));
  }

  async #removeOld(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name);
      // Another window may remove it at the same time.
      const changedAt = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Date.now(),
      );
      if (Date.now() - changedAt > keptMs) {
        await rm(file, { force: true });
      }
    }
  }
}

import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";

/** Folder, in a data folder, of the files of SQL transactions, each in a folder of its own. */
export function sqlTransactionFolder(dataFolder: string): string {
  return join(dataFolder, "sql-transactions");
}

/** Uploaded files and outputs on disk. Their names are made here, so that no name of a caller's ever is a path. */
export class TransactionFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  path(transaction: string, file: string): string {
    return join(this.#folder, transaction, file);
  }

  /** A name that no file of the transaction has. */
  async newName(transaction: string): Promise<string> {
    await mkdir(join(this.#folder, transaction), { recursive: true, mode: 0o700 });
    return randomUUID();
  }

  /** Writes the bytes into a new file, whose name it gives; nothing is left of bytes that broke off. */
  async write(transaction: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    const file = await this.newName(transaction);
    const path = this.path(transaction, file);
    try {
      await pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }), { signal });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return file;
  }

  read(transaction: string, file: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.path(transaction, file), { highWaterMark: 1 << 18 });
  }

  async size(transaction: string, file: string): Promise<number> {
    return (await stat(this.path(transaction, file))).size;
  }

  async remove(transaction: string, file: string): Promise<void> {
    await rm(this.path(transaction, file), { force: true });
  }

  async removeAll(transaction: string): Promise<void> {
    await rm(join(this.#folder, transaction), { recursive: true, force: true });
  }

  /** Removes what a process that was killed left behind: everything that no transaction knows. */
  async removeUnknown(isKnown: (transaction: string, file: string) => boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    for (const entry of await readdir(this.#folder, { withFileTypes: true })) {
      const path = join(this.#folder, entry.name);
      const files = entry.isDirectory() ? await readdir(path) : [];
      const unknown = files.filter((file) => !isKnown(entry.name, file));
      const isNeeded = unknown.length < files.length;
      for (const name of isNeeded ? unknown.map((file) => join(path, file)) : [path]) {
        await rm(name, { recursive: true, force: true });
      }
    }
  }
}

import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DiskGuard } from "../store/disk-space.ts";
import { removeEmptyFolder, removeServiceFiles, type ServiceFileNames } from "../store/service-files.ts";

const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Names of transaction folders and of the files in them: inputs, outputs and, with a number, parts of outputs. */
const fileNames: ServiceFileNames = { files: new RegExp(`^${uuid}(-\\d+)?$`), folders: new RegExp(`^${uuid}$`) };

/**
 * Returns the path of the folder with the files of SQL transactions in a data folder. It has a subfolder for each
 * transaction.
 */
export function sqlTransactionFolderOf(dataFolder: string): string {
  return join(dataFolder, "sql-transactions");
}

/**
 * Uploaded files and outputs of SQL transactions on disk. File names are generated, so that a caller's text never
 * becomes a path.
 */
export class TransactionFiles {
  readonly #folder: string;
  readonly #disk: DiskGuard;

  constructor(folder: string, disk: DiskGuard) {
    this.#folder = folder;
    this.#disk = disk;
  }

  path(transaction: string, file: string): string {
    return join(this.#folder, transaction, file);
  }

  /** Generates a new file name in the transaction's folder. */
  async newName(transaction: string): Promise<string> {
    await mkdir(join(this.#folder, transaction), { recursive: true, mode: 0o700 });
    return randomUUID();
  }

  /** Writes bytes to a new file and returns its name. Removes the file if reading the bytes fails. */
  async write(transaction: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    const file = await this.newName(transaction);
    const path = this.path(transaction, file);
    try {
      await this.#disk.guard(signal, (signal) =>
        pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true }), { signal }),
      );
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
    const folder = join(this.#folder, transaction);
    await removeServiceFiles(folder, fileNames);
    await removeEmptyFolder(folder);
  }

  /** Removes files that belong to no transaction, which a killed process may have left. */
  async removeUnknown(isKnown: (transaction: string, file: string) => boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await removeServiceFiles(this.#folder, fileNames, (path) => isKnown(basename(dirname(path)), basename(path)));
  }
}

import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { DiskGuard } from "./disk-space.ts";
import { removeEmptyFolder, removeServiceFiles, type ServiceFileNames } from "./service-files.ts";

const uuid = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";
/** Names of the folders and of the files in them; a number or an extension of ours may follow. */
const fileNames: ServiceFileNames = {
  files: new RegExp(`^${uuid}(-\\d+|\\.parquet(\\.\\w+)?)?$`),
  folders: new RegExp(`^${uuid}$`),
};

/**
 * Files in a folder that has a subfolder for each owner, such as a transaction. The id of an owner is a UUID. File names
 * are generated, so that a caller's text never becomes a path.
 */
export class OwnedFiles {
  readonly #folder: string;
  readonly #disk: DiskGuard;

  constructor(folder: string, disk: DiskGuard) {
    this.#folder = folder;
    this.#disk = disk;
  }

  path(owner: string, file: string): string {
    return join(this.#folder, owner, file);
  }

  /** Generates a new file name in the owner's folder. */
  async newName(owner: string): Promise<string> {
    await mkdir(join(this.#folder, owner), { recursive: true, mode: 0o700 });
    return randomUUID();
  }

  /** Writes bytes to a new file and returns its name. Removes the file if reading the bytes fails. */
  async write(owner: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    const file = await this.newName(owner);
    const path = this.path(owner, file);
    try {
      await this.#disk.guard(signal, (signal) =>
        // Pieces that come while others are written are written together.
        pipeline(bytes, createWriteStream(path, { mode: 0o600, flush: true, highWaterMark: 1 << 20 }), { signal }),
      );
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return file;
  }

  read(owner: string, file: string): AsyncIterable<Uint8Array> {
    return createReadStream(this.path(owner, file), { highWaterMark: 1 << 18 });
  }

  async size(owner: string, file: string): Promise<number> {
    return (await stat(this.path(owner, file))).size;
  }

  async remove(owner: string, file: string): Promise<void> {
    await rm(this.path(owner, file), { force: true });
  }

  async removeAll(owner: string): Promise<void> {
    const folder = join(this.#folder, owner);
    await removeServiceFiles(folder, fileNames);
    await removeEmptyFolder(folder);
  }

  /** Removes files that belong to no owner, which a killed process may have left. */
  async removeUnknown(isKnown: (owner: string, file: string) => boolean): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await removeServiceFiles(this.#folder, fileNames, (path) => isKnown(basename(dirname(path)), basename(path)));
  }
}

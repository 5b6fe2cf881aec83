import { join } from "node:path";
import type { DiskGuard } from "../store/disk-space.ts";
import { OwnedFiles } from "../store/owned-files.ts";

const folderName = "intake";

/**
 * Files that were sent to the service, and what was made of them, in a data folder. A file is known by its path relative
 * to the data folder, with `/` as separator.
 */
export class IntakeFiles {
  readonly #dataFolder: string;
  readonly #files: OwnedFiles;

  constructor(dataFolder: string, disk: DiskGuard) {
    this.#dataFolder = dataFolder;
    this.#files = new OwnedFiles(join(dataFolder, folderName), disk);
  }

  /** Writes bytes to a new file in the folder of an owner, whose id is a UUID, and returns its path. */
  async write(owner: string, bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<string> {
    return `${folderName}/${owner}/${await this.#files.write(owner, bytes, signal)}`;
  }

  /** Generates the path of a new file in the folder of an owner. */
  async newPath(owner: string): Promise<string> {
    return `${folderName}/${owner}/${await this.#files.newName(owner)}`;
  }

  /** Path in the file system. */
  locate(file: string): string {
    return join(this.#dataFolder, ...file.split("/"));
  }

  read(file: string): AsyncIterable<Uint8Array> {
    const [, owner = "", name = ""] = file.split("/");
    return this.#files.read(owner, name);
  }

  async size(file: string): Promise<number> {
    const [, owner = "", name = ""] = file.split("/");
    return this.#files.size(owner, name);
  }

  async remove(files: readonly string[]): Promise<void> {
    for (const file of files) {
      const [, owner = "", name = ""] = file.split("/");
      await this.#files.remove(owner, name);
    }
  }

  /** Removes the files that are not known, which a killed process or a failed job may have left. */
  async sweep(known: ReadonlySet<string>): Promise<void> {
    await this.#files.removeUnknown((owner, name) => known.has([folderName, owner, name].join("/")));
  }
}

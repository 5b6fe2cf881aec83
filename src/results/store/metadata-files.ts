import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { type WriteFile, writePrivateFile } from "../ingest/segment-files.ts";
import type { ResultMetadata } from "../model/result-metadata.ts";

const suffix = ".facts.json";

/**
 * Files with the metadata of results, one per result. Writes do not wait for the disk: nothing is lost when the process
 * ends, whereas a database would first have to flush the segments that are being written at the same time.
 */
export class MetadataFiles {
  readonly #folder: string;
  readonly #write: WriteFile;

  /** `write` can be replaced by tests that need a full disk. */
  constructor(folder: string, write: WriteFile = writePrivateFile) {
    this.#folder = folder;
    this.#write = write;
  }

  /** Writes to a temporary file and renames it, so that a file under its final name is always complete. */
  async write(metadata: ResultMetadata): Promise<void> {
    const path = this.#path(metadata.table);
    await this.#write(`${path}.part`, new TextEncoder().encode(JSON.stringify(metadata)));
    await rename(`${path}.part`, path);
  }

  /** Returns all stored metadata in the order in which the results began. */
  async readAll(): Promise<ResultMetadata[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(suffix));
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name), "utf8")));
    return texts
      .map((text) => JSON.parse(text) as ResultMetadata)
      .sort((one, other) => tableNumber(one) - tableNumber(other));
  }

  async remove(table: string): Promise<void> {
    await rm(this.#path(table), { force: true });
  }

  #path(table: string): string {
    return join(this.#folder, `${table}${suffix}`);
  }
}

/** Returns the number of a table; for `result_3` this is 3. */
export function tableNumber({ table }: Pick<ResultMetadata, "table">): number {
  return Number(table.slice("result_".length));
}

import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResultMetadata } from "../model/result-metadata.ts";

/** Writes a file that only the current user may read. */
const writePrivateFile: WriteFile = (path, bytes) => writeFile(path, bytes, { mode: 0o600 });

export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

/** Files with the rows of results as JSON Lines. A new process loads its tables from them. */
export class SegmentFiles {
  readonly #folder: string;
  readonly #write: WriteFile;

  /** `write` can be replaced by tests that need a full disk. */
  constructor(folder: string, write: WriteFile = writePrivateFile) {
    this.#folder = folder;
    this.#write = write;
  }

  path(table: string, segment: number): string {
    return join(this.#folder, `${table}-${segment}.jsonl`);
  }

  /** Writes a segment to a temporary file and renames it, so that a file under its final name is always complete. */
  async write(table: string, segment: number, bytes: Uint8Array): Promise<void> {
    const path = this.path(table, segment);
    try {
      await this.#write(`${path}.part`, bytes);
    } catch (error) {
      await rm(`${path}.part`, { force: true });
      throw error;
    }
    await rename(`${path}.part`, path);
  }

  /** Returns the numbers of a result's complete segments, up to the first gap. */
  async list(table: string): Promise<number[]> {
    const names = new Set(await readdir(this.#folder));
    const found: number[] = [];
    for (let segment = 0; names.has(`${table}-${segment}.jsonl`); segment++) {
      found.push(segment);
    }
    return found;
  }

  /** Returns the bytes on disk, by table. */
  async sizes(): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for (const name of await readdir(this.#folder)) {
      const table = /^(.+)-\d+\.jsonl$/.exec(name)?.[1];
      if (table !== undefined) {
        const { size } = await stat(join(this.#folder, name));
        sizes.set(table, (sizes.get(table) ?? 0) + size);
      }
    }
    return sizes;
  }

  /** Removes temporary files and the segments of tables other than the given ones. */
  async removeStrays(tables: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const match = /^(.+)-\d+\.jsonl(\.part)?$/.exec(name);
      if (match && (match[2] || !tables.has(match[1] ?? ""))) {
        await rm(join(this.#folder, name), { force: true });
      }
    }
  }
}

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

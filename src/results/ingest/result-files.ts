import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResultMetadata } from "../model/result-metadata.ts";

/** Writes a file that only the current user may read. */
const writePrivateFile: FileWriter = (path, bytes) => writeFile(path, bytes, { mode: 0o600 });

/** Function that writes a file. Tests replace it to simulate a full disk. */
export type FileWriter = (path: string, bytes: Uint8Array) => Promise<void>;

/** Files that store the rows of results as JSON Lines. A new process loads its tables from these files. */
export class SegmentFiles {
  readonly #folder: string;
  readonly #write: FileWriter;

  /** `write` can be replaced in tests to simulate a full disk. */
  constructor(folder: string, write: FileWriter = writePrivateFile) {
    this.#folder = folder;
    this.#write = write;
  }

  path(table: string, segment: number): string {
    return join(this.#folder, `${table}-${segment}.jsonl`);
  }

  /** Writes a segment to a temporary file, then renames the file. A file with a final name is therefore complete. */
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

  /** Returns the numbers of the complete segments of a result, up to the first missing number. */
  async list(table: string): Promise<number[]> {
    const names = new Set(await readdir(this.#folder));
    const found: number[] = [];
    for (let segment = 0; names.has(`${table}-${segment}.jsonl`); segment++) {
      found.push(segment);
    }
    return found;
  }

  /** Returns the size of the files in bytes, by table. */
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

  /** Removes temporary files, and the segments of all tables other than the given ones. */
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
 * Files that store the metadata of results, one for each result. Writes do not wait for the disk. They are not lost
 * when the process ends.
 */
export class MetadataFiles {
  readonly #folder: string;
  readonly #write: FileWriter;

  /** `write` can be replaced in tests to simulate a full disk. */
  constructor(folder: string, write: FileWriter = writePrivateFile) {
    this.#folder = folder;
    this.#write = write;
  }

  /** Writes metadata to a temporary file, then renames the file. A file with a final name is therefore complete. */
  async write(metadata: ResultMetadata): Promise<void> {
    const path = this.#path(metadata.table);
    await this.#write(`${path}.part`, new TextEncoder().encode(JSON.stringify(metadata)));
    await rename(`${path}.part`, path);
  }

  /** Returns the stored metadata of all results, in the order in which the results began. */
  async readAll(): Promise<ResultMetadata[]> {
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(suffix));
    const texts = await Promise.all(names.map((name) => readFile(join(this.#folder, name), "utf8")));
    return texts
      .map((text) => JSON.parse(text) as ResultMetadata)
      .sort((one, other) => parseTableNumber(one) - parseTableNumber(other));
  }

  async remove(table: string): Promise<void> {
    await rm(this.#path(table), { force: true });
  }

  #path(table: string): string {
    return join(this.#folder, `${table}${suffix}`);
  }
}

/** Returns the number in the name of a table, for example 3 for `result_3`. */
export function parseTableNumber({ table }: Pick<ResultMetadata, "table">): number {
  return Number(table.slice("result_".length));
}

import { readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

/** The rows of results as they came, whole lines in files: what a new process loads its tables from. */
export class SegmentFiles {
  readonly #folder: string;
  readonly #write: WriteFile;

  /** `write` stands in for the disk where a test needs a full one. */
  constructor(folder: string, write: WriteFile = writeFile) {
    this.#folder = folder;
    this.#write = write;
  }

  path(table: string, segment: number): string {
    return join(this.#folder, `${table}-${segment}.jsonl`);
  }

  /** A file under its own name is whole: it is written under another and renamed. */
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

  /** Numbers of a result's whole segments, without a gap. */
  async list(table: string): Promise<number[]> {
    const names = new Set(await readdir(this.#folder));
    const found: number[] = [];
    for (let segment = 0; names.has(`${table}-${segment}.jsonl`); segment++) {
      found.push(segment);
    }
    return found;
  }

  /** Removes everything but the segments of the given tables. */
  async removeStrays(tables: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const match = /^(.+)-\d+\.jsonl(\.part)?$/.exec(name);
      if (match && (match[2] || !tables.has(match[1] ?? ""))) {
        await rm(join(this.#folder, name), { force: true });
      }
    }
  }
}

import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Only the user may read what a result holds. */
export const writeOwnFile: WriteFile = (path, bytes) => writeFile(path, bytes, { mode: 0o600 });

export type WriteFile = (path: string, bytes: Uint8Array) => Promise<void>;

/** The rows of results as they came, whole lines in files: what a new process loads its tables from. */
export class SegmentFiles {
  readonly #folder: string;
  readonly #write: WriteFile;

  /** `write` stands in for the disk where a test needs a full one. */
  constructor(folder: string, write: WriteFile = writeOwnFile) {
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

  /** Bytes on disk, by table. */
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

import { readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ResultMetadata } from "../model/result-metadata.ts";
import { type WriteFile, writeOwnFile } from "../ingest/segment-files.ts";

const suffix = ".facts.json";

/**
 * What is known of each result, one small file a result. Written without waiting for the disk: the end of the process loses
 * nothing, and a database in its place would first have to flush the segments that are being written beside it.
 */
export class MetadataFiles {
  readonly #folder: string;
  readonly #write: WriteFile;

  /** `write` stands in for the disk where a test needs a full one. */
  constructor(folder: string, write: WriteFile = writeOwnFile) {
    this.#folder = folder;
    this.#write = write;
  }

  /** A file under its own name is whole: it is written under another and renamed. */
  async write(facts: ResultMetadata): Promise<void> {
    const path = this.#path(facts.table);
    await this.#write(`${path}.part`, new TextEncoder().encode(JSON.stringify(facts)));
    await rename(`${path}.part`, path);
  }

  /** In the order in which the results began. */
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

/** For `result_3` this is 3. */
export function tableNumber({ table }: Pick<ResultMetadata, "table">): number {
  return Number(table.slice("result_".length));
}

import { stat } from "node:fs/promises";
import path from "node:path";
import { createLocalFile, type LocalFile } from "../../client/upload/local-file.ts";
import {
  type CallValues,
  type FileReference,
  isFileReference,
  isJsonObject,
  type Json,
} from "../../protocol/operation-form.ts";

/** Files that the user chose for one page; the page knows only their numbers and names. */
export class ChosenFiles {
  readonly #paths = new Map<string, string>();

  /** Adds a file. Throws an error if it does not exist. */
  async add(file: string): Promise<FileReference> {
    const { size } = await stat(file);
    const id = String(this.#paths.size + 1);
    this.#paths.set(id, file);
    return { $file: id, name: path.basename(file), size };
  }

  /**
   * Converts values to arguments of the client, with files instead of references. Throws an error if a file no longer
   * exists.
   */
  async argumentsOf(values: CallValues): Promise<Record<string, unknown>> {
    return (await this.#withFiles(values as Json)) as Record<string, unknown>;
  }

  async #withFiles(value: Json): Promise<unknown> {
    if (isFileReference(value)) {
      return await this.#body(value);
    }
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(async ([name, item]) => [name, await this.#withFiles(item)] as const);
      return Object.fromEntries(await Promise.all(entries));
    }
    // Lists are not searched: no operation has a list of files, and a batch of rows may be long.
    return value;
  }

  async #body({ $file, name }: FileReference): Promise<LocalFile> {
    const file = this.#paths.get($file);
    if (file === undefined) {
      throw new Error(`The file "${name}" no longer exists. Choose it again.`);
    }
    return await createLocalFile(file);
  }
}

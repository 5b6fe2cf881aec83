import { stat } from "node:fs/promises";
import path from "node:path";
import { type LocalFile, localFile } from "../../client/upload/local-file.ts";
import {
  type CallValues,
  type FileReference,
  isFileReference,
  isJsonObject,
  type Json,
} from "../../protocol/operation-form.ts";

/** The files that a person chose for one page, which knows them by a number and their names only. */
export class ChosenFiles {
  readonly #paths = new Map<string, string>();

  /** Throws when there is no such file. */
  async add(file: string): Promise<FileReference> {
    const { size } = await stat(file);
    const id = String(this.#paths.size + 1);
    this.#paths.set(id, file);
    return { $file: id, name: path.basename(file), size };
  }

  /** The values as the client takes them: with files in the place of references. Throws where a file is gone. */
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
    // No operation has a list of files, and a batch of rows may be long.
    return value;
  }

  async #body({ $file, name }: FileReference): Promise<LocalFile> {
    const file = this.#paths.get($file);
    if (file === undefined) {
      throw new Error(`The file "${name}" is not there any more. Choose it again.`);
    }
    return await localFile(file);
  }
}

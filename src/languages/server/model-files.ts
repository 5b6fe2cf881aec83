import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Connection } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ModelFile, modelFileSuffix } from "../core/model/model-file.ts";
import { ModelFileSearch } from "../core/model/model-file-search.ts";
import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import { readModelFile } from "../core/model/read-model-file.ts";
import { diagnosticOf } from "./diagnostic-of.ts";

/** The model files that lie right in the workspace folders, for an editor that has no model of its own. */
export class ModelFiles {
  readonly #connection: Connection;
  readonly #folders: () => readonly string[];
  #files: Promise<ModelFileSearch | undefined> | undefined;

  /** `folders` gives the addresses of what the editor has open. */
  constructor(connection: Connection, folders: () => readonly string[]) {
    this.#connection = connection;
    this.#folders = folders;
  }

  /** The files are read again when they are asked next. */
  forget(): void {
    this.#files = undefined;
  }

  async search(search: ModelSearch): Promise<ModelSearchResult> {
    this.#files ??= this.#read();
    return (await this.#files)?.search(search) ?? { entries: [], isComplete: false, isFailed: true };
  }

  async #read(): Promise<ModelFileSearch | undefined> {
    const files: ModelFile[] = [];
    const folders = this.#folders().filter((uri) => uri.startsWith("file:"));
    for (const folder of folders.map((uri) => fileURLToPath(uri))) {
      // A folder that cannot be read has no model to give.
      const names = await readdir(folder).catch(() => []);
      for (const name of names.filter((one) => one.endsWith(modelFileSuffix)).sort()) {
        const file = await this.#readFile(join(folder, name));
        files.push(...(file ? [file] : []));
      }
    }
    return files.length > 0 ? new ModelFileSearch(files) : undefined;
  }

  async #readFile(path: string): Promise<ModelFile | undefined> {
    const text = await readFile(path, "utf8").catch(() => undefined);
    if (text === undefined) {
      return undefined;
    }
    const uri = pathToFileURL(path).href;
    const { file, problems } = readModelFile(text);
    const document = TextDocument.create(uri, "json", 0, text);
    const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
    await this.#connection.sendDiagnostics({ uri, diagnostics });
    return file;
  }
}

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { type ModelFile, modelFileSuffix } from "../core/model/model-file.ts";
import { ModelFileSearch } from "../core/model/model-file-search.ts";
import {
  type ModelSearch,
  type ModelSearchResult,
  modelChangedNotification,
  modelRequests,
} from "../core/model/model-requests.ts";
import { readModelFile } from "../core/model/read-model-file.ts";
import { diagnosticOf } from "./diagnostic-of.ts";
import { SearchedModel } from "./searched-model.ts";
import type { ServerModel } from "./server-model.ts";

/** The model files that lie right in the workspace folders, for an editor that has no model of its own. */
class ModelFiles {
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

interface ServerModelParts {
  readonly timeColumn: () => string;
  /** Called when another connection, tenant or project is active. */
  readonly onDidChangeTarget: () => void;
  /** Addresses of the folders that the editor has open. */
  readonly folders: () => readonly string[];
}

/** The model of our editor's active connection; of the model files in the workspace for an editor that knows none. */
export function createServerModel(
  connection: Connection,
  { timeColumn, onDidChangeTarget, folders }: ServerModelParts,
): ServerModel {
  const files = new ModelFiles(connection, folders);
  let hasHost = true;
  const ask = async (search: ModelSearch): Promise<ModelSearchResult> => {
    if (hasHost) {
      try {
        return await connection.sendRequest<ModelSearchResult>(modelRequests.search, search);
      } catch (error) {
        if (!(error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound)) {
          throw error;
        }
        hasHost = false;
        await watchModelFiles(connection);
      }
    }
    return await files.search(search);
  };
  const model = new SearchedModel({ ask, timeColumn });
  connection.onNotification(modelChangedNotification, () => {
    onDidChangeTarget();
    model.forget();
  });
  connection.onDidChangeWatchedFiles(({ changes }) => {
    if (changes.some(({ uri }) => uri.endsWith(modelFileSuffix))) {
      files.forget();
      model.forget();
    }
  });
  return model;
}

async function watchModelFiles(connection: Connection): Promise<void> {
  const watchers = [{ globPattern: `**/*${modelFileSuffix}` }];
  try {
    await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
  } catch {
    // An editor that watches no files for a server still has those of its start.
  }
}

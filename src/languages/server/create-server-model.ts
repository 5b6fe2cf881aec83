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
import { lspDiagnosticOf } from "./diagnostic-of.ts";
import { SearchedModel } from "./searched-model.ts";
import type { ServerModel } from "./server-model.ts";

/** Reads model files from the top level of the workspace folders, for editors that provide no model. */
class ModelFiles {
  readonly #connection: Connection;
  readonly #folders: () => readonly string[];
  #files: Promise<ModelFileSearch | undefined> | undefined;

  /** Creates the reader of model files. `folders` returns the URIs of the folders that are open in the editor. */
  constructor(connection: Connection, folders: () => readonly string[]) {
    this.#connection = connection;
    this.#folders = folders;
  }

  /** Clears the cached model files, so that the next request reads the files again. */
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
      // A folder that cannot be read contributes no model.
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
    const diagnostics = problems.map((problem) => lspDiagnosticOf(document, problem));
    await this.#connection.sendDiagnostics({ uri, diagnostics });
    return file;
  }
}

interface ServerModelParts {
  readonly timeColumn: () => string;
  /** Callback for changes of the active connection, tenant or project. */
  readonly onDidChangeTarget: () => void;
  /** Returns the URIs of the folders that are open in the editor. */
  readonly folders: () => readonly string[];
}

/**
 * Creates the business model of the editor's active connection. For an editor without connections, the model comes from
 * model files in the workspace.
 */
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
    // An editor that cannot watch files keeps the ones read at the start.
  }
}

import {
  type Connection,
  DidChangeWatchedFilesNotification,
  ErrorCodes,
  ResponseError,
} from "vscode-languageserver/node";
import { modelFileSuffix } from "../core/model/model-file.ts";
import {
  type ModelSearch,
  type ModelSearchResult,
  modelChangedNotification,
  modelRequests,
} from "../core/model/model-requests.ts";
import { ModelFiles } from "./model-files.ts";
import { SearchedModel } from "./searched-model.ts";
import type { ServerModel } from "./server-model.ts";

export interface ServerModelParts {
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

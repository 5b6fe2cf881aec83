import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Session } from "../../client/call/client.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { readSettings } from "../../host/settings.ts";
import { ModelCache, type ModelTarget } from "./model-cache.ts";
import { exportModel } from "./model-export.ts";
import { ModelFileWatch } from "./model-file-watch.ts";
import { ModelSearcher } from "./model-search.ts";
import { createModelStatus } from "./model-status.ts";

/** Subset of the connection service that the analytics model uses. */
export interface ModelConnections {
  readonly currentSession: () => Promise<Session>;
  readonly currentTarget: () => {
    readonly connectionId: string;
    readonly tenant?: string;
    readonly project?: { readonly id: string };
  };
  /** Returns the labels of the active connection, tenant and project. */
  readonly displayedTarget: () => {
    readonly connection: string;
    readonly tenant: string | undefined;
    readonly project: string | undefined;
  };
  readonly connectionIds: () => readonly string[];
  readonly onDidChangeTarget: Event<void>;
}

interface ModelControllerParts extends ModelConnections {
  readonly log: Log;
  readonly cacheFolder: vscode.Uri;
  readonly languages: readonly string[];
}

/** Controller of the analytics model: searches it, caches responses, shows its state and exports it. */
export class ModelController implements vscode.Disposable {
  readonly searcher: ModelSearcher;
  readonly #parts: ModelControllerParts;
  readonly #cache: ModelCache;
  readonly #files = new ModelFileWatch();
  readonly #disposable: vscode.Disposable;

  constructor(parts: ModelControllerParts) {
    this.#parts = parts;
    const { log, cacheFolder, currentTarget, onDidChangeTarget } = parts;
    const modelTarget = (): ModelTarget => {
      const { connectionId, tenant, project } = currentTarget();
      return { connectionId, ...(tenant !== undefined && { tenant }), ...(project && { projectId: project.id }) };
    };
    this.#cache = new ModelCache(cacheFolder.fsPath, (error) =>
      logFailure(log, "The model could not be cached", error),
    );
    const files = this.#files;
    this.searcher = new ModelSearcher({
      ...parts,
      currentTarget: modelTarget,
      cache: this.#cache,
      modelFile: async () => (await files.used())?.search,
      refreshAfterMs: () => readSettings().refreshModelHours * 3_600_000,
      now: Date.now,
    });
    let target = JSON.stringify(modelTarget());
    this.#disposable = vscode.Disposable.from(
      files,
      files.onDidChange(() => this.searcher.changeTarget()),
      createModelStatus({
        searcher: this.searcher,
        files,
        displayedTarget: () => {
          const { connection, tenant, project } = parts.displayedTarget();
          return [connection, tenant, project].filter((name) => name !== undefined);
        },
        languages: parts.languages,
      }),
      onDidChangeTarget(() => {
        void this.#removeUnused();
        if (JSON.stringify(modelTarget()) !== target) {
          target = JSON.stringify(modelTarget());
          this.searcher.changeTarget();
        }
      }),
    );
    void this.#removeUnused();
  }

  /** Has the names of the model, or the model files in its place, read anew at their next use. */
  refresh(): void {
    this.#files.forget();
    this.searcher.refresh();
  }

  async exportModel(): Promise<void> {
    await exportModel(this.#parts.currentSession);
  }

  dispose(): void {
    this.#disposable.dispose();
    void this.#cache.flush();
  }

  async #removeUnused(): Promise<void> {
    const { log, connectionIds } = this.#parts;
    try {
      await this.#cache.retainOnly(connectionIds());
    } catch (error) {
      logFailure(log, "The models of removed connections could not be deleted", error);
    }
  }
}

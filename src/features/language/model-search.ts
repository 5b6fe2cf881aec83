import { type Event, EventSource } from "../../base/event.ts";
import type { Logger } from "../../base/logger.ts";
import type { Session } from "../../client/call/client.ts";
import type { ModelFileSearch } from "../../languages/core/model/model-file-search.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import type { CachedAnswer, ModelCache, ModelTarget } from "./model-cache.ts";
import { NameSearcher } from "./name-search-model.ts";

/** Dependencies of the model search. */
interface ModelSearchServices {
  readonly currentSession: () => Promise<Session>;
  /** Returns the active connection, tenant and project, even if the service cannot be reached. */
  readonly currentTarget: () => ModelTarget;
  readonly cache: ModelCache;
  /** Returns the model file that replaces the model of the connection. Undefined if there is none. */
  readonly modelFile: () => Promise<ModelFileSearch | undefined>;
  /** Returns the age in milliseconds at which a cached response is requested again. */
  readonly refreshAfterMs: () => number;
  readonly log: Logger;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** State of the analytics model, as shown to the user. */
interface ModelState {
  /** Time when the oldest cached response was received, in epoch milliseconds. Undefined if there is none. */
  readonly oldest?: number;
  /** Whether the last request failed, so that only cached names are available. */
  readonly isOffline: boolean;
  readonly isBusy: boolean;
}

/** Time in milliseconds after a failed request during which the service is not called. */
const pauseMs = 5_000;

/**
 * Searches names in the active tenant's analytics model through object search. Caches responses on disk, so that names
 * are available at once and offline.
 */
export class ModelSearcher {
  readonly #services: ModelSearchServices;
  readonly #running = new Map<string, Promise<ModelSearchResult>>();
  readonly #nameSearchers = new WeakMap<object, NameSearcher>();
  readonly #changed = new EventSource<void>();
  readonly #stateChanged = new EventSource<void>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #hasChanges = false;
  /** Data versions that the last query read, by target. */
  readonly #dataVersions = new Map<string, string>();

  constructor(services: ModelSearchServices) {
    this.#services = services;
  }

  /** Fires when the analytics model was replaced or extended, so that earlier search results may be wrong. */
  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  get onDidChangeState(): Event<void> {
    return this.#stateChanged.event;
  }

  async state(): Promise<ModelState> {
    const oldest = await this.#services.cache.oldest(this.#services.currentTarget());
    const isOffline = this.#failedAt !== Number.NEGATIVE_INFINITY;
    return { ...(oldest !== undefined && { oldest }), isOffline, isBusy: this.#running.size > 0 };
  }

  /** Makes all later searches ignore responses that are cached now. */
  refresh(): void {
    this.#refreshedAt = this.#services.now();
    this.changeTarget();
  }

  /** Handles that a query on the active target read these data versions. Others may have other members, and are asked for anew. */
  readDataVersion(dataVersions: string): void {
    const target = JSON.stringify(this.#services.currentTarget());
    const former = this.#dataVersions.get(target) ?? dataVersions;
    this.#dataVersions.set(target, dataVersions);
    if (former !== dataVersions) {
      this.refresh();
    }
  }

  /** Handles a change of the active connection, of the tenant or of the model file. */
  changeTarget(): void {
    this.#failedAt = Number.NEGATIVE_INFINITY;
    this.#changed.fire();
    this.#stateChanged.fire();
  }

  /** Searches model names. Never rejects. */
  async search(search: ModelSearch): Promise<ModelSearchResult> {
    const { cache, currentTarget, modelFile, now, refreshAfterMs } = this.#services;
    const file = await modelFile();
    if (file) {
      return file.search(search);
    }
    const target = currentTarget();
    const key = JSON.stringify(search);
    const cached = await cache.read(target, key);
    if (!cached || cached.at < this.#refreshedAt) {
      return await this.#search(target, search, key, cached);
    }
    if (now() - cached.at > refreshAfterMs()) {
      void this.#search(target, search, key, cached).then((result) => {
        this.#hasChanges ||= JSON.stringify(cached.result) !== JSON.stringify(result);
      });
    }
    return cached.result;
  }

  #search(
    target: ModelTarget,
    search: ModelSearch,
    key: string,
    cached: CachedAnswer | undefined,
  ): Promise<ModelSearchResult> {
    const running = JSON.stringify([target, key]);
    const known = this.#running.get(running);
    if (known) {
      return known;
    }
    const pendingAnswer = this.#fetch(target, search, key, cached).finally(() => {
      this.#running.delete(running);
      // Runs after the callers that await the answer.
      setImmediate(() => this.#notify());
    });
    this.#running.set(running, pendingAnswer);
    if (this.#running.size === 1) {
      this.#stateChanged.fire();
    }
    return pendingAnswer;
  }

  async #fetch(
    target: ModelTarget,
    search: ModelSearch,
    key: string,
    cached: CachedAnswer | undefined,
  ): Promise<ModelSearchResult> {
    const { cache, currentTarget, currentSession, log, now } = this.#services;
    const offline = cached?.result ?? { entries: [], isComplete: false, isFailed: true };
    if (now() - this.#failedAt < pauseMs) {
      return offline;
    }
    try {
      const nameSearcher = this.#nameSearcherFor(await currentSession());
      const result = await nameSearcher.search(search);
      if (JSON.stringify(currentTarget()) !== JSON.stringify(target)) {
        // The target changed meanwhile, so it is unknown which one answered.
        return offline;
      }
      this.#failedAt = Number.NEGATIVE_INFINITY;
      await cache.write(target, key, { at: now(), result });
      return result;
    } catch (error) {
      this.#failedAt = now();
      log.warn(`The model could not be searched: ${error instanceof Error ? error.message : "unknown"}`);
      return offline;
    }
  }

  /** Fires one change event for all background refreshes, after the last of them is finished. */
  #notify(): void {
    if (this.#running.size > 0) {
      return;
    }
    this.#stateChanged.fire();
    if (this.#hasChanges) {
      this.#hasChanges = false;
      this.#changed.fire();
    }
  }

  #nameSearcherFor({ client }: Session): NameSearcher {
    const nameSearcher = this.#nameSearchers.get(client) ?? new NameSearcher((body) => client.searchObjects({ body }));
    this.#nameSearchers.set(client, nameSearcher);
    return nameSearcher;
  }
}

import { type Event, EventSource } from "../../base/event.ts";
import type { Logger } from "../../base/logger.ts";
import type { Session } from "../../client/call/session.ts";
import type { ModelFileSearch } from "../../languages/core/model/model-file-search.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import type { CachedAnswer, ModelCache, ModelTarget } from "./model-cache.ts";
import { NameAsker } from "./name-asker-model.ts";

/** What the searches need of the rest of the extension. */
interface ModelSearchServices {
  readonly currentSession: () => Promise<Session>;
  /** The active target, whether or not it can be reached. */
  readonly currentTarget: () => ModelTarget;
  readonly cache: ModelCache;
  /** Answers in place of the connection when there is one. */
  readonly modelFile: () => Promise<ModelFileSearch | undefined>;
  /** An answer older than that is fetched again, milliseconds. */
  readonly refreshAfterMs: () => number;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** How the model is doing, for people to see. */
interface ModelState {
  /** When the oldest of it was fetched; absent when nothing was yet. */
  readonly oldest?: number;
  /** The last call failed: what is shown comes from the disk. */
  readonly isOffline: boolean;
  readonly isBusy: boolean;
}

/** After a failure the connection is left alone for so long. */
const pauseMs = 5_000;

/** Names of the active tenant's model through object search, kept on disk so that they are there at once and offline. */
export class ModelSearcher {
  readonly #services: ModelSearchServices;
  readonly #running = new Map<string, Promise<ModelSearchResult>>();
  readonly #askers = new WeakMap<object, NameAsker>();
  readonly #changed = new EventSource<void>();
  readonly #stateChanged = new EventSource<void>();
  #refreshedAt = Number.NEGATIVE_INFINITY;
  #failedAt = Number.NEGATIVE_INFINITY;
  #hasNews = false;

  constructor(services: ModelSearchServices) {
    this.#services = services;
  }

  /** The model is another one, or more is known of it: what was answered before may be wrong. */
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

  /** Fetches anew whatever is asked for from now on. */
  refresh(): void {
    this.#refreshedAt = this.#services.now();
    this.changeTarget();
  }

  /** Another target is active, or another file. */
  changeTarget(): void {
    this.#failedAt = Number.NEGATIVE_INFINITY;
    this.#changed.fire();
    this.#stateChanged.fire();
  }

  /** Never rejects. */
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
      return await this.#ask(target, search, key, cached);
    }
    if (now() - cached.at > refreshAfterMs()) {
      void this.#ask(target, search, key, cached).then((result) => {
        this.#hasNews ||= JSON.stringify(cached.result) !== JSON.stringify(result);
      });
    }
    return cached.result;
  }

  #ask(
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
    const asked = this.#fetch(target, search, key, cached).finally(() => {
      this.#running.delete(running);
      // After those who wait for the answer.
      setImmediate(() => this.#notify());
    });
    this.#running.set(running, asked);
    if (this.#running.size === 1) {
      this.#stateChanged.fire();
    }
    return asked;
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
      const asker = this.#askerFor(await currentSession());
      const result = await asker.ask(search);
      if (JSON.stringify(currentTarget()) !== JSON.stringify(target)) {
        // Another target was chosen meanwhile; whose answer it is cannot be told.
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

  /** What came anew in the background is told when all of it is there. */
  #notify(): void {
    if (this.#running.size > 0) {
      return;
    }
    this.#stateChanged.fire();
    if (this.#hasNews) {
      this.#hasNews = false;
      this.#changed.fire();
    }
  }

  #askerFor({ client }: Session): NameAsker {
    const asker = this.#askers.get(client) ?? new NameAsker((body) => client.searchObjects({ body }));
    this.#askers.set(client, asker);
    return asker;
  }
}

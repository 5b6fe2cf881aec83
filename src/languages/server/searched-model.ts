import type { ModelSearch, ModelSearchResult } from "../core/model/model-requests.ts";
import type { ModelSource } from "../core/model/model-source.ts";
import { NameLookupCache } from "../sql-like/names/name-lookup-cache.ts";
import { type NamesInQuery, namesByQuery } from "../sql-like/names/names-of-part.ts";
import { createMemberLookup, findMembersToLookUp } from "../sql-like/names/needed-members.ts";
import { findNamesToLookUp, type NameLookup } from "../sql-like/names/needed-names.ts";
import type { ParsedStatementText } from "../sql-like/syntax/query-document.ts";
import { Backoff, ModelSearchCache, type Schedule } from "./model-search-cache.ts";
import type { ServerModel, StatementModel } from "./server-model.ts";

interface SearchedModelParts {
  /** Sends a search for model names to the editor. A rejected promise counts as a failed search. */
  readonly ask: (search: ModelSearch) => Promise<ModelSearchResult>;
  readonly timeColumn: () => string;
  /** Timer function for retries. Defaults to system timers. */
  readonly schedule?: Schedule;
}

/**
 * Business model of the editor's active connection, filled incrementally by searches for the names that documents use.
 */
export class SearchedModel implements ServerModel {
  readonly #parts: SearchedModelParts;
  readonly #searches: ModelSearchCache;
  readonly #backoff: Backoff;
  readonly #listeners: (() => void)[] = [];
  readonly #waiting = new Map<ParsedStatementText, { readonly done: Promise<void>; readonly resolve: () => void }>();
  /** Statements whose names are loaded, including the dimension members that they name. */
  readonly #withMembers = new Set<ParsedStatementText>();
  #names: NameLookupCache;
  #loaded = new WeakMap<ParsedStatementText, StatementModel>();
  /** Name store that the running lookup fills. Only one lookup runs at a time. */
  #runningFor: NameLookupCache | undefined;
  #isChangeDue = false;

  constructor(parts: SearchedModelParts) {
    this.#parts = parts;
    this.#searches = new ModelSearchCache(parts.ask);
    this.#names = this.#createNames();
    this.#backoff = new Backoff(() => {
      this.#notifyChange();
      void this.#run();
    }, parts.schedule);
  }

  get source(): ModelSource {
    return this.#names.source;
  }

  isLoaded(part: ParsedStatementText): boolean {
    return this.modelOf(part) !== undefined;
  }

  modelOf(part: ParsedStatementText): StatementModel | undefined {
    const known = this.#loaded.get(part);
    if (known) {
      return known;
    }
    const { lookups, isCertain } = this.#neededBy(part);
    return lookups.length === 0 && isCertain ? this.#finish(part) : undefined;
  }

  load(part: ParsedStatementText): Promise<void> {
    if (this.#loaded.has(part) || this.#backoff.isWaiting) {
      return Promise.resolve();
    }
    const known = this.#waiting.get(part);
    if (known) {
      return known.done;
    }
    let resolve = () => {};
    const done = new Promise<void>((settle) => {
      resolve = settle;
    });
    this.#waiting.set(part, { done, resolve });
    void this.#run();
    return done;
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  search(search: ModelSearch): Promise<ModelSearchResult> {
    return this.#searches.search(search);
  }

  forget(): void {
    this.#searches.forget();
    this.#names = this.#createNames();
    this.#loaded = new WeakMap();
    this.#withMembers.clear();
    this.#backoff.reset();
    this.#notifyChange();
    void this.#run();
  }

  #createNames(): NameLookupCache {
    return new NameLookupCache((search) => this.#searches.search(search));
  }

  /**
   * Looks up the names that waiting statements need. Repeats this until no statement needs further names, since found
   * names can lead to others.
   */
  async #run(): Promise<void> {
    const names = this.#names;
    if (this.#runningFor === names || this.#backoff.isWaiting) {
      return;
    }
    this.#runningFor = names;
    // Collects the requests made in the same turn of the event loop.
    await Promise.resolve();
    try {
      while (names === this.#names) {
        const lookups = this.#nextLookups();
        if (lookups.length === 0) {
          break;
        }
        const isAnswered = await names.lookUp(lookups);
        if (names !== this.#names) {
          // The model was replaced meanwhile; the rest of this lookup is dropped.
          return;
        }
        if (!isAnswered) {
          this.#fail();
          break;
        }
        this.#backoff.reset();
      }
    } catch {
      // Such as an answer of an unknown form: no caller may wait forever, and a later answer may be valid.
      if (names === this.#names) {
        this.#searches.forget();
        this.#fail();
      }
    } finally {
      // Checked in the same turn as the last check for waiting parts, so that later callers start another run.
      if (this.#runningFor === names) {
        this.#runningFor = undefined;
      }
    }
  }

  #fail(): void {
    this.#backoff.fail();
    this.#giveUp();
  }

  /**
   * Returns the name lookups that waiting statements still need. Resolves the promises of statements that need no more.
   */
  #nextLookups(): readonly NameLookup[] {
    const all: NameLookup[] = [];
    for (const [part, { resolve }] of [...this.#waiting]) {
      const { lookups, isCertain } = this.#neededBy(part);
      all.push(...lookups);
      if (lookups.length === 0) {
        this.#waiting.delete(part);
        if (isCertain) {
          this.#finish(part);
          this.#notifyChange();
        }
        resolve();
      }
    }
    for (const part of [...this.#withMembers]) {
      const lookups = findMembersToLookUp(this.#queriesOf(part), this.#names);
      all.push(...lookups);
      if (lookups.length === 0) {
        this.#withMembers.delete(part);
        this.#finish(part);
        this.#notifyChange();
      }
    }
    return all;
  }

  #finish(part: ParsedStatementText): StatementModel {
    const queries = this.#queriesOf(part);
    const { source } = this.#loaded.get(part) ?? this.#names;
    const hasMembers = queries.some(({ members }) => members.length > 0);
    const isWhole = findMembersToLookUp(queries, this.#names).length === 0;
    const members = hasMembers && isWhole ? { members: createMemberLookup(queries, this.#names) } : {};
    const model: StatementModel = { source, ...members };
    this.#loaded.set(part, model);
    if (!isWhole) {
      this.#withMembers.add(part);
      void this.#run();
    }
    return model;
  }

  #giveUp(): void {
    for (const { resolve } of this.#waiting.values()) {
      resolve();
    }
    this.#waiting.clear();
  }

  #neededBy(part: ParsedStatementText): { readonly lookups: readonly NameLookup[]; readonly isCertain: boolean } {
    const needed = this.#queriesOf(part).map((query) => findNamesToLookUp(query, this.#names));
    return {
      lookups: needed.flatMap(({ lookups }) => lookups),
      isCertain: needed.every(({ isCertain }) => isCertain),
    };
  }

  #queriesOf(part: ParsedStatementText): readonly NamesInQuery[] {
    return namesByQuery(part, this.#parts.timeColumn());
  }

  #notifyChange(): void {
    if (!this.#isChangeDue) {
      this.#isChangeDue = true;
      setImmediate(() => {
        this.#isChangeDue = false;
        for (const listener of this.#listeners) {
          listener();
        }
      });
    }
  }
}

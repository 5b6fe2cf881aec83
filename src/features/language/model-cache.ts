import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writePrivateFile } from "../../host/write-private-file.ts";
import type { ModelSearchResult } from "../../languages/core/model/model-requests.ts";

/** Connection, tenant and project to which an analytics model belongs. */
export interface ModelTarget {
  readonly connectionId: string;
  readonly tenant?: string;
  readonly projectId?: string;
}

export interface CachedAnswer {
  /** Time when the response was received, in epoch milliseconds. */
  readonly at: number;
  readonly result: ModelSearchResult;
}

interface CachedModel {
  readonly file: string;
  /** Cached responses by search key. The most recently used is last. */
  readonly answers: Map<string, CachedAnswer>;
  timer: NodeJS.Timeout | undefined;
}

/** Limits of the model cache: number of files per connection, and number of characters per file. */
const limits = { filesOfConnection: 8, fileCharacters: 2_000_000 };
const saveAfterMs = 1_000;
const version = 1;

/**
 * Disk cache of object search responses, which makes model names available offline. It has one file for each
 * connection, tenant and project, which only the user may read.
 */
export class ModelCache {
  readonly #folder: string;
  readonly #models = new Map<string, Promise<CachedModel>>();
  readonly #onError: (error: unknown) => void;

  constructor(folder: string, onError: (error: unknown) => void) {
    this.#folder = folder;
    this.#onError = onError;
  }

  async read(target: ModelTarget, key: string): Promise<CachedAnswer | undefined> {
    const { answers } = await this.#open(target);
    const answer = answers.get(key);
    if (answer) {
      answers.delete(key);
      answers.set(key, answer);
    }
    return answer;
  }

  async write(target: ModelTarget, key: string, answer: CachedAnswer): Promise<void> {
    const opened = await this.#open(target);
    opened.answers.delete(key);
    opened.answers.set(key, answer);
    opened.timer ??= setTimeout(() => void this.#save(opened), saveAfterMs);
  }

  /** Returns the time of the oldest cached response of a tenant, in epoch milliseconds. Undefined if there is none. */
  async oldest(target: ModelTarget): Promise<number | undefined> {
    const { answers } = await this.#open(target);
    let oldest: number | undefined;
    for (const { at } of answers.values()) {
      oldest = Math.min(at, oldest ?? at);
    }
    return oldest;
  }

  /** Deletes the cached models of all connections that are not in the given list. */
  async retainOnly(connectionIds: readonly string[]): Promise<void> {
    const retained = new Set(connectionIds.map(hash));
    for (const [key, opened] of this.#models) {
      if (!retained.has(hash(JSON.parse(key)[0]))) {
        this.#models.delete(key);
        clearTimeout((await opened).timer);
      }
    }
    for (const name of await namesIn(this.#folder)) {
      if (!retained.has(name)) {
        await rm(join(this.#folder, name), { recursive: true, force: true });
      }
    }
  }

  /** Writes pending changes of the model cache to disk. */
  async flush(): Promise<void> {
    for (const target of this.#models.values()) {
      const opened = await target;
      if (opened.timer) {
        await this.#save(opened);
      }
    }
  }

  #open({ connectionId, tenant = "", projectId = "" }: ModelTarget): Promise<CachedModel> {
    const key = JSON.stringify([connectionId, tenant, projectId]);
    const known = this.#models.get(key);
    if (known) {
      return known;
    }
    const file = join(this.#folder, hash(connectionId), `${hash(key)}.json`);
    const opened = readAnswers(file).then((answers): CachedModel => ({ file, answers, timer: undefined }));
    this.#models.set(key, opened);
    return opened;
  }

  async #save(target: CachedModel): Promise<void> {
    clearTimeout(target.timer);
    target.timer = undefined;
    const { file, answers } = target;
    try {
      await writePrivateFile(file, textOf(answers));
      await removeOldest(join(file, ".."));
    } catch (error) {
      this.#onError(error);
    }
  }
}

/** Returns the text of a cache file. Contains as many of the most recently used responses as fit. */
function textOf(answers: ReadonlyMap<string, CachedAnswer>): string {
  const retained: string[] = [];
  let characters = 0;
  for (const answer of [...answers].reverse()) {
    const text = JSON.stringify(answer);
    characters += text.length;
    if (characters > limits.fileCharacters) {
      break;
    }
    retained.push(text);
  }
  return `{"version":${version},"answers":[${retained.reverse().join(",")}]}`;
}

async function readAnswers(file: string): Promise<Map<string, CachedAnswer>> {
  try {
    const read = JSON.parse(await readFile(file, "utf8"));
    return new Map(read?.version === version && Array.isArray(read.answers) ? read.answers : []);
  } catch {
    // There is no file yet, or it is damaged: the service is queried again.
    return new Map();
  }
}

async function removeOldest(folder: string): Promise<void> {
  const files = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, changed: (await stat(path)).mtimeMs };
    }),
  );
  files.sort((one, other) => other.changed - one.changed);
  for (const { path } of files.slice(limits.filesOfConnection)) {
    await rm(path, { force: true });
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch {
    // The folder does not exist before the first write.
    return [];
  }
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}

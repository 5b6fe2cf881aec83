import type { Dirent } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Database } from "../../duckdb/database.ts";
import { lockFileName, type ResultStore } from "./result-store.ts";

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

/** Limits of stored results by age and total size. */
interface RetentionLimits {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** Returns the instant, in epoch milliseconds, before which a result is too old. */
function retentionStart(keepDays: number, nowMs: number): number {
  return nowMs - keepDays * dayMs;
}

/**
 * Removes results older than `keepDays`. Then removes the oldest results until the others take at most `keepMegabytes`,
 * shelved results first. Keeps pinned and loading results and the newest one. Returns the ids of removed results.
 */
export async function pruneResults(
  store: ResultStore,
  { keepDays, keepMegabytes }: RetentionLimits,
  nowMs: number,
): Promise<string[]> {
  const sizes = await store.sizes();
  const results = store.all().map(({ metadata, loader }) => ({ ...metadata, isLoading: loader !== undefined }));
  const newest = results.at(-1)?.resultId;
  const removable = results.filter(
    ({ resultId, isPinned, isLoading }) => isPinned !== true && !isLoading && resultId !== newest,
  );
  const removed = new Set(
    removable
      .filter(({ begunAtMs = nowMs }) => begunAtMs < retentionStart(keepDays, nowMs))
      .map(({ resultId }) => resultId),
  );
  let total = 0;
  for (const { resultId } of results) {
    total += removed.has(resultId) ? 0 : (sizes.get(resultId) ?? 0);
  }
  const isShelved = (shelved: boolean | undefined) => shelved === true;
  const removalOrder = [
    ...removable.filter((metadata) => isShelved(metadata.isShelved)),
    ...removable.filter((metadata) => !isShelved(metadata.isShelved)),
  ];
  for (const { resultId } of removalOrder) {
    if (total <= keepMegabytes * megabyte) {
      break;
    }
    if (!removed.has(resultId)) {
      removed.add(resultId);
      total -= sizes.get(resultId) ?? 0;
    }
  }
  for (const resultId of removed) {
    await store.close(resultId);
  }
  return [...removed];
}

/** Folder with the stored results of one window. */
interface Spool {
  readonly folder: string;
  readonly byteCount: number;
  /** Modification time of its newest file, in epoch milliseconds. */
  readonly changedAtMs: number;
}

/**
 * Removes the result folders in `parent` that windows without a workspace left behind: first those older than
 * `keepDays`, then the oldest until the others take at most `keepMegabytes`. Keeps the folder `own` and folders that
 * other processes use. Returns the paths of removed folders.
 */
export async function pruneWindowSpools(
  parent: string,
  own: string,
  { keepDays, keepMegabytes }: RetentionLimits,
  nowMs: number,
): Promise<string[]> {
  const folders = (await listFolder(parent))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => resolve(parent, name))
    .filter((folder) => folder !== resolve(own));
  const spools = await Promise.all(folders.map(measure));
  const youngestFirst = spools.sort((one, other) => other.changedAtMs - one.changedAtMs);
  const removed: string[] = [];
  let total = 0;
  for (const { folder, byteCount, changedAtMs } of youngestFirst) {
    total += byteCount;
    const isTooMuch = changedAtMs < retentionStart(keepDays, nowMs) || total > keepMegabytes * megabyte;
    if (isTooMuch && (await removeUnused(folder))) {
      removed.push(folder);
      total -= byteCount;
    }
  }
  return removed;
}

async function measure(folder: string): Promise<Spool> {
  const files = (await listFolder(folder)).filter((entry) => entry.isFile());
  const statistics = await Promise.all(files.map(({ name }) => stat(join(folder, name)).catch(() => undefined)));
  return {
    folder,
    byteCount: statistics.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    changedAtMs: Math.max(0, ...statistics.map((file) => file?.mtimeMs ?? 0)),
  };
}

/** Removes a folder unless another process uses it; returns whether it was removed. */
async function removeUnused(folder: string): Promise<boolean> {
  let lock: Database;
  try {
    lock = await Database.open(join(folder, lockFileName));
  } catch {
    // The worker of another window holds the lock.
    return false;
  }
  try {
    const names = (await listFolder(folder)).map(({ name }) => name).filter((name) => name !== lockFileName);
    for (const name of names) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  } finally {
    // Some operating systems do not remove open files.
    lock.close();
  }
  await rm(folder, { recursive: true, force: true });
  return true;
}

/** Lists a folder; returns an empty list if it does not exist, as before the first window without a workspace. */
async function listFolder(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}

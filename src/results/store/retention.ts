import type { Dirent } from "node:fs";
import { readdir, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Database } from "../../duckdb/database.ts";
import { lockFile, type ResultStore } from "./result-store.ts";

const dayMs = 24 * 60 * 60 * 1000;
const megabyte = 1024 * 1024;

/** How long and how much is kept. */
interface KeepLimits {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** What began before this, in epoch milliseconds, is too old. */
function oldestBegin(keepDays: number, nowMs: number): number {
  return nowMs - keepDays * dayMs;
}

/**
 * Removes results that are older than `keepDays`, then the oldest until the rest takes no more than `keepMegabytes`; what is
 * shelved goes before what is open. What is pinned or loading and the newest stay. Gives the ids of what went.
 */
export async function pruneResults(
  store: ResultStore,
  { keepDays, keepMegabytes }: KeepLimits,
  nowMs: number,
): Promise<string[]> {
  const sizes = await store.sizes();
  const results = store.all().map(({ facts, loader }) => ({ ...facts, isLoading: loader !== undefined }));
  const newest = results.at(-1)?.resultId;
  const loose = results.filter(
    ({ resultId, isPinned, isLoading }) => isPinned !== true && !isLoading && resultId !== newest,
  );
  const removed = new Set(
    loose.filter(({ begunAtMs = nowMs }) => begunAtMs < oldestBegin(keepDays, nowMs)).map(({ resultId }) => resultId),
  );
  let total = 0;
  for (const { resultId } of results) {
    total += removed.has(resultId) ? 0 : (sizes.get(resultId) ?? 0);
  }
  const isShelved = (shelved: boolean | undefined) => shelved === true;
  const inTurn = [
    ...loose.filter((facts) => isShelved(facts.isShelved)),
    ...loose.filter((facts) => !isShelved(facts.isShelved)),
  ];
  for (const { resultId } of inTurn) {
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

interface Spool {
  readonly folder: string;
  readonly byteCount: number;
  /** Epoch milliseconds of its youngest file. */
  readonly changedAtMs: number;
}

/**
 * Removes what windows without a workspace left in their folders below `parent`, which nobody opens again: what is older than
 * `keepDays`, then the oldest until the rest takes no more than `keepMegabytes`. `own` and what another process uses stays.
 * Gives the paths of what went.
 */
export async function pruneWindowSpools(
  parent: string,
  own: string,
  { keepDays, keepMegabytes }: KeepLimits,
  nowMs: number,
): Promise<string[]> {
  const folders = (await entriesOf(parent))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => resolve(parent, name))
    .filter((folder) => folder !== resolve(own));
  const spools = await Promise.all(folders.map(measure));
  const youngestFirst = spools.sort((one, other) => other.changedAtMs - one.changedAtMs);
  const removed: string[] = [];
  let total = 0;
  for (const { folder, byteCount, changedAtMs } of youngestFirst) {
    total += byteCount;
    const isTooMuch = changedAtMs < oldestBegin(keepDays, nowMs) || total > keepMegabytes * megabyte;
    if (isTooMuch && (await removeUnused(folder))) {
      removed.push(folder);
      total -= byteCount;
    }
  }
  return removed;
}

async function measure(folder: string): Promise<Spool> {
  const files = (await entriesOf(folder)).filter((entry) => entry.isFile());
  const facts = await Promise.all(files.map(({ name }) => stat(join(folder, name)).catch(() => undefined)));
  return {
    folder,
    byteCount: facts.reduce((sum, file) => sum + (file?.size ?? 0), 0),
    changedAtMs: Math.max(0, ...facts.map((file) => file?.mtimeMs ?? 0)),
  };
}

/** False when another process has the folder. */
async function removeUnused(folder: string): Promise<boolean> {
  let lock: Database;
  try {
    lock = await Database.open(join(folder, lockFile));
  } catch {
    // Another window's worker holds it.
    return false;
  }
  try {
    const names = (await entriesOf(folder)).map(({ name }) => name).filter((name) => name !== lockFile);
    for (const name of names) {
      await rm(join(folder, name), { recursive: true, force: true });
    }
  } finally {
    // Some systems remove no file that is open.
    lock.close();
  }
  await rm(folder, { recursive: true, force: true });
  return true;
}

/** Empty when the folder is not there, as it is until the first window without a workspace has a result. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return await readdir(folder, { withFileTypes: true }).catch(() => []);
}

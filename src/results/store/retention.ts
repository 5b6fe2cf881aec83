import type { ResultStore } from "./result-store.ts";

const dayMs = 24 * 60 * 60 * 1000;
export const megabyte = 1024 * 1024;

/** How long and how much is kept. */
export interface KeepLimits {
  readonly keepDays: number;
  readonly keepMegabytes: number;
}

/** What began before this, in epoch milliseconds, is too old. */
export function oldestBegin(keepDays: number, nowMs: number): number {
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

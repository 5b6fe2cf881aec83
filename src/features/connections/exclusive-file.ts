import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { isFileMissing } from "../../base/error-causes.ts";

/** Time in milliseconds after which a lock file without a heartbeat is stale. */
const staleMs = 20_000;
const pollMs = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Callbacks at moments when another process can interfere. Tests use them to force races. */
interface ExclusiveFileSteps {
  /** Callback when a stale lock file was found, before the file is removed. */
  readonly onStale?: () => Promise<void>;
  /** Callback when this process has created its lock file, before it checks for lock files of other processes. */
  readonly onCreated?: () => Promise<void>;
}

/**
 * Runs `work` while holding an exclusive lock on `path` across processes. Each process creates its own file
 * `<path>.<UUID>` and holds the lock if it then finds no other live file. A file is removed only by its owner or when
 * stale, and its name is never reused.
 */
export async function withExclusiveFile<Value>(
  path: string,
  clock: Clock,
  work: () => Promise<Value>,
  steps: ExclusiveFileSteps = {},
): Promise<Value> {
  await mkdir(dirname(path), { recursive: true });
  const ownFile = `${path}.${randomUUID()}`;
  while (!(await acquire(path, ownFile, clock, steps))) {
    await clock.sleep(pollMs);
  }
  const heartbeat = setInterval(() => {
    const now = new Date();
    // Without a heartbeat another process takes over, which costs at most one redundant renewal.
    utimes(ownFile, now, now).catch(() => undefined);
  }, staleMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    await rm(ownFile, { force: true });
  }
}

async function acquire(path: string, ownFile: string, clock: Clock, steps: ExclusiveFileSteps): Promise<boolean> {
  if (await isHeld(path, ownFile, steps)) {
    return false;
  }
  await writeFile(ownFile, "", { mode: 0o600 });
  await steps.onCreated?.();
  if (await isHeld(path, ownFile, steps)) {
    await rm(ownFile, { force: true });
    // A random delay, so that two processes that both backed off do not collide again.
    await clock.sleep(Math.round(Math.random() * pollMs));
    return false;
  }
  return true;
}

/** Whether another process has a live lock file. Removes stale lock files of other processes. */
async function isHeld(path: string, ownFile: string, { onStale }: ExclusiveFileSteps): Promise<boolean> {
  let isHeldByOther = false;
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    // An earlier version used one file for all, named like the path.
    if (file === ownFile || !(name === basename(path) || isHolderFile(name, basename(path)))) {
      continue;
    }
    if (await isStale(file)) {
      await onStale?.();
      await rm(file, { force: true });
    } else {
      isHeldByOther = true;
    }
  }
  return isHeldByOther;
}

function isHolderFile(name: string, base: string): boolean {
  return name.startsWith(`${base}.`) && uuid.test(name.slice(base.length + 1));
}

/** Whether a lock file had no heartbeat for too long, or no longer exists. */
async function isStale(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMs;
  } catch (error) {
    if (isFileMissing(error)) {
      return true;
    }
    throw error;
  }
}

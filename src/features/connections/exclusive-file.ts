import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../base/clock.ts";

/** A lock file without heartbeat for this long is stale. */
const staleMs = 20_000;
const pollMs = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Points at which another process can intervene; tests use them to force races. */
interface ExclusiveFileSteps {
  /** Called when a stale file was found, before it is removed. */
  readonly onStale?: () => Promise<void>;
  /** Called when this process has created its file, before it checks for those of others. */
  readonly onCreated?: () => Promise<void>;
}

/**
 * Runs `work` while no other process holds `path`. Each process creates its own file `<path>.<UUID>` and holds the lock
 * when it then finds no other live file: of two processes, the later one to check sees the other. A file is removed
 * only by its owner or when stale, and its name is never reused, so no process removes a file that another has just
 * created.
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

/** Whether another process has a live file. Removes stale files of others. */
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

/** Whether a file had no heartbeat for too long, or no longer exists. */
async function isStale(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMs;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      return true;
    }
    throw error;
  }
}

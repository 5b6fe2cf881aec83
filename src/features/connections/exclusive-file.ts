import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Clock } from "../../base/clock.ts";

/** A lock file without heartbeat for this long is stale. */
const staleMs = 20_000;
const pollMs = 100;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Points at which other processes may act in between; tests make them do so. */
interface ExclusiveFileSteps {
  /** The file of a holder that is gone was found and is about to be removed. */
  readonly onStale?: () => Promise<void>;
  /** A file of one's own was made, and the others are about to be looked for. */
  readonly onMade?: () => Promise<void>;
}

/**
 * Runs `work` while no other process holds `path`. Each process makes a file of its own beside it, `<path>.<UUID>`, and holds
 * when it then sees no other that is alive: of two the later one to look sees the other. A file is removed only by its owner or
 * when its owner is gone, and its name is never used again, so nobody removes what another one has just made.
 */
export async function withExclusiveFile<Value>(
  path: string,
  clock: Clock,
  work: () => Promise<Value>,
  steps: ExclusiveFileSteps = {},
): Promise<Value> {
  await mkdir(dirname(path), { recursive: true });
  const own = `${path}.${randomUUID()}`;
  while (!(await take(path, own, clock, steps))) {
    await clock.sleep(pollMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    // Without a sign of life others take over, which costs no more than a renewal too many.
    utimes(own, now, now).catch(() => undefined);
  }, staleMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(own, { force: true });
  }
}

async function take(path: string, own: string, clock: Clock, steps: ExclusiveFileSteps): Promise<boolean> {
  if (await isHeld(path, own, steps)) {
    return false;
  }
  await writeFile(own, "", { mode: 0o600 });
  await steps.onMade?.();
  if (await isHeld(path, own, steps)) {
    await rm(own, { force: true });
    // Two that gave way to each other must not meet again.
    await clock.sleep(Math.round(Math.random() * pollMs));
    return false;
  }
  return true;
}

/** Whether there is a file of another one who is alive. Those of others who are gone are removed. */
async function isHeld(path: string, own: string, { onStale }: ExclusiveFileSteps): Promise<boolean> {
  let isHeldByOther = false;
  for (const name of await readdir(dirname(path))) {
    const file = join(dirname(path), name);
    // A version before had one file for all, named as the path.
    if (file === own || !(name === basename(path) || isOfHolder(name, basename(path)))) {
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

function isOfHolder(name: string, base: string): boolean {
  return name.startsWith(`${base}.`) && uuid.test(name.slice(base.length + 1));
}

/** A file that is gone by now does not hold. */
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

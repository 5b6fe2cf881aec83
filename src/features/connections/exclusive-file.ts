import { mkdir, open, rm, stat, utimes } from "node:fs/promises";
import { dirname } from "node:path";
import type { Clock } from "../../base/clock.ts";

/** A holder that has not shown itself for so long is gone. */
const staleMs = 20_000;
const pollMs = 100;

/** Runs `work` while no other process holds the file. It holds nothing and is removed after. */
export async function withExclusiveFile<Value>(path: string, clock: Clock, work: () => Promise<Value>): Promise<Value> {
  await mkdir(dirname(path), { recursive: true });
  while (!(await take(path))) {
    await clock.sleep(pollMs);
  }
  const beat = setInterval(() => {
    const now = new Date();
    // Without a sign of life others take over, which costs no more than a renewal too many.
    utimes(path, now, now).catch(() => undefined);
  }, staleMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await (await open(path, "wx", 0o600)).close();
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") {
      throw error;
    }
  }
  if (await isStale(path)) {
    await rm(path, { force: true });
  }
  return false;
}

async function isStale(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMs;
  } catch (error) {
    if (codeOf(error) === "ENOENT") {
      return false;
    }
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

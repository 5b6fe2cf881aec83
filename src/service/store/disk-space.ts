import { statfs } from "node:fs/promises";

/** The disk of a folder, as `statfs` tells it. */
interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** What a job that writes much leaves for everything else: signing in, undoing what it wrote, starting again. */
const usualReserveBytes = 256 * 1024 * 1024;
const pollMs = 50;

/** Work was stopped before it filled the disk. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
  /** As the system's own failure, so that both are answered alike. */
  readonly code = "ENOSPC";
}

/** Keeps large writes from filling the disk of a folder. */
export class DiskGuard {
  readonly #folder: string;
  readonly #read: (folder: string) => Promise<DiskSpace>;

  constructor(folder: string, read: (folder: string) => Promise<DiskSpace> = readDiskSpace) {
    this.#folder = folder;
    this.#read = read;
  }

  /** Runs work that may write much, and aborts it with a `DiskFullError` when the reserve is all that is left. */
  async during<Value>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const full = new AbortController();
    const check = async () => {
      const problem = await this.#problem();
      if (problem) {
        full.abort(problem);
      }
    };
    await check();
    // A disk that cannot be asked fails the writes themselves.
    const timer = setInterval(() => void check().catch(() => undefined), pollMs);
    try {
      return await work(signal ? AbortSignal.any([signal, full.signal]) : full.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** Most that one database spills. */
  async spillLimitBytes(): Promise<number> {
    const space = await this.#read(this.#folder);
    return Math.max(usualReserveBytes / 16, Math.floor((space.freeBytes - reserveOf(space)) / 2));
  }

  async #problem(): Promise<DiskFullError | undefined> {
    const space = await this.#read(this.#folder);
    const reserve = reserveOf(space);
    return space.freeBytes < reserve
      ? new DiskFullError(
          `the disk of ${this.#folder} is nearly full: ${megabytes(space.freeBytes)} MB are free, and ${megabytes(reserve)} MB are kept for the service itself; free some space, then run it again`,
        )
      : undefined;
  }
}

async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** A quarter of a disk that is small. */
function reserveOf({ totalBytes }: DiskSpace): number {
  return Math.min(usualReserveBytes, Math.floor(totalBytes / 4));
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

import { statfs } from "node:fs/promises";

/** Space on the disk of a folder, from `statfs`. */
interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Disk space that large writes leave free for everything else: signing in, undoing those writes, restarting. */
const defaultReserveBytes = 256 * 1024 * 1024;
const pollMs = 50;

/** Error for work that was stopped because it would fill the disk. */
export class DiskFullError extends Error {
  override readonly name = "DiskFullError";
  /** Error code of the operating system for a full disk, so that both errors are handled alike. */
  readonly code = "ENOSPC";
}

/** Stops large writes before they fill the disk of a folder. */
export class DiskGuard {
  readonly #folder: string;
  readonly #read: (folder: string) => Promise<DiskSpace>;

  constructor(folder: string, read: (folder: string) => Promise<DiskSpace> = readDiskSpace) {
    this.#folder = folder;
    this.#read = read;
  }

  /** Runs work that may write a lot. Aborts it with a `DiskFullError` when only the reserve is left on the disk. */
  async guard<Value>(signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<Value>): Promise<Value> {
    const full = new AbortController();
    const check = async () => {
      const problem = await this.#problem();
      if (problem) {
        full.abort(problem);
      }
    };
    await check();
    // If the disk space cannot be read, the writes themselves will fail.
    const timer = setInterval(() => void check().catch(() => undefined), pollMs);
    try {
      return await work(signal ? AbortSignal.any([signal, full.signal]) : full.signal);
    } finally {
      clearInterval(timer);
    }
  }

  /** Returns the maximum size of the temporary data of one database, in bytes. */
  async spillLimitBytes(): Promise<number> {
    const space = await this.#read(this.#folder);
    return Math.max(defaultReserveBytes / 16, Math.floor((space.freeBytes - reserveOf(space)) / 2));
  }

  async #problem(): Promise<DiskFullError | undefined> {
    const space = await this.#read(this.#folder);
    const reserve = reserveOf(space);
    return space.freeBytes < reserve
      ? new DiskFullError(
          `the disk of ${this.#folder} is nearly full: ${megabytes(space.freeBytes)} MB are free, and ${megabytes(reserve)} MB are reserved for the service itself; free some space, then run it again`,
        )
      : undefined;
  }
}

async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Size of the reserve; on a small disk a quarter of it. */
function reserveOf({ totalBytes }: DiskSpace): number {
  return Math.min(defaultReserveBytes, Math.floor(totalBytes / 4));
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024);
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of its own in memory, where the machine lets us mount one. */
export interface SmallDisk {
  readonly folder: string;
  /** Mounts it again so that nobody, not even root, writes to it. */
  makeReadOnly(): void;
  dispose(): void;
}

/** Where the tests run, as far as it decides whether a file system can be mounted. */
interface Machine {
  readonly platform: string;
  /** Undefined where there is no such thing. */
  readonly userId: number | undefined;
  readonly isCi: boolean;
}

/**
 * Why there is no small disk on a machine. Throws on Linux as root under CI, where there has to be one: tests that are
 * left out there would never run.
 */
export function missingDiskReason({ platform, userId, isCi }: Machine, failure: string): string {
  if (platform !== "linux") {
    return `a small disk is mounted on Linux only, not on ${platform}`;
  }
  if (userId !== 0) {
    return "mounting a small disk takes root";
  }
  if (isCi) {
    throw new Error(`A small disk could not be mounted, and CI leaves out no test: ${failure}`);
  }
  return `a small disk could not be mounted: ${failure}`;
}

/** Mounts a small disk for a test or suite, or leaves it out and prints why. */
export function mountSmallDisk(test: Mocha.Context, megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "workforce-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "pipe" });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    const machine = { platform: process.platform, userId: process.getuid?.(), isCi: Boolean(process.env.CI) };
    const failure = error instanceof Error ? error.message.trim() : String(error);
    console.log(`Skipped: ${missingDiskReason(machine, failure)}.`);
    test.skip();
  }
  return {
    folder,
    makeReadOnly: () => void execFileSync("mount", ["-o", "remount,ro", folder]),
    dispose() {
      execFileSync("umount", ["-l", folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

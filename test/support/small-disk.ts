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

/** `undefined` where mounting is not allowed: without root, or not on Linux. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), "workforce-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder], { stdio: "ignore" });
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
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

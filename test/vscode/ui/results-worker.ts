import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { WorkforceWindow } from "./workforce-window.ts";

/** The process behind the results of a window. */
export interface ResultsWorker {
  readonly pid: number;
  /** The folder that it keeps results in. */
  readonly spool: string;
}

/** The results worker of this window, by the folder it spools to. */
export function resultsWorkerOf(window: WorkforceWindow): ResultsWorker {
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const path = `/proc/${pid}/cmdline`;
    const args = existsSync(path) ? readProcessFile(path).split("\0") : [];
    const spool = args[args.indexOf("--spool") + 1] ?? "";
    if (args.some((arg) => arg.endsWith("data-worker.js")) && spool.startsWith(window.serverFolder)) {
      return { pid: Number(pid), spool };
    }
  }
  throw new Error("The results worker of the window does not run.");
}

/** The extension host: the process that started the results worker. */
export function extensionHostOf(window: WorkforceWindow): number {
  return numberOf(resultsWorkerOf(window).pid, "PPid");
}

/** What of a process is in memory now, in megabytes. */
export function memoryOf(pid: number): number {
  return numberOf(pid, "VmRSS") / 1024;
}

/** The most that a process has in memory until `end` is called, in megabytes; looked at several times a second. */
export function watchMemory(pid: number): { end(): number } {
  let most = memoryOf(pid);
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, 100);
  return {
    end() {
      clearInterval(timer);
      return most;
    },
  };
}

function numberOf(pid: number, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readProcessFile(`/proc/${pid}/status`))?.[1] ?? 0);
}

function readProcessFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process ended meanwhile.
    return "";
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import {
  parseReadyLine,
  type ReadyLine,
  type SparkOptions,
  serviceBundleFileName,
  threadPoolSize,
} from "../../src/service/process/start.ts";

/** The end of a process: its exit code, or the signal that ended it, and all that it wrote. */
export interface ProgramEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProgram {
  readonly process: ChildProcess;
  /** Rejects when the process ends without having been ready. */
  readonly ready: Promise<ReadyLine>;
  readonly end: Promise<ProgramEnd>;
}

/** The service as the program that ships, of the last build. */
export interface ServiceProgram {
  start(args: readonly string[]): RunningProgram;
  /** Ends what still runs. */
  dispose(): Promise<void>;
}

/** The arguments of a Spark cluster, which the extension never gives. */
export function createSparkArguments({ remote, catalogUri, catalog, warehouse, namespace }: SparkOptions): string[] {
  const values = { "spark-remote": remote, "catalog-uri": catalogUri, catalog, warehouse, namespace };
  const named = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return ["--engine", "spark", ...named];
}

export function serviceProgram(): ServiceProgram {
  const running = new Set<RunningProgram>();
  return {
    start(args) {
      const program = startProgram(args);
      running.add(program);
      program.end.then(() => running.delete(program)).catch(() => undefined);
      return program;
    },
    async dispose() {
      for (const { process: child, end } of [...running]) {
        child.kill("SIGKILL");
        await end;
      }
    },
  };
}

function startProgram(args: readonly string[]): RunningProgram {
  const child = spawn(process.execPath, [join("dist", serviceBundleFileName), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, UV_THREADPOOL_SIZE: String(threadPoolSize) },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk;
  });
  const end = new Promise<ProgramEnd>((resolve) => {
    child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  const ready = new Promise<ReadyLine>((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const parsed = parseReadyLine(line);
      if (parsed) {
        resolve(parsed);
      }
    });
    end.then(({ code, stderr: said }) => reject(new Error(`The service ended with ${code}: ${said}`)), reject);
  });
  // Whoever waits for the end alone has no use for the failure to be ready.
  ready.catch(() => undefined);
  return { process: child, ready, end };
}

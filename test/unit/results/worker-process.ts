import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { type BodyPipe, sendResultBody } from "../../../src/protocol/body-frames.ts";
import { Channel } from "../../../src/protocol/channel.ts";
import type { ResultSummary } from "../../../src/protocol/data-worker.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../../src/protocol/worker-requests.ts";
import { createDataWorkerStart } from "../../../src/results/worker/start.ts";

type NoRequests = Record<never, never>;
type WorkerChannel = Channel<DataWorkerRequests, NoRequests, Record<never, never>, DataWorkerEvents>;

/** A real data worker in a process of its own. */
export interface WorkerProcess {
  readonly process: ChildProcess;
  readonly channel: WorkerChannel;
  readonly pipe: BodyPipe;
  readonly progress: ResultSummary[];
  /** Resolves with the first progress that passes. */
  until(isReached: (summary: ResultSummary) => boolean): Promise<ResultSummary>;
  /** Opens a result, sends the body and waits until all of it can be asked for. */
  load(
    resultId: string,
    body: string | AsyncIterable<Uint8Array>,
    kinds?: Kinds,
    format?: Format,
    more?: Pick<DataWorkerRequests["open"]["params"], "smallGroups" | "cellSets" | "isAggregate">,
  ): Promise<ResultSummary>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

type Kinds = DataWorkerRequests["open"]["params"]["kinds"];
type Format = DataWorkerRequests["open"]["params"]["format"];

/** A folder that is removed when the work is over. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "workforce-results-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs `work` with a worker on a new folder; the worker ends afterwards. */
export async function withWorker(work: (worker: WorkerProcess) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const worker = await startWorker(folder);
    try {
      await work(worker);
    } finally {
      await worker.stop();
    }
  });
}

export async function startWorker(spoolFolder: string): Promise<WorkerProcess> {
  const { args } = createDataWorkerStart({
    extensionFolder: process.cwd(),
    spoolFolder,
    memoryLimitMb: 512,
    threads: 2,
  });
  const child = spawn(process.execPath, [await workerBundle(), ...args], {
    stdio: ["ignore", "ignore", "inherit", "pipe", "ipc"],
    serialization: "advanced",
  });
  const pipe = child.stdio[3] as Writable;
  pipe.on("error", () => undefined);
  const progress: ResultSummary[] = [];
  const waiting = new Set<(summary: ResultSummary) => void>();
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const channel: WorkerChannel = new Channel({
    port: { post: (packet) => child.connected && child.send(packet) },
    handlers: {},
    listeners: {
      progress: (summary) => {
        progress.push(summary);
        for (const check of waiting) {
          check(summary);
        }
      },
    },
  });
  child.on("message", (message) => channel.receive(message));
  child.once("exit", () => channel.close({ code: "ended", message: "The data worker ended." }));
  return {
    process: child,
    channel,
    pipe,
    progress,
    until: (isReached) =>
      new Promise((resolve) => {
        const check = (summary: ResultSummary) => {
          if (isReached(summary)) {
            waiting.delete(check);
            resolve(summary);
          }
        };
        waiting.add(check);
        progress.forEach(check);
      }),
    async load(resultId, body, kinds = {}, format = "jsonLines", more = {}) {
      await channel.request("open", { resultId, format, kinds, label: "", ...more });
      await sendResultBody(pipe, resultId, typeof body === "string" ? chunks(body) : body);
      return channel.request("finish", { resultId });
    },
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

export async function* chunks(text: string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

let bundled: Promise<string> | undefined;

/** The worker as it ships, built beside the tests so that it finds the native part of DuckDB. */
function workerBundle(): Promise<string> {
  bundled ??= (async () => {
    const required = createRequire(join(process.cwd(), "package.json"));
    const { bundles } = required("./esbuild.js") as { bundles: { entryPoints: string[] }[] };
    const { build } = required("esbuild") as { build(options: object): Promise<unknown> };
    const options = bundles.find(({ entryPoints }) => entryPoints.includes("src/results/worker/data-worker.ts"));
    if (!options || !existsSync("src/results/worker/data-worker.ts")) {
      throw new Error("The data worker is not among the bundles.");
    }
    const outfile = join(process.cwd(), "dist-test", `data-worker-${process.pid}.js`);
    await build({ ...options, outfile, sourcemap: false, metafile: false });
    process.once("exit", () => required("node:fs").rmSync(outfile, { force: true }));
    return outfile;
  })();
  return bundled;
}

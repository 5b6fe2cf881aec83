import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import type { Writable } from "node:stream";
import { Channel, type ChannelFailure } from "../../src/protocol/channel.ts";
import { sendResultBody } from "../../src/protocol/result-body.ts";
import type { DataWorkerAsks, DataWorkerTells } from "../../src/protocol/worker-asks.ts";
import { dataWorkerStart } from "../../src/results/start.ts";
import { engineLimits } from "./bench-options.ts";
import { endChild } from "./programs.ts";

type WorkerChannel = Channel<DataWorkerAsks, Record<never, never>, Record<never, never>, DataWorkerTells>;

const memoryLimitMb = 4096;

/** The data worker of the built extension, started as the extension starts it. */
export class DataWorker {
  readonly #child: ChildProcess;
  readonly #channel: WorkerChannel;

  private constructor(child: ChildProcess, channel: WorkerChannel) {
    this.#child = child;
    this.#channel = channel;
  }

  /** Resolves when it is ready. */
  static async start(extensionFolder: string, spoolFolder: string): Promise<DataWorker> {
    await mkdir(spoolFolder, { recursive: true });
    const { modulePath, args, heapLimitMb, threads } = dataWorkerStart({
      extensionFolder,
      spoolFolder,
      memoryLimitMb,
      threads: engineLimits.threads,
    });
    const child = spawn(process.execPath, [`--max-old-space-size=${heapLimitMb}`, modulePath, ...args], {
      stdio: ["ignore", "inherit", "inherit", "pipe", "ipc"],
      serialization: "advanced",
      env: { ...process.env, UV_THREADPOOL_SIZE: String(threads) },
    });
    return new Promise((resolve, reject) => {
      const fail = (message: string) => {
        channel.close({ code: "ended", message });
        reject(new Error(message));
      };
      const channel: WorkerChannel = new Channel({
        port: { post: (packet) => child.send(packet) },
        handlers: {},
        listeners: {
          ready: () => resolve(new DataWorker(child, channel)),
          broken: ({ message }: ChannelFailure) => fail(message),
        },
      });
      child.on("message", (message) => channel.receive(message));
      child.once("exit", (code) => fail(`The data worker ended with code ${code}.`));
      child.once("error", (error) => fail(error.message));
    });
  }

  ask<Name extends keyof DataWorkerAsks & string>(
    name: Name,
    params: DataWorkerAsks[Name]["params"],
  ): Promise<DataWorkerAsks[Name]["result"]> {
    return this.#channel.ask(name, params);
  }

  async send(resultId: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    await sendResultBody(this.#child.stdio[3] as Writable, resultId, body);
  }

  stop(): Promise<void> {
    return endChild(this.#child);
  }
}

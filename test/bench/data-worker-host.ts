import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import type { Writable } from "node:stream";
import { sendResultBody } from "../../src/protocol/body-frames.ts";
import { Channel, type ChannelFailure, type Packet } from "../../src/protocol/channel.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../src/protocol/worker-requests.ts";
import { createDataWorkerStart } from "../../src/results/worker/start.ts";
import { engineLimits } from "./bench-options.ts";
import { endChild } from "./programs.ts";

type WorkerChannel = Channel<DataWorkerRequests, Record<never, never>, Record<never, never>, DataWorkerEvents>;

const memoryLimitMb = 4096;

/** The data worker of the built extension, started as the extension starts it. */
export class DataWorker {
  readonly #child: ChildProcess;
  readonly #channel: WorkerChannel;
  /** Below the channel's own numbers. */
  #nextCancelled = -1;

  private constructor(child: ChildProcess, channel: WorkerChannel) {
    this.#child = child;
    this.#channel = channel;
  }

  /** Resolves when it is ready. */
  static async start(extensionFolder: string, spoolFolder: string): Promise<DataWorker> {
    await mkdir(spoolFolder, { recursive: true });
    const { modulePath, args, heapLimitMb, threads } = createDataWorkerStart({
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

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  request<Name extends keyof DataWorkerRequests & string>(
    name: Name,
    params: DataWorkerRequests[Name]["params"],
  ): Promise<DataWorkerRequests[Name]["result"]> {
    return this.#channel.request(name, params);
  }

  /**
   * Asks and cancels after the delay; the milliseconds from there until the worker says that it is over, none when it was
   * over before. Past the channel, which is done with a question as soon as it is cancelled.
   */
  cancel<Name extends keyof DataWorkerRequests & string>(
    name: Name,
    params: DataWorkerRequests[Name]["params"],
    delayMs: number,
  ): Promise<number | undefined> {
    const id = this.#nextCancelled--;
    return new Promise((resolve) => {
      const state: { cancelledMs?: number } = {};
      const timer = setTimeout(() => {
        state.cancelledMs = performance.now();
        this.#child.send({ type: "cancel", id } satisfies Packet);
      }, delayMs);
      const onMessage = (message: unknown) => {
        const packet = message as Packet;
        if ((packet.type === "failure" || packet.type === "result") && packet.id === id) {
          clearTimeout(timer);
          this.#child.off("message", onMessage);
          const isCancelled = packet.type === "failure" && state.cancelledMs !== undefined;
          resolve(isCancelled ? performance.now() - (state.cancelledMs ?? 0) : undefined);
        }
      };
      this.#child.on("message", onMessage);
      this.#child.send({ type: "request", id, name, params } satisfies Packet);
    });
  }

  async send(resultId: string, body: AsyncIterable<Uint8Array>): Promise<void> {
    await sendResultBody(this.#child.stdio[3] as Writable, resultId, body);
  }

  stop(): Promise<void> {
    return endChild(this.#child);
  }
}

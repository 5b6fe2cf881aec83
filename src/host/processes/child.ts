import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { EventSource } from "../../base/event.ts";
import type { Logger } from "../../base/logger.ts";

/** Start options of a child process. */
interface ChildOptions {
  /** Name of the child process in messages and in the log. */
  readonly name: string;
  readonly modulePath: string;
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Maximum size of the JavaScript heap in megabytes. Native memory is not included. */
  readonly heapLimitMb: number;
  /** Number of threads in Node's thread pool (`UV_THREADPOOL_SIZE`). */
  readonly threads: number;
  /**
   * Communication with the process and sign that it is ready. `channel`: messages over IPC and a pipe for bodies at
   * file descriptor 3; ready at once. `line`: ready when it writes its first line to stdout.
   */
  readonly readiness: "channel" | "line";
  /**
   * Path of the log file for a process that several windows share. Such a process outlives the window, so that a pipe
   * to the window would break.
   */
  readonly sharedLogFile?: string;
  readonly readyTimeoutMs?: number;
}

/** Handle of a child process of the extension. */
export class ChildProcessHandle {
  readonly #process: ChildProcess;
  readonly #exited = new EventSource<ChildExit>();
  readonly onDidExit = this.#exited.event;
  #exit: ChildExit | undefined;

  constructor(process: ChildProcess, logger: Logger, options: ChildOptions) {
    this.#process = process;
    if (process.stderr) {
      createInterface({ input: process.stderr }).on("line", (line) => logger.info(`${options.name}: ${line}`));
    }
    process.on("error", (error) => logger.error(`${options.name}: ${error.message}`));
    // When the other end of a pipe dies, writes to the pipe fail too; without a listener, that error would end the
    // extension host.
    process.stdio[3]?.on("error", (error) => logger.warn(`${options.name}: ${error.message}`));
    process.once("exit", (code, signal) => {
      this.#exit = { code, signal };
      logger.info(`${options.name} ended (${signal ?? `code ${code}`}).`);
      this.#exited.fire(this.#exit);
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  get isRunning(): boolean {
    return this.#exit === undefined && this.#process.exitCode === null;
  }

  /** Returns the pipe for response bodies. Throws an error unless `readiness` is `channel`. */
  get bodyPipe(): Writable {
    const pipe = this.#process.stdio[3];
    if (!pipe || !("write" in pipe)) {
      throw new Error("This process has no pipe for bodies.");
    }
    return pipe;
  }

  post(packet: object): void {
    if (this.#process.connected) {
      this.#process.send(packet);
    }
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#process.on("message", listener);
  }

  /** Terminates the process with SIGTERM, and with SIGKILL if it still runs after `graceMs` milliseconds. */
  async stop(graceMs = 5000): Promise<void> {
    if (!this.isRunning) {
      return;
    }
    const ended = new Promise<void>((resolve) => this.#process.once("exit", () => resolve()));
    this.#process.kill("SIGTERM");
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), graceMs);
    await ended;
    clearTimeout(timer);
  }
}

interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Error for a process that ended, failed or timed out before it was ready. */
class ChildStartError extends Error {
  override readonly name = "ChildStartError";
}

/**
 * Starts a process and waits until it is ready. Returns the process's first line of stdout if `readiness` is `line`,
 * else an empty line.
 */
export async function startChildProcess(
  options: ChildOptions,
  logger: Logger,
): Promise<{ child: ChildProcessHandle; line: string }> {
  const isChannel = options.readiness === "channel";
  const { sharedLogFile } = options;
  const logDescriptor = sharedLogFile === undefined ? undefined : openSync(sharedLogFile, "a", 0o600);
  const logStart = logDescriptor === undefined ? 0 : fstatSync(logDescriptor).size;
  const process_ = spawn(
    process.execPath,
    [`--max-old-space-size=${options.heapLimitMb}`, options.modulePath, ...options.args],
    {
      detached: sharedLogFile !== undefined,
      stdio: isChannel ? ["ignore", "ignore", "pipe", "pipe", "ipc"] : ["ignore", "pipe", logDescriptor ?? "pipe"],
      // The extension host may run on Electron, whose binary acts as Node only with this variable.
      env: {
        ...process.env,
        ELECTRON_RUN_AS_NODE: "1",
        NODE_OPTIONS: "",
        UV_THREADPOOL_SIZE: String(options.threads),
        ...options.environment,
      },
      ...(isChannel && { serialization: "advanced" as const }),
    },
  );
  if (logDescriptor !== undefined) {
    closeSync(logDescriptor);
  }
  const child = new ChildProcessHandle(process_, logger, options);
  const lastLogLine = () => (sharedLogFile === undefined ? undefined : readLastLogLine(sharedLogFile, logStart));
  const line = isChannel ? "" : await firstLine(process_, options, lastLogLine);
  if (sharedLogFile !== undefined) {
    process_.unref();
    process_.stdout?.destroy();
  }
  return { child, line };
}

/**
 * Returns the last line of a log file if it is a plain-text error message and not a JSON log line. `start` is the byte
 * offset at which this process's log begins.
 */
function readLastLogLine(logFile: string, start: number): string | undefined {
  const descriptor = openSync(logFile, "r");
  try {
    const { size } = fstatSync(descriptor);
    const length = Math.min(Math.max(0, size - start), 4096);
    const tail = Buffer.alloc(length);
    readSync(descriptor, tail, 0, length, size - length);
    const last = tail.toString("utf8").trimEnd().split("\n").at(-1) ?? "";
    return last === "" || last.startsWith("{") ? undefined : last;
  } finally {
    closeSync(descriptor);
  }
}

function firstLine(
  process_: ChildProcess,
  options: ChildOptions,
  lastLogLine: () => string | undefined,
): Promise<string> {
  const timeoutMs = options.readyTimeoutMs ?? 60_000;
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      reject(new ChildStartError(`${options.name} could not be started: ${reason}`));
    };
    const timer = setTimeout(() => {
      process_.kill("SIGKILL");
      fail(`it was not ready after ${timeoutMs / 1000} seconds.`);
    }, timeoutMs);
    process_.once("error", (error) => fail(error.message));
    process_.once("exit", (code) => fail(lastLogLine() ?? `it ended with code ${code}; see the log.`));
    if (process_.stdout) {
      createInterface({ input: process_.stdout }).once("line", (line) => {
        clearTimeout(timer);
        resolve(line);
      });
    }
  });
}

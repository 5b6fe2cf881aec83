import { randomBytes } from "node:crypto";
import { Worker } from "node:worker_threads";

/** Failure of a worker thread that needed more memory than it may have. */
export class WorkerOutOfMemory extends Error {
  override readonly name = "WorkerOutOfMemory";
}

interface WorkerProgram {
  readonly path: string;
  /** First part of the thread's name. */
  readonly name: string;
  /** Memory of the thread in megabytes. */
  readonly memoryMb?: number;
}

/**
 * Runs a bundled program in a worker thread of its own, which gets the task as `workerData` and posts its outcome as a
 * message. An abort ends the thread. Throws the signal's reason, the thread's error or `WorkerOutOfMemory`.
 */
export function runWorker<Outcome>(
  { path, name, memoryMb }: WorkerProgram,
  task: unknown,
  signal: AbortSignal,
): Promise<Outcome> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(path, {
      workerData: task,
      name: `${name}-${randomBytes(4).toString("hex")}`,
      ...(memoryMb !== undefined && { resourceLimits: { maxOldGenerationSizeMb: memoryMb } }),
    });
    const stop = () => void worker.terminate();
    signal.addEventListener("abort", stop, { once: true });
    worker.once("message", resolve);
    worker.once("error", (error: Error & { readonly code?: unknown }) =>
      reject(
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? new WorkerOutOfMemory("The worker ran out of memory.", { cause: error })
          : error,
      ),
    );
    worker.once("exit", () => {
      signal.removeEventListener("abort", stop);
      reject(signal.aborted ? signal.reason : new Error(`The worker ${name} ended without an outcome.`));
    });
  });
}

import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { DeliveryProgress } from "./delivery.ts";

/** Argument of the worker thread that encrypts a file. */
export interface EncryptionTask {
  /** Path of the file to encrypt. */
  readonly source: string;
  /** Path of the encrypted file, which is replaced if it exists. */
  readonly target: string;
  /** ASCII-armored. */
  readonly publicKey: string;
}

/** Message of the worker thread. The thread ends with `done`, or with an error. */
export type EncryptionMessage =
  /** `path` is that of the file that becomes the target when it is complete. */
  | { readonly kind: "opened"; readonly path: string }
  | { readonly kind: "read"; readonly bytes: number }
  | { readonly kind: "done" };

/** Name of the bundled program of the worker thread, in the same folder as the other programs. */
export const encryptionWorkerFileName = "encryption-worker.js";

/**
 * Encrypts a file with PGP in a worker thread of its own, in constant memory. Rejects with the reason of the signal when
 * it aborts, and if the key cannot be used or a file cannot be read or written; nothing is left at the target then.
 */
export async function encryptFile(
  task: EncryptionTask,
  workerPath: string,
  signal: AbortSignal,
  onProgress: (progress: Pick<DeliveryProgress, "bytes">) => void,
): Promise<void> {
  signal.throwIfAborted();
  let unfinished: string | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const worker = new Worker(workerPath, { workerData: task, name: "encryption" });
      const stop = () => void worker.terminate();
      signal.addEventListener("abort", stop, { once: true });
      worker.on("message", (message: EncryptionMessage) => {
        if (message.kind === "opened") {
          unfinished = message.path;
        } else if (message.kind === "read") {
          onProgress({ bytes: message.bytes });
        } else {
          resolve();
        }
      });
      worker.once("error", reject);
      worker.once("exit", () => {
        signal.removeEventListener("abort", stop);
        reject(signal.aborted ? signal.reason : new Error("The encryption ended without an outcome."));
      });
    });
  } catch (error) {
    if (unfinished !== undefined) {
      await rm(unfinished, { force: true });
    }
    throw error;
  }
}

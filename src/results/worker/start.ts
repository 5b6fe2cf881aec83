/**
 * Start parameters of the data worker: a Node process with a message channel, and a pipe for bodies at descriptor 3.
 */
interface DataWorkerStart {
  readonly modulePath: string;
  readonly args: readonly string[];
  readonly heapLimitMb: number;
  readonly threads: number;
}

export interface DataWorkerSettings {
  /** Path of the extension's folder, which contains the program of the worker in `dist`. */
  readonly extensionFolder: string;
  /** Path of the folder for results, which no other worker may use. Results in it are opened again. */
  readonly spoolFolder: string;
  /** Memory limit of DuckDB, in megabytes. About a quarter of the free memory is a good choice. */
  readonly memoryLimitMb: number;
  readonly threads: number;
}

/** Creates the parameters for starting the data worker. */
export function createDataWorkerStart({
  extensionFolder,
  spoolFolder,
  memoryLimitMb,
  threads,
}: DataWorkerSettings): DataWorkerStart {
  return {
    modulePath: `${extensionFolder}/dist/data-worker.js`,
    args: ["--spool", spoolFolder, "--memory", `${memoryLimitMb}MB`, "--threads", String(threads)],
    heapLimitMb: 512,
    threads: Math.max(threads, 4),
  };
}

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
  /** Folder of the extension, which contains the worker in `dist`. */
  readonly extensionFolder: string;
  /** Folder for the exclusive use of this worker; results that an earlier worker left there are opened again. */
  readonly spoolFolder: string;
  /** Memory limit of DuckDB, in megabytes. About a quarter of the free memory is a good choice. */
  readonly memoryLimitMb: number;
  readonly threads: number;
}

export function dataWorkerStart({
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

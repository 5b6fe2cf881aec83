/** How the data worker is started: as a Node process with a channel, and a pipe for bodies at descriptor 3. */
interface DataWorkerStart {
  readonly modulePath: string;
  readonly args: readonly string[];
  readonly heapLimitMb: number;
  readonly threads: number;
}

export interface DataWorkerSettings {
  /** Folder of the extension; the worker is in its `dist`. */
  readonly extensionFolder: string;
  /** Folder that this worker alone uses; results left there by an earlier one are opened again. */
  readonly spoolFolder: string;
  /** Memory that DuckDB may take, in megabytes: about a quarter of what is free is a good choice. */
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

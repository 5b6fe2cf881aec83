import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

/** Starts one worker for all tests of a suite, on the folder `spool` of a new folder; both are gone after the last of them. */
export function useSuiteWorker(prepare: (worker: WorkerProcess, folder: string) => void | Promise<void>): void {
  let folder = "";
  let worker: WorkerProcess | undefined;
  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-results-"));
    worker = await startWorker(join(folder, "spool"));
    await prepare(worker, folder);
  });
  suiteTeardown(async () => {
    await worker?.stop();
    await rm(folder, { recursive: true, force: true });
  });
}

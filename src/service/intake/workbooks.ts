import { join } from "node:path";
import { JobFailure } from "../jobs/job-failure.ts";
import { runWorker, WorkerOutOfMemory } from "../jobs/run-worker.ts";
import { type WorkbookOutcome, type WorkbookTask, workbookWorkerFile } from "../workbooks/workbook.ts";

/** Memory of the thread that reads a workbook: shared texts and an XLS file lie in it. */
const memoryMb = 1024;

/** Whether a name is that of a workbook. */
export function isWorkbook(name: string): boolean {
  return /\.xlsx?$/i.test(name);
}

/** Reads workbooks, each in a worker thread of its own. */
export class Workbooks {
  readonly #workerPath: string;

  /** `programFolder` is the folder with the bundled programs. */
  constructor(programFolder: string) {
    this.#workerPath = join(programFolder, workbookWorkerFile);
  }

  /** Writes the first worksheet as CSV. Throws a JobFailure that names the file; the target must then be removed. */
  async convert(name: string, task: WorkbookTask, signal: AbortSignal): Promise<void> {
    let outcome: WorkbookOutcome;
    try {
      outcome = await runWorker({ path: this.#workerPath, name: "workbook", memoryMb }, task, signal);
    } catch (error) {
      throw error instanceof WorkerOutOfMemory
        ? new JobFailure(`${name} needs more memory than this service gives a workbook; save its sheet as CSV.`)
        : error;
    }
    if (outcome.kind === "refused") {
      throw new JobFailure(`${name} ${outcome.problem}.`);
    }
  }
}

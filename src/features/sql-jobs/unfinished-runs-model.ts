import { TaskQueue } from "../../base/task-queue.ts";

/** An unfinished run of a job file: the ids and the file that a window needs to resume it. */
export interface UnfinishedRun {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  /** Undefined while files are uploaded. */
  readonly jobId?: string | undefined;
  /** URI of the job file. */
  readonly file: string;
}

/** Persistent storage of unfinished runs, such as the workspace memento of VS Code. */
interface UnfinishedRunStorage {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const unfinishedRunsKey = "workforce.sqlJobs.underWay";

/** Unfinished runs of this workspace, by transaction. */
export class UnfinishedRuns {
  readonly #state: UnfinishedRunStorage;
  readonly #writes = new TaskQueue();

  constructor(state: UnfinishedRunStorage) {
    this.#state = state;
  }

  list(): readonly UnfinishedRun[] {
    const stored = this.#state.get(unfinishedRunsKey);
    return Array.isArray(stored) ? stored.filter(isUnfinishedRun) : [];
  }

  /** Stores a run, replacing an earlier entry of the same transaction. */
  async store(run: UnfinishedRun): Promise<void> {
    await this.#change((runs) => [...runs.filter(({ transactionId }) => transactionId !== run.transactionId), run]);
  }

  async forget(transaction: string): Promise<void> {
    await this.#change((runs) => runs.filter(({ transactionId }) => transactionId !== transaction));
  }

  /** Applies changes one after the other, because two runs may begin or end at the same time. */
  #change(change: (runs: readonly UnfinishedRun[]) => readonly UnfinishedRun[]): Promise<void> {
    return this.#writes.run(async () => this.#state.update(unfinishedRunsKey, change(this.list())));
  }
}

function isUnfinishedRun(value: unknown): value is UnfinishedRun {
  return (
    typeof value === "object" &&
    value !== null &&
    ["connectionId", "transactionId", "file"].every(
      (key) => typeof (value as Record<string, unknown>)[key] === "string",
    )
  );
}

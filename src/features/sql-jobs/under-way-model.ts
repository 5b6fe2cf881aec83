/** A run of a job file that has not come to its end: what another window needs to go on with it. Ids, and the file. */
export interface UnderWay {
  readonly connectionId: string;
  readonly tenant?: string | undefined;
  readonly transactionId: string;
  /** None while files are uploaded. */
  readonly jobId?: string | undefined;
  /** The job file, as a URI. */
  readonly file: string;
}

/** Where runs are written down; VS Code's memento of a workspace is one. */
interface UnderWayState {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

export const underWayKey = "workforce.sqlJobs.underWay";

/** The runs that this workspace has not seen the end of, by their transactions. */
export class UnderWayRuns {
  readonly #state: UnderWayState;
  #writing: Promise<void> = Promise.resolve();

  constructor(state: UnderWayState) {
    this.#state = state;
  }

  list(): readonly UnderWay[] {
    const stored = this.#state.get(underWayKey);
    return Array.isArray(stored) ? stored.filter(isUnderWay) : [];
  }

  /** Takes the place of what was noted of the same transaction. */
  async note(run: UnderWay): Promise<void> {
    await this.#change((runs) => [...runs.filter(({ transactionId }) => transactionId !== run.transactionId), run]);
  }

  async forget(transaction: string): Promise<void> {
    await this.#change((runs) => runs.filter(({ transactionId }) => transactionId !== transaction));
  }

  /** One after the other: two runs may begin or end at once. */
  #change(change: (runs: readonly UnderWay[]) => readonly UnderWay[]): Promise<void> {
    const write = async () => this.#state.update(underWayKey, change(this.list()));
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}

function isUnderWay(value: unknown): value is UnderWay {
  return (
    typeof value === "object" &&
    value !== null &&
    ["connectionId", "transactionId", "file"].every(
      (key) => typeof (value as Record<string, unknown>)[key] === "string",
    )
  );
}

/** Job of a chain that has ended. */
export interface EndedJob {
  readonly id: string;
  /** Type of the job, as the service spells it, such as `Processing`. */
  readonly jobType: string | undefined;
  /** Phase in which the job ended: `succeeded`, `failed` or `cancelled`. */
  readonly phase: string;
  readonly message: string | undefined;
}

/** Jobs that followed one another, such as receiving and processing, after the last of them has ended. */
export interface JobChainEnd {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  /** Name of what was started, for the user. */
  readonly label: string;
  /** One or more jobs, in the order in which they ran. The last one decides how the chain ended. */
  readonly jobs: readonly EndedJob[];
}

/** Button of the notice that a chain of jobs has ended. */
export interface JobEndAction {
  readonly label: string;
  run(): Promise<void>;
}

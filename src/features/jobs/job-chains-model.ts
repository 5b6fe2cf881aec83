import type { Disposable } from "../../base/disposable.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobReference, jobIdOf } from "../../contract/job-reference.ts";
import type { EndedJob, JobChainEnd } from "../../host/job-chain.ts";
import { watchedKey } from "./watched-job.ts";
import type { WatchedEnd, WatchedJobsModel } from "./watched-jobs-model.ts";

interface ChainServices {
  readonly watched: Pick<WatchedJobsModel, "onDidEnd" | "watch">;
  /** Returns the job that a data job started as its continuation, or undefined. May reject. */
  findNext(connectionId: string, job: JobReference, state: JobState): Promise<JobReference | undefined>;
}

/** End of a chain with the last polled job. */
interface ChainEnd extends WatchedEnd {
  readonly chain: JobChainEnd;
}

/** Follows the jobs that polled jobs start when they succeed, so that the end of a chain is reported once. */
export class JobChains implements Disposable {
  readonly #services: ChainServices;
  readonly #ended = new EventSource<ChainEnd>();
  /** Jobs before a polled job, by its key. */
  readonly #before = new Map<string, readonly EndedJob[]>();
  readonly #subscription: Disposable;

  constructor(services: ChainServices) {
    this.#services = services;
    this.#subscription = services.watched.onDidEnd((end) => void this.#continue(end));
  }

  /** Fires when the last job of a chain has ended. */
  get onDidEnd(): Event<ChainEnd> {
    return this.#ended.event;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#ended.dispose();
  }

  async #continue(end: WatchedEnd): Promise<void> {
    const { watched, findNext } = this.#services;
    const { connectionId, reference, label } = end.log;
    const { phase, message, jobType } = end.state;
    const key = watchedKey({ connectionId, reference });
    const jobs = [...(this.#before.get(key) ?? []), { id: jobIdOf(reference), jobType, phase, message }];
    this.#before.delete(key);
    // A chain whose continuation cannot be found out ends here.
    const next =
      reference.kind === "job" && phase === "succeeded"
        ? await findNext(connectionId, reference, end.state).catch(() => undefined)
        : undefined;
    if (next) {
      this.#before.set(watchedKey({ connectionId, reference: next }), jobs);
      await watched.watch(connectionId, next, label);
      return;
    }
    const tenant = end.state.tenant ?? reference.tenant;
    this.#ended.fire({ ...end, chain: { connectionId, tenant, label, jobs } });
  }
}

import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import { type ChildJob, omitMissingTimes } from "../../client/jobs/job-state.ts";
import { isEndedPhase, jobPhaseOf } from "../../contract/job-status.ts";
import type { ProcessingJobStatus } from "../../contract/jobs.ts";

/** Connection and tenant of a job. */
export interface JobTarget {
  readonly connectionId: string;
  /** Tenant for service requests. If undefined, the tenant of the sign-in. */
  readonly tenant: string | undefined;
}

export interface DetailServices {
  readonly clock: Clock;
  /** Requests the statuses of data jobs by id, in batches. */
  read(
    target: JobTarget,
    ids: readonly string[],
    signal: AbortSignal,
  ): AsyncIterable<ReadonlyMap<string, ProcessingJobStatus>>;
}

interface Detail {
  readonly requestedAtMs: number;
  /** Status of the child job that its parent job reported at the time of the request. */
  readonly status: string | undefined;
  readonly jobStatus: ProcessingJobStatus | undefined;
}

/** Maximum number of jobs requested at a time. Larger than the number of tree items that fit on a screen. */
const maxIdsPerRead = 200;
/** Time in milliseconds after which a child job is requested again if its parent job does not report its status. */
const rereadAfterMs = 5000;

/**
 * Cache of child job details that the parent job does not report, above all the start time. Loaded when the child jobs
 * are displayed.
 */
export class JobDetailsModel {
  readonly #services: DetailServices;
  readonly #changed = new EventSource<void>();
  readonly #details = new Map<string, Detail>();
  readonly #controller = new AbortController();

  constructor(services: DetailServices) {
    this.#services = services;
  }

  get onDidChange(): Event<void> {
    return this.#changed.event;
  }

  /** Returns a child job completed with the cached details that its parent job does not report. */
  enrich(target: JobTarget, child: ChildJob): ChildJob {
    const jobStatus = this.#details.get(keyOf(target, child.id))?.jobStatus;
    if (!jobStatus) {
      return child;
    }
    const status = child.status ?? jobStatus.status;
    return {
      ...child,
      status,
      phase: jobPhaseOf(status),
      tenant: child.tenant ?? jobStatus.tenant,
      message: child.message ?? jobStatus.message ?? jobStatus.currentStage,
      times: { ...child.times, ...omitMissingTimes({ started: jobStatus.startTime, ended: jobStatus.endTime }) },
    };
  }

  /**
   * Requests missing details of the displayed child jobs in the background. Fires `onDidChange` when details arrive.
   */
  loadMissing(target: JobTarget, children: readonly ChildJob[]): void {
    const missing = children.filter((child) => this.#isMissing(target, child)).slice(0, maxIdsPerRead);
    if (missing.length > 0) {
      void this.#requestDetails(target, missing);
    }
  }

  dispose(): void {
    this.#controller.abort();
    this.#changed.dispose();
  }

  #isMissing(target: JobTarget, { id, isDataJob, status, phase, times }: ChildJob): boolean {
    // A waiting job has not started, so there are no more details.
    if (!isDataJob || id === "" || times.started !== undefined || (phase === "waiting" && status !== undefined)) {
      return false;
    }
    const detail = this.#details.get(keyOf(target, id));
    if (!detail) {
      return true;
    }
    return status === undefined
      ? !isEndedPhase(jobPhaseOf(detail.jobStatus?.status)) &&
          this.#services.clock.now() >= detail.requestedAtMs + rereadAfterMs
      : detail.status !== status && detail.jobStatus?.startTime === undefined;
  }

  async #requestDetails(target: JobTarget, children: readonly ChildJob[]): Promise<void> {
    const { clock, read } = this.#services;
    const requestedAtMs = clock.now();
    for (const { id, status } of children) {
      const key = keyOf(target, id);
      this.#details.set(key, { requestedAtMs, status, jobStatus: this.#details.get(key)?.jobStatus });
    }
    const { signal } = this.#controller;
    const ids = children.map(({ id }) => id);
    try {
      for await (const batch of read(target, ids, signal)) {
        for (const [id, jobStatus] of batch) {
          const key = keyOf(target, id);
          this.#details.set(key, { requestedAtMs, status: this.#details.get(key)?.status, jobStatus });
        }
        if (batch.size > 0) {
          this.#changed.fire();
        }
      }
    } catch {
      // The tree works without these details; the next change of the job tries again.
    }
  }
}

function keyOf({ connectionId, tenant }: JobTarget, id: string): string {
  return JSON.stringify([connectionId, tenant, id]);
}

import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { ChildJob } from "../../client/jobs/job-state.ts";
import type { JobStatus } from "../../contract/job-schemas.ts";
import { isEnded, jobPhase } from "../../contract/job-status.ts";

/** Whose jobs they are. */
export interface JobTarget {
  readonly connectionId: string;
  /** Tenant that the calls act on; the login tenant when left out. */
  readonly tenant: string | undefined;
}

export interface DetailServices {
  readonly clock: Clock;
  /** Statuses of data jobs by their ids, batch by batch. */
  read(target: JobTarget, ids: readonly string[], signal: AbortSignal): AsyncIterable<ReadonlyMap<string, JobStatus>>;
}

interface Detail {
  readonly askedAtMs: number;
  /** The word that the parent's answer had for the job at that time. */
  readonly status: string | undefined;
  readonly said: JobStatus | undefined;
}

/** Asked for at a time; nobody reads more lines of a tree at once. */
const mostAsked = 200;
/** What has no status but its own is asked for again after this long. */
const freshMs = 5000;

/** What the parents' answers do not say of their children, above all when they started: asked for where they are shown. */
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

  /** The child with what is known beside its parent's answer. */
  filled(target: JobTarget, child: ChildJob): ChildJob {
    const said = this.#details.get(keyOf(target, child.id))?.said;
    if (!said) {
      return child;
    }
    const status = child.status ?? said.status;
    return {
      ...child,
      status,
      phase: jobPhase(status),
      tenant: child.tenant ?? said.tenant,
      times: { ...child.times, ...(said.startTime !== undefined && { started: said.startTime }) },
    };
  }

  /** Asks for what is missing of children that are shown; tells when something has come. */
  want(target: JobTarget, children: readonly ChildJob[]): void {
    const missing = children.filter((child) => this.#isMissing(target, child)).slice(0, mostAsked);
    if (missing.length > 0) {
      void this.#ask(target, missing);
    }
  }

  dispose(): void {
    this.#controller.abort();
    this.#changed.dispose();
  }

  #isMissing(target: JobTarget, { id, isDataJob, status, phase, times }: ChildJob): boolean {
    // One that waits has not started, so there is nothing more to know.
    if (!isDataJob || id === "" || times.started !== undefined || (phase === "waiting" && status !== undefined)) {
      return false;
    }
    const detail = this.#details.get(keyOf(target, id));
    if (!detail) {
      return true;
    }
    return status === undefined
      ? !isEnded(jobPhase(detail.said?.status)) && this.#services.clock.now() >= detail.askedAtMs + freshMs
      : detail.status !== status && detail.said?.startTime === undefined;
  }

  async #ask(target: JobTarget, children: readonly ChildJob[]): Promise<void> {
    const { clock, read } = this.#services;
    const askedAtMs = clock.now();
    for (const { id, status } of children) {
      const key = keyOf(target, id);
      this.#details.set(key, { askedAtMs, status, said: this.#details.get(key)?.said });
    }
    const { signal } = this.#controller;
    const ids = children.map(({ id }) => id);
    try {
      for await (const batch of read(target, ids, signal)) {
        for (const [id, said] of batch) {
          const key = keyOf(target, id);
          this.#details.set(key, { askedAtMs, status: this.#details.get(key)?.status, said });
        }
        if (batch.size > 0) {
          this.#changed.fire();
        }
      }
    } catch {
      // The lines stand without it; the next change of the job asks again.
    }
  }
}

function keyOf({ connectionId, tenant }: JobTarget, id: string): string {
  return JSON.stringify([connectionId, tenant, id]);
}

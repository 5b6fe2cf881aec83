import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { cancelJobs } from "./cancel-jobs.ts";
import type { JobItem } from "./job-item.ts";
import { isJobWindow, usualJobWindow } from "./job-window-model.ts";
import { pickJobWindow } from "./job-window-picker.ts";
import { JobsModel } from "./jobs-model.ts";
import { createJobsSource, type JobConnections } from "./jobs-source.ts";
import { tellJobEnd } from "./tell-job-end.ts";
import { type WatchedJob, watchedJobsState } from "./watched-job.ts";
import { WatchedJobsModel } from "./watched-jobs-model.ts";

export interface JobsDeskServices {
  readonly state: vscode.Memento;
  readonly connections: JobConnections;
  /** The tree has changed. */
  readonly onChange: () => void;
}

const windowKey = "workforce.jobs.window";

/** Everything about jobs; a file of its own, so that nothing of it is loaded before somebody looks or something is watched. */
export class JobsDesk implements vscode.Disposable {
  readonly #services: JobsDeskServices;
  readonly #watched: WatchedJobsModel;
  readonly #model: JobsModel;

  constructor(services: JobsDeskServices) {
    const { state, connections, onChange } = services;
    this.#services = services;
    this.#watched = new WatchedJobsModel({
      store: {
        read: () => state.get<readonly WatchedJob[]>(watchedJobsState, []),
        write: async (jobs) => state.update(watchedJobsState, jobs),
      },
      clock: systemClock,
      async *watch({ connectionId, reference }, signal) {
        const { lookAtJob, watchJob } = await import("../../client/service-client.ts");
        const look = async () => {
          const { client } = await connections.sessionFor(connectionId, reference.tenant);
          return lookAtJob(client, reference, signal);
        };
        yield* watchJob(look, { clock: systemClock, random: Math.random, signal });
      },
    });
    const saved = state.get<unknown>(windowKey);
    this.#model = new JobsModel(
      { source: createJobsSource(connections), watched: this.#watched, clock: systemClock, random: Math.random },
      isJobWindow(saved) ? saved : usualJobWindow,
    );
    this.#model.onDidChange(onChange);
    this.#watched.onDidChange(onChange);
    this.#watched.onDidEnd((end) => void tellJobEnd(end));
  }

  children(item: JobItem | undefined): Promise<readonly JobItem[]> {
    return item ? this.#model.children(item) : this.#model.roots();
  }

  setVisible(isVisible: boolean): void {
    this.#model.setVisible(isVisible);
  }

  watch(connectionId: string, reference: JobReference, label: string): Promise<void> {
    return this.#watched.watch(connectionId, reference, label);
  }

  refresh(): void {
    this.#model.refresh();
  }

  async selectWindow(): Promise<void> {
    const days = await pickJobWindow(this.#model.window);
    if (days !== undefined) {
      await this.#services.state.update(windowKey, days);
      this.#model.setWindow(days);
    }
  }

  async cancel(items: readonly JobItem[]): Promise<void> {
    const { client } = await this.#services.connections.current();
    await cancelJobs(client, [...new Set(items.flatMap(jobIdOf))]);
    this.#model.refresh();
  }

  async copyId(items: readonly JobItem[]): Promise<void> {
    await vscode.env.clipboard.writeText(items.flatMap(jobIdOf).join("\n"));
  }

  async forget(items: readonly JobItem[]): Promise<void> {
    for (const item of items) {
      if (item.kind === "watched") {
        await this.#watched.forget(item.key);
      }
    }
  }

  forgetEnded(): Promise<void> {
    return this.#watched.forgetEnded();
  }

  dispose(): void {
    this.#model.dispose();
    this.#watched.dispose();
  }
}

function jobIdOf(item: JobItem): string[] {
  return "facts" in item ? [item.facts.id] : [];
}

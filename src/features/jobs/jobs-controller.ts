import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { JobState } from "../../client/jobs/job-state.ts";
import { type JobReference, jobIdOf as jobReferenceId } from "../../contract/job-reference.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import type { TreeSource } from "../../host/updating-tree.ts";
import { cancelJobs, type JobsToCancel } from "./cancel-jobs.ts";
import type { FollowServices } from "./followed-job.ts";
import { JobChains } from "./job-chains-model.ts";
import { type DetailServices, JobDetailsModel } from "./job-details-model.ts";
import type { JobItem } from "./job-item.ts";
import { JobLogsModel } from "./job-log-model.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import { jobLogText } from "./job-log-text.ts";
import { tooltipOf, treeItemOf } from "./job-tree-item.ts";
import { defaultJobWindow, isJobWindow, JobsModel, type JobWindowDays, jobWindows } from "./jobs-model.ts";
import { createJobsSource, type JobConnections } from "./jobs-source.ts";
import { type WatchedJob, watchedJobsState } from "./watched-job.ts";
import { type WatchedEnd, WatchedJobsModel } from "./watched-jobs-model.ts";

export interface JobsControllerServices {
  readonly state: vscode.Memento;
  readonly connections: JobConnections;
  /** Callback when the jobs are to be loaded again. */
  readonly onReload: () => void;
  /** Callback after jobs have changed. */
  readonly onChange: () => void;
  /** Callback after the log of a job has changed. */
  readonly onLogChange: (log: JobLogSubject) => void;
  readonly openLog: (log: JobLogSubject) => Promise<void>;
  /** Returns what other features offer after a chain of jobs. Never rejects. */
  readonly endActions: (end: JobChainEnd) => Promise<readonly JobEndAction[]>;
}

const windowKey = "workforce.jobs.window";

/** Controller of the Jobs view and of job logs. Loaded on first use, to keep activation fast. */
export class JobsController implements TreeSource<JobItem>, vscode.Disposable {
  readonly #services: JobsControllerServices;
  readonly #watched: WatchedJobsModel;
  readonly #chains: JobChains;
  readonly #details: JobDetailsModel;
  readonly #model: JobsModel;
  readonly #logs: JobLogsModel;
  /** Display labels of connections, by connection id. */
  readonly #connections = new Map<string, string>();

  constructor(services: JobsControllerServices) {
    const { state, connections, onReload, onChange, onLogChange, openLog } = services;
    this.#services = services;
    const following: FollowServices = { clock: systemClock, watch: createJobWatcher(connections) };
    this.#details = new JobDetailsModel({ clock: systemClock, read: createDetailsReader(connections) });
    this.#watched = new WatchedJobsModel({
      store: {
        read: () => state.get<readonly WatchedJob[]>(watchedJobsState, []),
        write: async (jobs) => state.update(watchedJobsState, jobs),
      },
      ...following,
    });
    const saved = state.get<unknown>(windowKey);
    this.#model = new JobsModel(
      {
        source: createJobsSource(connections),
        watched: this.#watched,
        details: this.#details,
        clock: systemClock,
        random: Math.random,
      },
      isJobWindow(saved) ? saved : defaultJobWindow,
    );
    this.#logs = new JobLogsModel({
      watched: this.#watched,
      details: this.#details,
      observed: (connectionId, jobId) => this.#model.observed(connectionId, jobId),
      ...following,
    });
    this.#model.onDidChange((change) => (change === "reloaded" ? onReload() : onChange()));
    this.#watched.onDidChange(onChange);
    this.#details.onDidChange(onChange);
    this.#logs.onDidChange(onLogChange);
    this.#chains = new JobChains({ watched: this.#watched, findNext: createNextJobFinder(connections) });
    this.#chains.onDidEnd(async ({ chain, ...end }) => notifyJobEnd(end, openLog, await services.endActions(chain)));
  }

  children(item: JobItem | undefined): Promise<readonly JobItem[]> {
    return item ? this.#model.children(item) : this.#model.roots();
  }

  treeItem(item: JobItem): vscode.TreeItem {
    return treeItemOf(item);
  }

  tooltip(item: JobItem, label: string): vscode.MarkdownString | undefined {
    return tooltipOf(item, label, systemClock.now());
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

  updateTarget(): void {
    this.#model.updateTarget();
  }

  async selectWindow(): Promise<void> {
    const days = await pickJobWindow(this.#model.window);
    if (days !== undefined) {
      await this.#services.state.update(windowKey, days);
      this.#model.setWindow(days);
    }
  }

  async cancel(items: readonly JobItem[]): Promise<void> {
    await cancelJobs(this.#byTenant(items));
    this.#model.update();
  }

  async showLog([item]: readonly JobItem[]): Promise<void> {
    if (item && "log" in item) {
      await this.#services.openLog(item.log);
    }
  }

  /** Returns the text of a job log, and polls its job until `closeLog` is called. */
  readLog(log: JobLogSubject): string {
    const connection = this.#connections.get(log.connectionId);
    if (connection === undefined) {
      void this.#loadConnectionLabel(log);
    }
    return jobLogText(this.#logs.read(log), connection ?? log.connectionId, systemClock.now());
  }

  closeLog(log: JobLogSubject): void {
    this.#logs.close(log);
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
    this.#logs.dispose();
    this.#model.dispose();
    this.#chains.dispose();
    this.#watched.dispose();
    this.#details.dispose();
  }

  async #loadConnectionLabel(log: JobLogSubject): Promise<void> {
    const { connections, onLogChange } = this.#services;
    const { connectionId, reference } = log;
    // Polling the job reports what is wrong with the connection.
    const session = await connections.sessionFor(connectionId, reference.tenant).catch(() => undefined);
    this.#connections.set(connectionId, session?.connectionLabel ?? connectionId);
    onLogChange(log);
  }

  /** Groups jobs by connection and tenant, because each group is cancelled with its own client. */
  #byTenant(items: readonly JobItem[]): readonly JobsToCancel[] {
    const { connections } = this.#services;
    const groups = new Map<string, { readonly log: JobLogSubject; readonly ids: Set<string> }>();
    for (const item of items) {
      if ("log" in item && item.details.id !== "") {
        const { connectionId, reference } = item.log;
        const key = JSON.stringify([connectionId, reference.tenant]);
        const group = groups.get(key) ?? { log: item.log, ids: new Set() };
        groups.set(key, group);
        group.ids.add(item.details.id);
      }
    }
    return [...groups.values()].map(({ log, ids }) => ({
      client: async () => (await connections.sessionFor(log.connectionId, log.reference.tenant)).client,
      ids: [...ids],
    }));
  }
}

function jobIdOf(item: JobItem): string[] {
  return "details" in item ? [item.details.id] : [];
}

/** Asks the user for the maximum age of the listed jobs. Undefined if the user cancelled. */
export async function pickJobWindow(current: JobWindowDays): Promise<JobWindowDays | undefined> {
  const items = jobWindows.map((days) => ({
    label: windowText(days),
    description: days === current ? vscode.l10n.t("now") : "",
    days,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Jobs to Show"),
    placeHolder: vscode.l10n.t("How far back"),
  });
  return picked?.days;
}

function windowText(days: JobWindowDays): string {
  switch (days) {
    case 0:
      return vscode.l10n.t("All jobs");
    case 1:
      return vscode.l10n.t("Last 24 hours");
    case 365:
      return vscode.l10n.t("Last year");
    default:
      return vscode.l10n.t("Last {0} days", days);
  }
}

/** Notifies the user that a job has ended. Jobs take minutes, so the user is probably doing something else. */
export async function notifyJobEnd(
  { log, state: { phase, message } }: WatchedEnd,
  openLog: (log: JobLogSubject) => Promise<void>,
  actions: readonly JobEndAction[] = [],
): Promise<void> {
  const { label } = log;
  const show = vscode.l10n.t("Show Jobs");
  const showLog = vscode.l10n.t("Show Job Log");
  const succeeded = vscode.l10n.t("{0}: the job succeeded.", label);
  // A notice has room for a few buttons, and what other features offer leads on.
  const buttons = [...actions.map((action) => action.label), ...(actions.length > 1 ? [] : [show]), showLog];
  const picked =
    phase === "succeeded"
      ? await showInformation(message ? `${succeeded} ${message}` : succeeded, ...buttons)
      : await showWarning(endText(label, phase, message), ...buttons);
  await actions.find((action) => action.label === picked)?.run();
  if (picked === show) {
    await vscode.commands.executeCommand("workforce.jobs.focus");
  } else if (picked === showLog) {
    await openLog(log);
  }
}

function endText(label: string, phase: string, message: string | undefined): string {
  const what =
    phase === "cancelled"
      ? vscode.l10n.t("{0}: the job was cancelled.", label)
      : vscode.l10n.t("{0}: the job failed.", label);
  return message ? `${what} ${message}` : what;
}

/** Creates the function that polls a job through the client, in a session of the job's connection and tenant. */
function createJobWatcher(connections: JobConnections): FollowServices["watch"] {
  return async function* ({ connectionId, reference }, signal) {
    const { pollJob, watchJob } = await import("../../client/service-client.ts");
    const poll = async () => {
      const { client } = await connections.sessionFor(connectionId, reference.tenant);
      return pollJob(client, reference, signal);
    };
    yield* watchJob(poll, { clock: systemClock, random: Math.random, signal });
  };
}

/** Creates the function that finds the job that a data job started when it ended: the newest with it as its parent. */
function createNextJobFinder(connections: JobConnections) {
  return async (connectionId: string, reference: JobReference, { times }: JobState) => {
    const { client } = await connections.sessionFor(connectionId, reference.tenant);
    const query = times.started === undefined ? {} : { startTime: times.started };
    const { jobStatus = [] } = await client.listJobStatuses({ query });
    const next = jobStatus
      .filter(({ parentJobId }) => parentJobId === jobReferenceId(reference))
      .sort((one, other) => (other.startTime ?? "").localeCompare(one.startTime ?? ""))[0];
    const { tenant } = reference;
    return next?.jobId === undefined
      ? undefined
      : ({ kind: "job", jobId: next.jobId, ...(tenant !== undefined && { tenant }) } as const);
  };
}

/** Creates the function that requests details of child jobs that their parent jobs do not report. */
function createDetailsReader(connections: JobConnections): DetailServices["read"] {
  return async function* ({ connectionId, tenant }, ids, signal) {
    const { requestJobStatuses } = await import("../../client/service-client.ts");
    const { client } = await connections.sessionFor(connectionId, tenant);
    yield* requestJobStatuses(client, ids, { signal });
  };
}

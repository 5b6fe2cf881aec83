import * as vscode from "vscode";
import { systemClock } from "../../base/clock.ts";
import type { Event } from "../../base/event.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import type { Log } from "../../host/log.ts";
import { isJobWindow, usualJobWindow } from "./job-window-model.ts";
import { jobsCommands } from "./jobs-commands.ts";
import { JobsModel } from "./jobs-model.ts";
import { createJobsSource, type JobConnections } from "./jobs-source.ts";
import { JobsTree } from "./jobs-tree.ts";
import type { WatchedJob } from "./watched-job.ts";
import { WatchedJobsModel } from "./watched-jobs-model.ts";

export interface JobServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  readonly connections: JobConnections & { readonly onDidChange: Event<void> };
}

/** The jobs as the rest of the extension sees them. */
export interface Jobs {
  /** Watches a job that was started from here to its end, also over a reload of the window. */
  watch(connectionId: string, reference: JobReference, label: string): Promise<void>;
}

const viewId = "workforce.jobs";
const watchedKey = "workforce.jobs.watched";
const windowKey = "workforce.jobs.window";

/** Registers the jobs: their tree, their commands, and the watching of those that were started from here. */
export function register({ log, context, connections }: JobServices): vscode.Disposable & { jobs: Jobs } {
  const { workspaceState } = context;
  const watched = new WatchedJobsModel({
    store: {
      read: () => workspaceState.get<readonly WatchedJob[]>(watchedKey, []),
      write: async (jobs) => workspaceState.update(watchedKey, jobs),
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
  const saved = workspaceState.get<unknown>(windowKey);
  const model = new JobsModel(
    { source: createJobsSource(connections), watched, clock: systemClock, random: Math.random },
    isJobWindow(saved) ? saved : usualJobWindow,
  );
  const data = new JobsTree(model, watched);
  const tree = vscode.window.createTreeView(viewId, { treeDataProvider: data, canSelectMany: true });
  const disposable = vscode.Disposable.from(
    tree,
    data,
    model,
    watched,
    tree.onDidChangeVisibility(({ visible }) => model.setVisible(visible)),
    connections.onDidChange(() => model.refresh()),
    watched.onDidEnd(({ label, state }) => void tellEnd(label, state.phase, state.message)),
    ...jobsCommands({
      log,
      model,
      watched,
      connections,
      tree,
      saveWindow: async (days) => workspaceState.update(windowKey, days),
    }),
  );
  return {
    jobs: { watch: (connectionId, reference, label) => watched.watch(connectionId, reference, label) },
    dispose: () => disposable.dispose(),
  };
}

/** A job takes minutes: whoever started it has gone on to something else. */
async function tellEnd(label: string, phase: string, message: string | undefined): Promise<void> {
  const show = vscode.l10n.t("Show Jobs");
  const said = message ? ` ${message}` : "";
  const picked =
    phase === "succeeded"
      ? await vscode.window.showInformationMessage(vscode.l10n.t("{0}: the job succeeded.", label), show)
      : await vscode.window.showWarningMessage(vscode.l10n.t("{0}: the job {1}.{2}", label, phase, said), show);
  if (picked === show) {
    await vscode.commands.executeCommand(`${viewId}.focus`);
  }
}

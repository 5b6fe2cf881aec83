import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import { isTreeItem } from "../../base/guards.ts";
import { loadOnce } from "../../base/load-once.ts";
import type { JobReference } from "../../contract/job-reference.ts";
import { isCancellation } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import type { JobChainEnd, JobEndAction } from "../../host/job-chain.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { UpdatingTree } from "../../host/updating-tree.ts";
import type { JobItem } from "./job-item.ts";
import { JobLogDocuments } from "./job-log-documents.ts";
import type { JobsController } from "./jobs-controller.ts";
import type { JobConnections } from "./jobs-source.ts";
import { watchedJobsState } from "./watched-job.ts";

export interface JobServices {
  readonly log: Log;
  readonly context: vscode.ExtensionContext;
  readonly connections: JobConnections & { readonly onDidChange: Event<void> };
  /** Tells other features that a chain of jobs has ended, and returns the buttons that they offer in its notice. */
  readonly endActions: (end: JobChainEnd) => Promise<readonly JobEndAction[]>;
}

/** Functions of the jobs feature that other features use. */
export interface Jobs {
  /** Polls a job that this extension started until it ends, even after a reload of the VS Code window. */
  watch(connectionId: string, reference: JobReference, label: string): Promise<void>;
}

/** Registers the jobs feature: its tree, its commands, and the polling of jobs that this extension started. */
export function register({ log, context, connections, endActions }: JobServices): vscode.Disposable & { jobs: Jobs } {
  const { workspaceState: state } = context;
  const loadController = loadOnce<JobsController>(() =>
    import("./jobs-controller.ts").then(
      ({ JobsController }) =>
        new JobsController({
          state,
          connections,
          onReload: () => data.refresh(),
          // VS Code reads a hidden tree when it is shown.
          onChange: () => (tree.visible ? void data.update() : data.refresh()),
          onLogChange: (subject) => logs.notify(subject),
          openLog: (subject) => logs.open(subject),
          endActions: async (end) => {
            try {
              const actions = await endActions(end);
              return actions.map(({ label, run }) => ({ label, run: () => runAction(log, run) }));
            } catch (error) {
              logFailure(log, "What follows a job could not be found out", error);
              return [];
            }
          },
        }),
    ),
  );
  const logs = new JobLogDocuments({
    read: async (subject) => (await loadController()).readLog(subject),
    close: async (subject) => (await loadController()).closeLog(subject),
  });
  const data = new UpdatingTree<JobItem>(loadController, ({ key }) => key);
  const tree = vscode.window.createTreeView("workforce.jobs", { treeDataProvider: data, canSelectMany: true });
  const chosen = (item: unknown, selected: unknown) =>
    chosenItems(item, selected, tree.selection).map((one) => data.current(one));
  // After a reload of the window, jobs that are still watched report their end even if the tree is hidden.
  const timer = setTimeout(() => {
    if (state.get<readonly unknown[]>(watchedJobsState, []).length > 0) {
      void loadController();
    }
  }, 0);
  const disposable = vscode.Disposable.from(
    tree,
    data,
    logs,
    { dispose: () => clearTimeout(timer) },
    tree.onDidChangeVisibility(async ({ visible }) => (await loadController()).setVisible(visible)),
    connections.onDidChange(() => loadController.ifLoaded((loaded) => loaded.updateTarget())),
    registerCommand(log, commandIds.refreshJobs, async () => (await loadController()).refresh()),
    registerCommand(log, commandIds.selectJobWindow, async () => (await loadController()).selectWindow()),
    registerCommand(log, commandIds.cancelJobs, async (item, all) =>
      (await loadController()).cancel(chosen(item, all)),
    ),
    registerCommand(log, commandIds.showJobLog, async (item, all) =>
      (await loadController()).showLog(chosen(item, all)),
    ),
    registerCommand(log, commandIds.copyJobId, async (item, all) => (await loadController()).copyId(chosen(item, all))),
    registerCommand(log, commandIds.forgetJob, async (item, all) => (await loadController()).forget(chosen(item, all))),
    registerCommand(log, commandIds.forgetEndedJobs, async () => (await loadController()).forgetEnded()),
    { dispose: () => loadController.ifLoaded((loaded) => loaded.dispose()) },
  );
  return {
    jobs: {
      watch: async (connectionId, reference, label) => (await loadController()).watch(connectionId, reference, label),
    },
    dispose: () => disposable.dispose(),
  };
}

/** Runs what a button of a notice does. An error is shown, because no command waits for it. */
async function runAction(log: Log, run: JobEndAction["run"]): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (!isCancellation(error)) {
      await showFailure(log, error);
    }
  }
}

/**
 * Returns the tree items that a command acts on. VS Code passes the clicked item and, if it is one of several selected
 * items, all of them.
 */
function chosenItems(item: unknown, selected: unknown, selection: readonly JobItem[]): readonly JobItem[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return selected.filter((one) => isTreeItem<JobItem>(one));
  }
  return isTreeItem<JobItem>(item) ? [item] : selection;
}

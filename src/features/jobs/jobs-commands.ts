import * as vscode from "vscode";
import { commandIds } from "../../host/command-ids.ts";
import { registerCommand } from "../../host/commands.ts";
import type { Log } from "../../host/log.ts";
import { withProgress } from "../../host/progress.ts";
import { cancelBatches, cancelOutcome } from "./cancel-jobs.ts";
import type { JobItem } from "./job-item.ts";
import { type JobWindowDays, jobWindows } from "./job-window-model.ts";
import type { JobsModel } from "./jobs-model.ts";
import type { JobConnections } from "./jobs-source.ts";
import type { WatchedJobsModel } from "./watched-jobs-model.ts";

const viewId = "workforce.jobs";

interface Parts {
  readonly log: Log;
  readonly model: JobsModel;
  readonly watched: WatchedJobsModel;
  readonly connections: JobConnections;
  readonly tree: vscode.TreeView<JobItem>;
  saveWindow(days: JobWindowDays): Promise<void>;
}

/** The commands of the jobs view; those of an item get it, and what is selected with it, as their arguments. */
export function jobsCommands(parts: Parts): vscode.Disposable[] {
  const { log, model, watched, tree } = parts;
  return [
    registerCommand(log, commandIds.refreshJobs, () => model.refresh()),
    registerCommand(log, commandIds.selectJobWindow, async () => {
      const picked = await vscode.window.showQuickPick(
        jobWindows.map((days) => ({
          label: windowText(days),
          description: days === model.window ? vscode.l10n.t("now") : "",
          days,
        })),
        { title: vscode.l10n.t("Jobs to Show"), placeHolder: vscode.l10n.t("How far back") },
      );
      if (picked) {
        await parts.saveWindow(picked.days);
        model.setWindow(picked.days);
      }
    }),
    registerCommand(log, commandIds.cancelJobs, async (item, selected) => {
      const chosen = chosenItems(item, selected, tree.selection);
      await cancel(parts, [...new Set(chosen.flatMap(jobIdOf))]);
    }),
    registerCommand(log, commandIds.copyJobId, async (item) => {
      const [only] = chosenItems(item, undefined, tree.selection).flatMap(jobIdOf);
      if (only !== undefined) {
        await vscode.env.clipboard.writeText(only);
      }
    }),
    registerCommand(log, commandIds.forgetJob, async (item) => {
      if (isItem(item) && item.kind === "watched") {
        await watched.forget(item.key);
      }
    }),
    registerCommand(log, commandIds.forgetEndedJobs, () => watched.forgetEnded()),
  ];
}

async function cancel({ model, connections }: Parts, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) {
    return;
  }
  const question =
    ids.length === 1
      ? vscode.l10n.t("Cancel this job?")
      : vscode.l10n.t("Cancel {0} jobs?", ids.length.toLocaleString(vscode.env.language));
  const detail = vscode.l10n.t("What they did so far may stay. A receiving job that is running cannot be cancelled.");
  const confirm = vscode.l10n.t("Cancel Jobs");
  if ((await vscode.window.showWarningMessage(question, { modal: true, detail }, confirm)) !== confirm) {
    return;
  }
  const { client } = await connections.current();
  const results = await withProgress({ viewId }, vscode.l10n.t("Cancelling jobs"), async (signal) => {
    const all = [];
    for (const jobIds of cancelBatches(ids)) {
      const answer = await client.cancelJobs({ body: { jobIds: [...jobIds] } }, { signal });
      all.push(...(answer.jobCancellationResults ?? []));
    }
    return all;
  });
  model.refresh();
  const { cancelled, refused } = cancelOutcome(results);
  if (refused.length > 0) {
    const title = vscode.l10n.t("{0} cancelled, {1} not.", cancelled, refused.length);
    await vscode.window.showWarningMessage(title, { modal: true, detail: refused.slice(0, 20).join("\n") });
  }
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

/** VS Code gives the item that was clicked and, when it is among several selected ones, all of them. */
function chosenItems(item: unknown, selected: unknown, selection: readonly JobItem[]): readonly JobItem[] {
  if (Array.isArray(selected) && selected.length > 0) {
    return selected.filter(isItem);
  }
  return isItem(item) ? [item] : selection;
}

function jobIdOf(item: JobItem): string[] {
  return item.kind === "job" || item.kind === "child" || item.kind === "watched" ? [item.facts.id] : [];
}

function isItem(value: unknown): value is JobItem {
  return typeof value === "object" && value !== null && "kind" in value && "key" in value;
}

import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { commandIds } from "../../host/command-ids.ts";
import type { JobDetails, JobItem } from "./job-item.ts";
import { durationText, statusText, timeText, typeText } from "./job-text.ts";
import { durationMs } from "./job-times-model.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

const icons: Readonly<Record<JobPhase, vscode.ThemeIcon>> = {
  waiting: new vscode.ThemeIcon("clock"),
  running: new vscode.ThemeIcon("sync~spin"),
  succeeded: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  failed: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
  cancelled: new vscode.ThemeIcon("circle-slash"),
};

/** Creates the tree item of a job, without its tooltip. */
export function treeItemOf(item: JobItem): vscode.TreeItem {
  const treeItem = describe(item);
  treeItem.id = item.key;
  return treeItem;
}

function describe(item: JobItem): vscode.TreeItem {
  switch (item.kind) {
    case "job":
    case "child":
      return job(item.details, typeText(item.details), item.hasChildren, contextOf("job", item.details));
    case "watched": {
      const shown = job(item.details, item.label, item.hasChildren, contextOf("watchedJob", item.details));
      if (item.problem !== undefined) {
        shown.iconPath = new vscode.ThemeIcon("warning");
        shown.description = item.problem;
        shown.accessibilityInformation = { label: `${item.label}, ${item.problem}` };
      }
      return shown;
    }
    case "problem": {
      const shown = new vscode.TreeItem(item.message, None);
      shown.iconPath = new vscode.ThemeIcon("error");
      shown.contextValue = "problem";
      shown.tooltip = vscode.l10n.t("{0}\n\nSelect to try again.", item.message);
      shown.command = { command: commandIds.refreshJobs, title: vscode.l10n.t("Retry") };
      return shown;
    }
    case "empty": {
      const shown = new vscode.TreeItem(vscode.l10n.t("No jobs in this period"), None);
      shown.iconPath = new vscode.ThemeIcon("info");
      shown.tooltip = vscode.l10n.t("Select to look further back.");
      shown.command = { command: commandIds.selectJobWindow, title: vscode.l10n.t("Look Further Back") };
      return shown;
    }
    default:
      return assertNever(item);
  }
}

function job(details: JobDetails, label: string, hasChildren: boolean, contextValue: string): vscode.TreeItem {
  const shown = new vscode.TreeItem(label, hasChildren ? Collapsed : None);
  const shownLines = [statusText(details), details.tenant, beginText(details), tookText(details)];
  const parts = shownLines.filter((part) => part !== undefined);
  shown.description = parts.join(" · ");
  shown.iconPath = icons[details.phase];
  shown.contextValue = contextValue;
  shown.accessibilityInformation = { label: [label, ...parts, details.message].filter((part) => part).join(", ") };
  return shown;
}

function beginText({ times: { submitted, started } }: JobDetails): string | undefined {
  if (started) {
    return vscode.l10n.t("started {0}", timeText(started));
  }
  return submitted && vscode.l10n.t("submitted {0}", timeText(submitted));
}

/** Duration of a job that has ended; undefined for others, since tree lines do not count seconds. */
function tookText({ times, phase }: JobDetails): string | undefined {
  const duration = times.ended && durationMs(times, phase, times.ended.atMs);
  return duration === undefined ? undefined : durationText(duration);
}

/** Context value of a job, which the menus compare: an open job can be cancelled. */
function contextOf(kind: "job" | "watchedJob", { phase }: JobDetails): string {
  return phase === "waiting" || phase === "running" ? `${kind}Open` : `${kind}Ended`;
}

import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import * as commandIds from "../../host/command-ids.ts";
import { escapeMarkdown, escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import type { JobDetails, JobItem } from "./job-item.ts";
import { countsText, durationText, statusText, timeText, typeText } from "./job-text.ts";
import { durationMs, type JobMoment } from "./job-times-model.ts";

const { Collapsed, None } = vscode.TreeItemCollapsibleState;

const icons: Readonly<Record<JobPhase, vscode.ThemeIcon>> = {
  waiting: new vscode.ThemeIcon("clock"),
  running: new vscode.ThemeIcon("sync~spin"),
  succeeded: new vscode.ThemeIcon("pass", new vscode.ThemeColor("testing.iconPassed")),
  failed: new vscode.ThemeIcon("error", new vscode.ThemeColor("testing.iconFailed")),
  cancelled: new vscode.ThemeIcon("circle-slash"),
};

/** Creates the VS Code tree item of a job, without its tooltip. */
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

/**
 * Returns the duration of a finished job as text. Undefined for a running job, because tree items do not count seconds.
 */
function tookText({ times, phase }: JobDetails): string | undefined {
  const duration = times.ended && durationMs(times, phase, times.ended.atMs);
  return duration === undefined ? undefined : durationText(duration);
}

/**
 * Returns the context value of a job's tree item, which enables menu entries. For example, only a running job can be
 * cancelled.
 */
function contextOf(kind: "job" | "watchedJob", { phase }: JobDetails): string {
  return phase === "waiting" || phase === "running" ? `${kind}Open` : `${kind}Ended`;
}

type TooltipLine = readonly [name: string, value: string | undefined];

/** Returns the tooltip of a job's tree item, or undefined to use the default tooltip of VS Code. */
export function tooltipOf(item: JobItem, label: string, nowMs: number): vscode.MarkdownString | undefined {
  if (!("details" in item)) {
    return undefined;
  }
  const { details } = item;
  const { times, phase, relatedIds } = details;
  const duration = durationMs(times, phase, nowMs);
  const shownLines: readonly TooltipLine[] = [
    [vscode.l10n.t("State"), statusText(details)],
    [vscode.l10n.t("Tenant"), details.tenant],
    [vscode.l10n.t("Submitted"), momentText(details, "submitted")],
    [vscode.l10n.t("Started"), momentText(details, "started")],
    [vscode.l10n.t("Ended"), momentText(details, "ended")],
    [vscode.l10n.t("Duration"), duration === undefined ? undefined : durationText(duration)],
    [vscode.l10n.t("Counts"), countsText(details.counts)],
    [vscode.l10n.t("Data version"), details.dataVersion],
    [vscode.l10n.t("Export ID"), relatedIds.export],
    [vscode.l10n.t("Transaction ID"), relatedIds.transaction],
    [vscode.l10n.t("Job ID"), details.id],
  ];
  // Text from the service is escaped, so that it cannot become a link or an image.
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeMarkdownLine(label)}**`);
  for (const message of [details.message, item.kind === "watched" ? item.problem : undefined]) {
    if (message) {
      text.appendMarkdown(`\n\n${escapeMarkdown(message)}`);
    }
  }
  text.appendMarkdown("\n\n");
  for (const [name, value] of shownLines) {
    if (value) {
      text.appendMarkdown(`${escapeMarkdownLine(name)}: ${escapeMarkdownLine(value)}  \n`);
    }
  }
  return text;
}

/**
 * Formats the time of a job event. Adds a note if the time was observed by this VS Code window and not reported by the
 * service.
 */
function momentText({ times }: Pick<JobDetails, "times">, moment: JobMoment): string | undefined {
  const instant = times[moment];
  if (!instant) {
    return undefined;
  }
  const time = timeText(instant);
  return instant.source === "service" ? time : vscode.l10n.t("{0}, observed by this window", time);
}

import * as vscode from "vscode";
import { escapeLine, escapeMarkdown } from "../../languages/core/text/markdown.ts";
import type { JobDetails, JobItem } from "./job-item.ts";
import { countsText, durationText, statusText, timeText } from "./job-text.ts";
import { durationMs, type JobMoment } from "./job-times-model.ts";

type TooltipLine = readonly [name: string, value: string | undefined];

/** Tooltip of a job; undefined to keep the tree's default. */
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
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeLine(label)}**`);
  for (const message of [details.message, item.kind === "watched" ? item.problem : undefined]) {
    if (message) {
      text.appendMarkdown(`\n\n${escapeMarkdown(message)}`);
    }
  }
  text.appendMarkdown("\n\n");
  for (const [name, value] of shownLines) {
    if (value) {
      text.appendMarkdown(`${escapeLine(name)}: ${escapeLine(value)}  \n`);
    }
  }
  return text;
}

/** Formats a time, with a note if this window observed it and the service did not report it. */
function momentText({ times }: Pick<JobDetails, "times">, moment: JobMoment): string | undefined {
  const instant = times[moment];
  if (!instant) {
    return undefined;
  }
  const time = timeText(instant);
  return instant.source === "service" ? time : vscode.l10n.t("{0}, observed by this window", time);
}

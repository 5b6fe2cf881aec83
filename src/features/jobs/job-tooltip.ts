import * as vscode from "vscode";
import { escapeLine, escapeMarkdown } from "../../languages/core/text/markdown.ts";
import type { JobDetails, JobItem } from "./job-item.ts";
import { durationMs, type JobMoment } from "./job-times-model.ts";
import { countsText, durationText, statusText, timeText } from "./job-words.ts";

type Fact = readonly [name: string, value: string | undefined];

/** What a job says when the pointer rests on it; made when it is asked for. `undefined` leaves the tree's own. */
export function tooltipOf(item: JobItem, label: string, nowMs: number): vscode.MarkdownString | undefined {
  if (!("facts" in item)) {
    return undefined;
  }
  const { facts } = item;
  const { times, phase, relatedIds } = facts;
  const duration = durationMs(times, phase, nowMs);
  const said: readonly Fact[] = [
    [vscode.l10n.t("State"), statusText(facts)],
    [vscode.l10n.t("Tenant"), facts.tenant],
    [vscode.l10n.t("Submitted"), momentText(facts, "submitted")],
    [vscode.l10n.t("Started"), momentText(facts, "started")],
    [vscode.l10n.t("Ended"), momentText(facts, "ended")],
    [vscode.l10n.t("Duration"), duration === undefined ? undefined : durationText(duration)],
    [vscode.l10n.t("Counts"), countsText(facts.counts)],
    [vscode.l10n.t("Data version"), facts.dataVersion],
    [vscode.l10n.t("Export ID"), relatedIds.export],
    [vscode.l10n.t("Transaction ID"), relatedIds.transaction],
    [vscode.l10n.t("Job ID"), facts.id],
  ];
  // Texts of the service are escaped: a message is not ours, and must not become a link or an image.
  const text = new vscode.MarkdownString().appendMarkdown(`**${escapeLine(label)}**`);
  for (const message of [facts.message, item.kind === "watched" ? item.problem : undefined]) {
    if (message) {
      text.appendMarkdown(`\n\n${escapeMarkdown(message)}`);
    }
  }
  text.appendMarkdown("\n\n");
  for (const [name, value] of said) {
    if (value) {
      text.appendMarkdown(`${name}: ${escapeLine(value)}  \n`);
    }
  }
  return text;
}

/** A time that no answer of the service has is told from one that does. */
function momentText({ times }: Pick<JobDetails, "times">, moment: JobMoment): string | undefined {
  const instant = times[moment];
  if (!instant) {
    return undefined;
  }
  const time = timeText(instant);
  return instant.saidBy === "service" ? time : vscode.l10n.t("{0}, as this window saw", time);
}

import * as vscode from "vscode";
import type { ChildJobCounts, JobPhaseCounts } from "../../client/jobs/job-state.ts";
import type { JobPhase } from "../../contract/job-status.ts";
import { formatPlural } from "../../host/amounts.ts";
import { type JobDetails, jobTypeName } from "./job-item.ts";
import type { JobInstant } from "./job-times-model.ts";

export function phaseText(phase: JobPhase): string {
  switch (phase) {
    case "waiting":
      return vscode.l10n.t("waiting");
    case "running":
      return vscode.l10n.t("running");
    case "succeeded":
      return vscode.l10n.t("succeeded");
    case "failed":
      return vscode.l10n.t("failed");
    case "cancelled":
      return vscode.l10n.t("cancelled");
  }
}

/** Returns the status text that the service reported for a job, or else the name of the job's phase. */
export function statusText({ status, phase }: Pick<JobDetails, "status" | "phase">): string {
  return status ?? phaseText(phase);
}

/** Returns the display name of a job without a label: its type, or else its id or tenant. */
export function typeText({ jobType, id, tenant }: Pick<JobDetails, "jobType" | "id" | "tenant">): string {
  return jobTypeName(jobType) ?? (id === "" ? (tenant ?? vscode.l10n.t("Job")) : id);
}

/** Formats a time in the user's locale and time zone. */
export function timeText({ atMs }: JobInstant): string {
  return new Date(atMs).toLocaleString(vscode.env.language);
}

/** Formats a duration, such as `2 min 5 s` for 125,000 milliseconds. */
export function durationText(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) {
    return vscode.l10n.t("{0} s", seconds);
  }
  return hours === 0
    ? vscode.l10n.t("{0} min {1} s", minutes, seconds % 60)
    : vscode.l10n.t("{0} h {1} min", hours, minutes % 60);
}

/** Formats the numbers of child jobs of a job. Empty if the service reports none. */
export function countsText({ dispatched, jobs, processing }: ChildJobCounts): string {
  return [
    dispatched === undefined
      ? undefined
      : formatPlural(dispatched, [vscode.l10n.t("1 job dispatched"), vscode.l10n.t("{0} jobs dispatched")]),
    jobs && vscode.l10n.t("jobs: {0}", phaseCountsText(jobs)),
    processing && vscode.l10n.t("processing jobs: {0}", phaseCountsText(processing)),
  ]
    .filter((part) => part !== undefined)
    .join("; ");
}

function phaseCountsText({ pending = 0, running = 0, succeeded = 0, failed = 0 }: JobPhaseCounts): string {
  return vscode.l10n.t("{0} pending, {1} running, {2} succeeded, {3} failed", pending, running, succeeded, failed);
}

import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import { isEndedPhase } from "../../contract/job-status.ts";
import { formatPlural } from "../../host/amounts.ts";
import type { JobDetails } from "./job-item.ts";
import type { JobLog, JobLogEvent } from "./job-log-model.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import { countsText, durationText, phaseText, statusText, typeText } from "./job-text.ts";
import { durationMs, type JobMoment } from "./job-times-model.ts";

/** Maximum number of child jobs that a job log lists. */
const maxListedChildren = 1000;

/**
 * Formats a job log as the text of a document. `nowMs` (epoch milliseconds) is the current time, for the duration of a
 * running job.
 */
export function jobLogText(log: JobLog, connection: string, nowMs: number): string {
  const sections = [
    headerLines(log, connection, nowMs),
    serviceReportLines(log.subject),
    [
      ...(log.omitted > 0
        ? [
            formatPlural(log.omitted, [
              vscode.l10n.t("1 earlier line is left out."),
              vscode.l10n.t("{0} earlier lines are left out."),
            ]),
          ]
        : []),
      ...eventLines(log),
    ],
    ...(log.children.length > 0 ? [childLines(log)] : []),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function headerLines(
  { subject, details, childPhases, hasState, problem }: JobLog,
  connection: string,
  nowMs: number,
): string[] {
  const { times, phase, relatedIds } = details;
  const { reference, child } = subject;
  const duration = durationMs(times, phase, nowMs);
  const phases = [...childPhases].map(([name, count]) => `${count} ${phaseText(name)}`).join(", ");
  const lines: (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("Job"), subject.label],
    [vscode.l10n.t("State"), hasState ? statusText(details) : vscode.l10n.t("not known yet")],
    [vscode.l10n.t("Message"), details.message],
    [vscode.l10n.t("Problem"), problem],
    [vscode.l10n.t("Type"), details.jobType],
    [vscode.l10n.t("Connection"), connection],
    [vscode.l10n.t("Tenant"), details.tenant],
    [vscode.l10n.t("Job ID"), details.id],
    [vscode.l10n.t("Parent job ID"), child === undefined ? relatedIds.parentJob : jobIdOf(reference)],
    [vscode.l10n.t("Transaction ID"), relatedIds.transaction],
    [vscode.l10n.t("Export ID"), relatedIds.export],
    [vscode.l10n.t("Data version"), details.dataVersion],
    ...(["submitted", "started", "ended"] as const).map(
      (moment) => [momentTitle(moment), instantText(details, moment)] as const,
    ),
    [
      isEndedPhase(phase) ? vscode.l10n.t("Took") : vscode.l10n.t("Runs for"),
      duration === undefined ? undefined : durationText(duration),
    ],
    [vscode.l10n.t("Counts"), countsText(details.counts)],
    [vscode.l10n.t("Child jobs"), phases],
  ];
  const shownLines = lines.filter(([, value]) => value !== undefined && value !== "");
  const width = Math.max(...shownLines.map(([name]) => name.length)) + 2;
  return shownLines.map(([name, value = ""]) => `${`${name}:`.padEnd(width)}${oneLine(value)}`);
}

/**
 * Returns lines that explain which information the service reports about the job. The service has no logs for any kind
 * of job.
 */
function serviceReportLines({ reference, child }: JobLogSubject): string[] {
  return [
    vscode.l10n.t("The service keeps no log of this job."),
    serviceReportText(child === undefined ? reference.kind : "child"),
    vscode.l10n.t("The rest is what this window observed while it polled the job."),
  ];
}

function serviceReportText(kind: JobLogSubject["reference"]["kind"] | "child"): string {
  switch (kind) {
    case "job":
      return vscode.l10n.t(
        "It reports the job's state, when it started and, as far as the service has them, its end and its message.",
      );
    case "dispatching":
      return vscode.l10n.t("It reports the job's state, and the state and the message of each job that it dispatched.");
    case "sql":
      return vscode.l10n.t("It reports the job's state, and the state and the message of each tenant.");
    case "export":
      return vscode.l10n.t("It reports only whether the job runs, is completed or has failed.");
    case "connector":
      return vscode.l10n.t("It reports the state and the error of the job and of each of its sync jobs.");
    case "validation":
      return vscode.l10n.t("It reports nothing until the validation has ended, and then its errors.");
    case "child":
      return vscode.l10n.t("Its parent job reports its state and, for some kinds, a message.");
    default:
      return assertNever(kind);
  }
}

function eventLines({ events }: JobLog): string[] {
  return events.map((event) => `${new Date(event.atMs).toISOString()}  ${eventText(event)}`);
}

function eventText(event: JobLogEvent): string {
  switch (event.kind) {
    case "began":
      return vscode.l10n.t("This window starts to poll the job.");
    case "moment": {
      const { owner, moment, source } = event;
      if (owner === "transaction") {
        return transactionText(moment);
      }
      return owner === "job" ? momentText(moment, source) : `${childText(owner)}: ${momentText(moment, source)}`;
    }
    case "state": {
      const message = event.message === undefined ? "" : `, ${oneLine(event.message)}`;
      const who = event.child === undefined ? vscode.l10n.t("State") : childText(event.child);
      return `${who}: ${statusText(event)}${message}`;
    }
    case "counts":
      return countsText(event.counts);
    case "export":
      return vscode.l10n.t("The export is available: {0}", event.id);
    case "problem":
      return vscode.l10n.t("The job can no longer be polled: {0}", oneLine(event.message));
    default:
      return assertNever(event);
  }
}

function momentText(moment: JobMoment, source: "service" | "window"): string {
  if (source === "service") {
    return vscode.l10n.t("{0}, according to the service.", momentTitle(moment));
  }
  return moment === "submitted"
    ? vscode.l10n.t("Submitted by this window.")
    : vscode.l10n.t("{0}, observed by this window.", momentTitle(moment));
}

function transactionText(moment: JobMoment): string {
  switch (moment) {
    case "submitted":
      return vscode.l10n.t("The transaction of the job was created.");
    case "started":
      return vscode.l10n.t("The transaction of the job was started.");
    case "ended":
      return vscode.l10n.t("The transaction of the job was closed.");
  }
}

function childLines({ children: all }: JobLog): string[] {
  const lines = all.slice(0, maxListedChildren).map((details) => {
    const started = instantText(details, "started");
    const shownLines = [
      statusText(details),
      details.message && oneLine(details.message),
      started && vscode.l10n.t("started {0}", started),
      details.dataVersion && vscode.l10n.t("data version {0}", details.dataVersion),
    ];
    return `- ${childText(details)}: ${shownLines.filter((part) => part !== undefined && part !== "").join(", ")}`;
  });
  const more = all.length - lines.length;
  return [
    vscode.l10n.t("Child jobs:"),
    ...lines,
    ...(more > 0 ? [vscode.l10n.t("- and {0} more, which the Jobs view shows.", more)] : []),
  ];
}

function childText({ id, jobType, tenant }: Pick<JobDetails, "id" | "jobType" | "tenant">): string {
  const name = typeText({ id, jobType, tenant });
  return [name, ...[tenant, id].filter((part) => part !== undefined && part !== "" && part !== name)].join(" ");
}

function momentTitle(moment: JobMoment): string {
  switch (moment) {
    case "submitted":
      return vscode.l10n.t("Submitted");
    case "started":
      return vscode.l10n.t("Started");
    case "ended":
      return vscode.l10n.t("Ended");
  }
}

function instantText({ times }: JobDetails, moment: JobMoment): string | undefined {
  const instant = times[moment];
  if (!instant) {
    return undefined;
  }
  const time = new Date(instant.atMs).toISOString();
  return instant.source === "service" ? time : vscode.l10n.t("{0} (observed by this window)", time);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

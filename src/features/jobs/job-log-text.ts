import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { jobIdOf } from "../../contract/job-reference.ts";
import { isEnded } from "../../contract/job-status.ts";
import type { JobDetails } from "./job-item.ts";
import type { JobLog, JobLogEvent } from "./job-log-model.ts";
import type { JobLogSubject } from "./job-log-subject.ts";
import { durationMs, type JobMoment } from "./job-times-model.ts";
import { countsText, durationText, phaseText, statusText, typeText } from "./job-words.ts";

/** Lines of a list that nobody reads to its end. */
const mostChildren = 1000;

/** A log as the text of a document; `nowMs` is for what is not over. */
export function jobLogText(log: JobLog, connection: string, nowMs: number): string {
  const sections = [
    facts(log, connection, nowMs),
    toldText(log.subject),
    [...(log.omitted > 0 ? [vscode.l10n.t("{0} earlier lines are left out.", log.omitted)] : []), ...course(log)],
    ...(log.children.length > 0 ? [children(log)] : []),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function facts({ subject, facts, childPhases, isSeen, problem }: JobLog, connection: string, nowMs: number): string[] {
  const { times, phase, relatedIds } = facts;
  const { reference, child } = subject;
  const duration = durationMs(times, phase, nowMs);
  const phases = [...childPhases].map(([name, count]) => `${count} ${phaseText(name)}`).join(", ");
  const lines: (readonly [string, string | undefined])[] = [
    [vscode.l10n.t("Job"), subject.label],
    [vscode.l10n.t("State"), isSeen ? statusText(facts) : vscode.l10n.t("not known yet")],
    [vscode.l10n.t("Message"), facts.message],
    [vscode.l10n.t("Problem"), problem],
    [vscode.l10n.t("Type"), facts.jobType],
    [vscode.l10n.t("Connection"), connection],
    [vscode.l10n.t("Tenant"), facts.tenant],
    [vscode.l10n.t("Job ID"), facts.id],
    [vscode.l10n.t("Parent job ID"), child === undefined ? relatedIds.parentJob : jobIdOf(reference)],
    [vscode.l10n.t("Transaction ID"), relatedIds.transaction],
    [vscode.l10n.t("Export ID"), relatedIds.export],
    [vscode.l10n.t("Data version"), facts.dataVersion],
    ...(["submitted", "started", "ended"] as const).map(
      (moment) => [momentTitle(moment), instantText(facts, moment)] as const,
    ),
    [
      isEnded(phase) ? vscode.l10n.t("Took") : vscode.l10n.t("Runs for"),
      duration === undefined ? undefined : durationText(duration),
    ],
    [vscode.l10n.t("Counts"), countsText(facts.counts)],
    [vscode.l10n.t("Its jobs"), phases],
  ];
  const said = lines.filter(([, value]) => value !== undefined && value !== "");
  const width = Math.max(...said.map(([name]) => name.length)) + 2;
  return said.map(([name, value = ""]) => `${`${name}:`.padEnd(width)}${oneLine(value)}`);
}

/** No kind of job has a log in the service: what it has in place of one is said instead. */
function toldText({ reference, child }: JobLogSubject): string[] {
  return [
    vscode.l10n.t("The service keeps no log of this job."),
    whatIsTold(child === undefined ? reference.kind : "child"),
    vscode.l10n.t("The rest is what this window saw while it looked."),
  ];
}

function whatIsTold(kind: JobLogSubject["reference"]["kind"] | "child"): string {
  switch (kind) {
    case "job":
      return vscode.l10n.t("It tells the job's state and when it started.");
    case "dispatching":
      return vscode.l10n.t("It tells the job's state, and the state and the message of each job that it dispatched.");
    case "sql":
      return vscode.l10n.t("It tells the job's state, and the state and the message of each tenant.");
    case "export":
      return vscode.l10n.t("It tells only whether the job runs, is completed or has failed.");
    case "connector":
      return vscode.l10n.t("It tells the state and the error of the job and of each of its sync jobs.");
    case "validation":
      return vscode.l10n.t("It tells nothing until the validation has ended, and then its errors.");
    case "child":
      return vscode.l10n.t("The job that it belongs to tells its state and, for some kinds, a message.");
    default:
      return assertNever(kind);
  }
}

function course({ events }: JobLog): string[] {
  return events.map((event) => `${new Date(event.atMs).toISOString()}  ${eventText(event)}`);
}

function eventText(event: JobLogEvent): string {
  switch (event.kind) {
    case "began":
      return vscode.l10n.t("This window begins to look at the job.");
    case "moment": {
      const { of, moment, saidBy } = event;
      if (of === "transaction") {
        return transactionText(moment);
      }
      return of === "job" ? momentText(moment, saidBy) : `${childText(of)}: ${momentText(moment, saidBy)}`;
    }
    case "state": {
      const message = event.message === undefined ? "" : `, ${oneLine(event.message)}`;
      const who = event.child === undefined ? vscode.l10n.t("State") : childText(event.child);
      return `${who}: ${statusText(event)}${message}`;
    }
    case "counts":
      return countsText(event.counts);
    case "export":
      return vscode.l10n.t("The export is there: {0}", event.id);
    case "problem":
      return vscode.l10n.t("The job can no longer be looked at: {0}", oneLine(event.message));
    default:
      return assertNever(event);
  }
}

function momentText(moment: JobMoment, saidBy: "service" | "window"): string {
  if (saidBy === "service") {
    return vscode.l10n.t("{0}, as the service says.", momentTitle(moment));
  }
  return moment === "submitted"
    ? vscode.l10n.t("Submitted by this window.")
    : vscode.l10n.t("{0}, as this window saw.", momentTitle(moment));
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

function children({ children: all }: JobLog): string[] {
  const lines = all.slice(0, mostChildren).map((facts) => {
    const started = instantText(facts, "started");
    const said = [
      statusText(facts),
      facts.message && oneLine(facts.message),
      started && vscode.l10n.t("started {0}", started),
      facts.dataVersion && vscode.l10n.t("data version {0}", facts.dataVersion),
    ];
    return `- ${childText(facts)}: ${said.filter((part) => part !== undefined && part !== "").join(", ")}`;
  });
  const more = all.length - lines.length;
  return [
    vscode.l10n.t("Its jobs:"),
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
  return instant.saidBy === "service" ? time : vscode.l10n.t("{0} (as this window saw)", time);
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

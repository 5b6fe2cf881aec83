import { HttpError } from "../call/call.ts";
import { type JobWindow, jobStates } from "../store/job-store.ts";
import { wordOf } from "./job-answers.ts";

interface JobQuery {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly status?: string;
}

/** The jobs that a query asks for: of any status, and from the first of all until now, unless it says otherwise. */
export function readJobWindow({ startTime, endTime, status }: JobQuery, now: number): JobWindow {
  const from = startTime === undefined ? 0 : readTime("startTime", startTime);
  const to = endTime === undefined ? now : readTime("endTime", endTime);
  if (from > to) {
    const message = endTime === undefined ? "startTime is in the future" : "startTime is after endTime";
    throw new HttpError(400, "REQUEST_INVALID", `The request does not fit: query parameter ${message}.`);
  }
  return { from, to, state: status === undefined ? undefined : readState(status) };
}

function readState(status: string): JobWindow["state"] {
  const state = jobStates.find((known) => known === status.toLowerCase());
  if (!state) {
    const known = jobStates.map(wordOf).join(", ");
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request does not fit: query parameter status is none of ${known}.`,
    );
  }
  return state;
}

/** Epoch milliseconds of a date, which is midnight UTC, or of a time with its offset. */
function readTime(name: string, text: string): number {
  const isWhole = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  const time = isWhole ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request does not fit: query parameter ${name} must be an ISO 8601 date, or a time with its offset such as 2026-01-05T08:00:00Z.`,
    );
  }
  return time;
}

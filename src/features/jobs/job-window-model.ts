/** Ages of jobs to list, in days; 0 means all jobs that the service knows. */
export const jobWindows = [1, 7, 30, 365, 0] as const;
export type JobWindowDays = (typeof jobWindows)[number];

export const defaultJobWindow: JobWindowDays = 7;

const dayMs = 24 * 60 * 60 * 1000;

/** `startTime` of the listing, ISO 8601 (service-api, "AllJobStatuses"); `undefined` for all jobs. */
export function windowStart(days: JobWindowDays, nowMs: number): string | undefined {
  return days === 0 ? undefined : new Date(nowMs - days * dayMs).toISOString();
}

export function isJobWindow(value: unknown): value is JobWindowDays {
  return jobWindows.some((days) => days === value);
}

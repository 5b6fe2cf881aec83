import { fieldsOf } from "../base/guards.ts";
import type { JobReference } from "./job-reference.ts";

/** Arguments of a call. */
interface CallArguments {
  readonly path?: Fields | undefined;
  readonly body?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type StartedJob = (answer: Fields, args: CallArguments) => JobReference | undefined;

/** Reads the id of a data job, or of a dispatching job for several tenants (service-api, "Extraction job request"). */
const dataJob: StartedJob = (answer, { body }) => {
  // One of the two extraction operations spells it `JobId`.
  const jobId = textOf(answer.jobId ?? answer.JobId);
  const { tenants, allTenants } = fieldsOf(body);
  const isDispatched = allTenants === true || (Array.isArray(tenants) && tenants.length > 1);
  return jobId === undefined ? undefined : { kind: isDispatched ? "dispatching" : "job", jobId };
};

const sqlJob: StartedJob = (answer, { path }) => {
  const jobId = textOf(answer.jobId);
  const transactionId = textOf(answer.transactionId ?? path?.transactionId);
  return jobId === undefined || transactionId === undefined ? undefined : { kind: "sql", transactionId, jobId };
};

/** Reads the started job from a response, by operation. */
const starters: Readonly<Record<string, StartedJob>> = {
  triggerExtractionJobs: dataJob,
  runExtractionJob: dataJob,
  runProcessingJob: dataJob,
  runConsolidatedJob: dataJob,
  startDataLoad: dataJob,
  completeTransferSession: (answer) => {
    const jobId = textOf(answer.dataReceivingJobId);
    return jobId === undefined ? undefined : { kind: "job", jobId };
  },
  runSqlJob: sqlJob,
  regenerateMaterializedView: sqlJob,
  scheduleDataVersionExport: (answer) => {
    const jobUuid = textOf(answer.jobUuid);
    return jobUuid === undefined ? undefined : { kind: "export", jobUuid };
  },
  runExportConnectorJob: (answer) => {
    const jobId = textOf(answer.id);
    return jobId === undefined ? undefined : { kind: "connector", jobId };
  },
  validateExportCredential: (answer) => {
    const id = textOf(answer.id);
    return id === undefined ? undefined : { kind: "validation", id };
  },
};

/** Returns the job that a call started, according to its response, or undefined if it started none. */
export function startedJob(
  operation: string,
  args: CallArguments,
  answer: unknown,
  tenant: string | undefined,
): JobReference | undefined {
  const started = Object.hasOwn(starters, operation) ? starters[operation]?.(fieldsOf(answer), args) : undefined;
  return started && { ...started, ...(tenant !== undefined && { tenant }) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

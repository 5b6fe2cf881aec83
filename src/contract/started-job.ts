import { fieldsOf } from "../base/guards.ts";
import type { JobReference } from "./job-reference.ts";

/** Arguments of a request that starts a job. */
interface CallArguments {
  readonly path?: Fields | undefined;
  readonly body?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
type StartedJob = (answer: Fields, args: CallArguments) => JobReference | undefined;

/**
 * Returns the reference to a data job, or to a dispatching job for several tenants, by the id in a response
 * (service-api, "Extraction job request").
 */
const readDataJob: StartedJob = (answer, { body }) => {
  // One of the two extraction operations spells it `JobId`.
  const jobId = nonEmptyText(answer.jobId ?? answer.JobId);
  const { tenants, allTenants } = fieldsOf(body);
  const isDispatched = allTenants === true || (Array.isArray(tenants) && tenants.length > 1);
  return jobId === undefined ? undefined : { kind: isDispatched ? "dispatching" : "job", jobId };
};

const readSqlJob: StartedJob = (answer, { path }) => {
  const jobId = nonEmptyText(answer.jobId);
  const transactionId = nonEmptyText(answer.transactionId ?? path?.transactionId);
  return jobId === undefined || transactionId === undefined ? undefined : { kind: "sql", transactionId, jobId };
};

/** Functions that return the started job from a response, by operation name. */
const jobReaders: Readonly<Record<string, StartedJob>> = {
  triggerExtractionJobs: readDataJob,
  runExtractionJob: readDataJob,
  runProcessingJob: readDataJob,
  runConsolidatedJob: readDataJob,
  startDataLoad: readDataJob,
  completeTransferSession: (answer) => {
    const jobId = nonEmptyText(answer.dataReceivingJobId);
    return jobId === undefined ? undefined : { kind: "job", jobId };
  },
  runSqlJob: readSqlJob,
  regenerateMaterializedView: readSqlJob,
  scheduleDataVersionExport: (answer) => {
    const jobUuid = nonEmptyText(answer.jobUuid);
    return jobUuid === undefined ? undefined : { kind: "export", jobUuid };
  },
  runExportConnectorJob: (answer) => {
    const jobId = nonEmptyText(answer.id);
    return jobId === undefined ? undefined : { kind: "connector", jobId };
  },
  validateExportCredential: (answer) => {
    const id = nonEmptyText(answer.id);
    return id === undefined ? undefined : { kind: "validation", id };
  },
};

/** Returns the job that a request started, according to its response; undefined if it started none. */
export function startedJobOf(
  operation: string,
  args: CallArguments,
  answer: unknown,
  tenant: string | undefined,
): JobReference | undefined {
  const started = Object.hasOwn(jobReaders, operation) ? jobReaders[operation]?.(fieldsOf(answer), args) : undefined;
  return started && { ...started, ...(tenant !== undefined && { tenant }) };
}

function nonEmptyText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

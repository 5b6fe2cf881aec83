import { countOf } from "../../base/count-of.ts";
import type { sqlTransactionOperations } from "../../contract/sql-transactions.ts";
import {
  type CallTenant,
  createJsonResponse,
  createStreamResponse,
  createTextResponse,
  HttpError,
} from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { findFileNameProblem } from "../sql-jobs/file-name.ts";
import { readJobRequest } from "../sql-jobs/read-job-request.ts";
import type { SqlTransaction } from "../sql-jobs/sql-transaction.ts";
import type { JobOutputRecord, JobRunRecord } from "../sql-jobs/transaction-record.ts";
import type { StoredJob } from "../store/stored-job.ts";
import { toJobStatusResponse, toTransactionResponse } from "./sql-transaction-responses.ts";

export const sqlTransactionHandlers: OperationHandlers<typeof sqlTransactionOperations> = {
  async startSqlTransaction({ body, tenant, caller }, { sqlJobs }) {
    return createJsonResponse(toTransactionResponse(await sqlJobs.start(tenant, caller, body)));
  },

  async getSqlTransaction({ path, query, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    return createJsonResponse(toTransactionResponse(transaction, query.summaryOnly));
  },

  async extendSqlTransaction({ path, body, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    await sqlJobs.extend(transaction, body.expireAfterSeconds);
    return createJsonResponse(toTransactionResponse(transaction));
  },

  async uploadSqlInputFile({ path, body, tenant, caller, signal }, { sqlJobs }) {
    const problem = findFileNameProblem(path.filename);
    if (problem) {
      throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: path filename ${problem}.`);
    }
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    await sqlJobs.upload(transaction, tenant.code, path.filename, body.file.open(), signal);
    return createTextResponse("");
  },

  async runSqlJob({ path, body, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    const { jobId, tableAccess } = await sqlJobs.run(transaction, readJobRequest(body), tenant, caller);
    return createJsonResponse({ jobId, tableAccess, transactionId: transaction.id });
  },

  async getSqlJobStatus({ path, query, tenant, caller }, parts) {
    const transaction = await parts.sqlJobs.find(path.transactionId, tenant, caller);
    const job = transaction.job(path.jobId);
    if (!job) {
      throw new HttpError(404, "JOB_UNKNOWN", `The SQL transaction ${transaction.id} has no job "${path.jobId}".`);
    }
    const runs = transaction.runs(job.id);
    return createJsonResponse(
      toJobStatusResponse(job, runs, await processingJobsOf(runs, parts), query.summaryOnly ?? false),
    );
  },

  async downloadSqlOutputFile({ path, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    const output = checkExists(transaction.output(tenant.code, path.filename), transaction, tenant, path.filename);
    return createStreamResponse(contentTypeOf(output), sqlJobs.read(transaction, output.file));
  },

  async listSqlOutputParts({ path, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    const found = await sqlJobs.findSplitOutput(transaction, tenant.code, path.filename);
    const { parts } = checkExists(found, transaction, tenant, path.filename);
    return createJsonResponse({ transactionId: transaction.id, filename: path.filename, numberOfParts: parts.length });
  },

  async downloadSqlOutputPart({ path, tenant, caller }, { sqlJobs }) {
    const transaction = await sqlJobs.find(path.transactionId, tenant, caller);
    const found = await sqlJobs.findSplitOutput(transaction, tenant.code, path.filename);
    const { parts, ...output } = checkExists(found, transaction, tenant, path.filename);
    const part = parts[path.partIndex];
    if (part === undefined) {
      throw new HttpError(
        404,
        "PART_UNKNOWN",
        `The output "${path.filename}" has ${countOf(parts.length, "part")}, counted from 0, and no part ${path.partIndex}.`,
      );
    }
    return createStreamResponse(contentTypeOf(output), sqlJobs.read(transaction, part));
  },
};

/** Returns an output that a job wrote in the tenant of the call (sql-like-language 13.3). Throws a 404 if there is none. */
function checkExists<Output>(
  output: Output | undefined,
  transaction: SqlTransaction,
  tenant: CallTenant,
  name: string,
): Output {
  if (!output) {
    const { isExpired } = transaction.record;
    throw new HttpError(
      404,
      "OUTPUT_UNKNOWN",
      isExpired
        ? `The outputs of the SQL transaction ${transaction.id} were removed when it expired; run the job again in a new transaction.`
        : `The SQL transaction ${transaction.id} has no output "${name}" in ${tenant.code}.`,
    );
  }
  return output;
}

function contentTypeOf({ format }: Pick<JobOutputRecord, "format">): string {
  return "csv" in format ? "text/csv" : "application/octet-stream";
}

async function processingJobsOf(
  runs: readonly JobRunRecord[],
  { jobs }: ServiceDependencies,
): Promise<Map<string, StoredJob>> {
  const found = new Map<string, StoredJob>();
  for (const { tenant, processingJobIds } of runs) {
    for (const id of processingJobIds) {
      const job = await jobs.find([tenant], id);
      if (job) {
        found.set(id, job);
      }
    }
  }
  return found;
}

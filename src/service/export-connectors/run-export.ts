import type { AggregateQueryRequest, ListQueryRequest } from "../../contract/queries.ts";
import { isDriverFailure } from "../drivers/driver-error.ts";
import type { DriverContext } from "../drivers/file-store.ts";
import { ParameterProblem } from "../drivers/providers.ts";
import { type CopiedRows, copyAggregateQuery, copyListQuery, QueryError } from "../engine/query-engine.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { JobContext, JobResult } from "../jobs/job-runner.ts";
import type { DataExport, ExportConnectorStore, SyncJob } from "../store/export-connector-store.ts";
import type { ExportCredentialStore } from "../store/export-credential-store.ts";
import type { LeasedTenant, TenantStore } from "../store/tenant-store.ts";
import { readDestination } from "./destinations.ts";
import { type StagingArea, writeDestination } from "./write-destination.ts";

interface ExportRunParts {
  readonly store: ExportConnectorStore;
  readonly credentials: ExportCredentialStore;
  readonly tenants: TenantStore;
  readonly timeColumn: string;
  readonly staging: StagingArea;
  readonly driverContext: (tenant: string, signal: AbortSignal) => DriverContext;
  /** Called with unexpected errors, whose messages may contain data. */
  readonly onFailure: (error: unknown) => void;
}

/** Order of an export job. */
export interface ExportJobRequest {
  /** Id of the connector. */
  readonly connector: string;
}

/**
 * Runs the sync jobs of an export job one after the other, all from the same data: what is in production when the job
 * starts. One that fails keeps no other from being run, but fails the job.
 */
export async function runExport(context: JobContext, parts: ExportRunParts): Promise<JobResult> {
  const { tenant: code, signal } = context;
  const { store, tenants } = parts;
  const tenant = await tenants.find(code);
  if (!tenant) {
    throw new JobFailure(`There is no tenant ${code}.`);
  }
  const syncJobs = await store.syncJobs(context.id);
  let failed = 0;
  try {
    for (const [index, syncJob] of syncJobs.entries()) {
      context.report(`Sending ${syncJob.tableName}, ${index + 1} of ${syncJobs.length}`);
      await store.setSyncState(syncJob.id, "running");
      try {
        await runSyncJob(syncJob, tenant, context, parts);
        await store.setSyncState(syncJob.id, "succeeded");
      } catch (error) {
        // What a job that was cancelled or stopped left undone follows from its own state.
        signal.throwIfAborted();
        failed += 1;
        await store.setSyncState(syncJob.id, "failed", messageOf(error, parts.onFailure));
      }
    }
  } finally {
    tenant.release();
  }
  if (failed > 0) {
    throw new JobFailure(failed === 1 ? "One sync job failed." : `${failed} of ${syncJobs.length} sync jobs failed.`);
  }
  const versions = tenant.dataVersions.join(", ");
  return {
    message: `Sent ${syncJobs.map(({ tableName }) => tableName).join(", ")}${versions && ` of data version ${versions}`}.`,
  };
}

async function runSyncJob(
  { dataExportId, credentialId, tableName }: SyncJob,
  tenant: LeasedTenant,
  { signal }: JobContext,
  { store, credentials, timeColumn, staging, driverContext }: ExportRunParts,
): Promise<void> {
  const dataExport = await store.findExport(tenant.code, dataExportId);
  if (!dataExport) {
    throw new JobFailure(`There is no data export "${dataExportId}".`);
  }
  const credential = await credentials.find(tenant.code, credentialId);
  if (!credential) {
    throw new JobFailure("The credential was deleted.");
  }
  const { destination: name, parameters } = credential;
  const { target } = readDestination({ [name]: parameters });
  if (!target) {
    throw new JobFailure(noDriver(name));
  }
  const rows = await readRows(dataExport, tenant, timeColumn, signal);
  await writeDestination(target, tableName, rows, driverContext(tenant.code, signal), staging);
}

function readRows(
  { isAggregate, request }: DataExport,
  tenant: LeasedTenant,
  timeColumn: string,
  signal: AbortSignal,
): CopiedRows | Promise<CopiedRows> {
  const context = { tenant, timeColumn, signal };
  return isAggregate
    ? copyAggregateQuery(request as AggregateQueryRequest, context)
    : copyListQuery(request as ListQueryRequest, context);
}

/** Returns the message that this service cannot write to a destination. */
export function noDriver(name: string): string {
  return `This service has no driver for the destination ${name}, so it was not connected to. It writes to postgresql, sftp, s3, folder and lakehouse.`;
}

function messageOf(error: unknown, onFailure: (error: unknown) => void): string {
  if (
    error instanceof JobFailure ||
    error instanceof QueryError ||
    error instanceof ParameterProblem ||
    isDriverFailure(error)
  ) {
    return error.message;
  }
  onFailure(error);
  return "The service failed, and its log has the reason; start the job again.";
}

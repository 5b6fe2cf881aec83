import { isObject } from "../../base/guards.ts";
import type { exportConnectorOperations } from "../../contract/export-connectors.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import type { SyncJob } from "../store/export-connector-store.ts";
import type { JobState, StoredJob } from "../store/stored-job.ts";

export const exportConnectorHandlers: OperationHandlers<typeof exportConnectorOperations> = {
  async listExportConnectors({ tenant }, { exportConnectors: { store, credentials } }) {
    const uses = await credentials.uses(tenant.code);
    const lastJobs = await store.lastJobs(tenant.code);
    return createJsonResponse({
      connectors: (await store.list(tenant.code)).map(({ id, objectName, basicInformation, links }) => ({
        id,
        objectName,
        basicInformation,
        links: links.map((linkedDataExport) => ({ linkedDataExport })),
        credentialIds: uses.filter(({ connector }) => connector === id).map(({ credential }) => credential),
        // In addition to the fields of the specification.
        ...(lastJobs.has(id) && { lastJobId: lastJobs.get(id) }),
      })),
    });
  },

  async runExportConnectorJob({ path, tenant }, { exportConnectors }) {
    const { store, credentials } = exportConnectors;
    const connector = await store.find(tenant.code, path.connectorId);
    if (!connector) {
      throw new HttpError(404, "CONNECTOR_UNKNOWN", `There is no connector ${path.connectorId}.`);
    }
    const uses = await credentials.uses(tenant.code);
    const used = uses.filter((use) => use.connector === connector.id).map(({ credential }) => credential);
    if (used.length === 0) {
      throw new HttpError(
        409,
        "CREDENTIAL_MISSING",
        `The connector ${connector.objectName} has no credential; name the connector in the connectorIds of one.`,
      );
    }
    return createJsonResponse({ id: await exportConnectors.run(tenant.code, connector, used) });
  },

  async getExportConnectorJob({ path, tenant }, { exportConnectors, jobs }) {
    // The job first: its sync jobs end before it does, so that none is still running below a job that has ended.
    const job = await jobs.find([tenant.code], path.jobId);
    const syncJobs = job ? await exportConnectors.store.syncJobs(job.id) : [];
    if (!job || syncJobs.length === 0) {
      throw new HttpError(
        404,
        "JOB_UNKNOWN",
        `The tenant ${tenant.code} has no job "${path.jobId}" of an export connector.`,
      );
    }
    return createJsonResponse({
      id: job.id,
      status: toStatus(job.state),
      ...(job.state === "failed" && { errorMessage: job.message ?? "The job failed." }),
      syncJobs: syncJobs.map((syncJob) => toSyncStatus(syncJob, job)),
      // In addition to the fields of the specification.
      ...(job.state === "succeeded" && job.message !== undefined && { message: job.message }),
    });
  },
};

function toSyncStatus({ id, state, message, tableName, credentialId }: SyncJob, job: StoredJob) {
  const isOver = job.state === "failed" || job.state === "cancelled";
  const isLeft = isOver && (state === "pending" || state === "running");
  // What was under way ended as its job did: cancelled, or by the end of the service.
  const ended = isLeft ? (state === "running" ? job.state : "cancelled") : state;
  const reason = message ?? (isLeft && ended === "failed" ? job.message : undefined);
  return {
    id,
    status: toStatus(ended),
    ...(reason !== undefined && { errorMessage: reason }),
    tableName,
    credentialId,
  };
}

function toStatus(state: JobState): string {
  return state.toUpperCase();
}

/** Reads the ids of the connectors that are to use a credential, if a request has any. */
export function readConnectorIds(body: unknown): readonly string[] | undefined {
  const ids = isObject(body) ? body.connectorIds : undefined;
  if (ids === undefined || ids === null) {
    return undefined;
  }
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === "string")) {
    throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body connectorIds must be a list of ids.");
  }
  return ids;
}

import type { dataVersionExportOperations } from "../../contract/data-version-exports.ts";
import { limits } from "../../contract/limits.ts";
import { type CallTenant, createJsonResponse, createStreamResponse, HttpError } from "../call/call.ts";
import type { AvailableExport } from "../exports/version-exports.ts";
import { type ExportContent, type ExportedFile, filesOf } from "../exports/write-export.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { toProgress } from "./jobs.ts";

export const dataVersionExportHandlers: OperationHandlers<typeof dataVersionExportOperations> = {
  async listExportableDataVersions({ tenant }, { versionExports }) {
    const exportable = await versionExports.exportable(tenant.code);
    return createJsonResponse({
      dataVersions: exportable.map(({ number, category, created, state }) => ({
        dataVersion: String(number),
        dataCategory: category,
        created: new Date(created).toISOString(),
        // In addition to the fields of the specification, as the quota below.
        isPublished: state === "published",
      })),
      exportsToday: await versionExports.countToday(tenant.code),
      exportsPerDay: limits.exportJobsPerDay.value,
    });
  },

  async listDataVersionExports({ tenant }, { versionExports }) {
    return createJsonResponse({ dataVersionExports: (await versionExports.list(tenant.code)).map(toAnswer) });
  },

  async getDataVersionExport({ path, tenant }, parts) {
    return createJsonResponse(toAnswer(await findExport(path.exportUuid, tenant, parts)));
  },

  async scheduleDataVersionExport({ body, tenant }, { versionExports }) {
    const { dataVersionNumber, baseDataVersionNumber } = body;
    if (dataVersionNumber == null) {
      throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body dataVersionNumber is missing.");
    }
    const version = readNumber("dataVersionNumber", dataVersionNumber);
    const numbers =
      baseDataVersionNumber == null
        ? { version }
        : { version, base: readNumber("baseDataVersionNumber", baseDataVersionNumber) };
    return createJsonResponse({ jobUuid: await versionExports.schedule(tenant.code, numbers) });
  },

  async getDataVersionExportJob({ path, tenant }, { jobs, versionExports }) {
    const found = await versionExports.findByJob(tenant.code, path.jobUuid);
    const job = found && (await jobs.get(found.job));
    if (!job) {
      throw new HttpError(
        404,
        "JOB_UNKNOWN",
        `The tenant ${tenant.code} has no export job "${path.jobUuid}"; a job is known as long as its export is available.`,
      );
    }
    const isOver = job.state !== "pending" && job.state !== "running";
    return createJsonResponse({
      jobUuid: job.id,
      completed: isOver,
      failed: isOver && job.state !== "succeeded",
      ...(isOver && { exportUuid: job.state === "succeeded" ? found.id : null }),
      ...toProgress(job),
    });
  },

  async downloadDataVersionExportFile({ path, tenant }, parts) {
    const { id, completed } = await findExport(path.exportUuid, tenant, parts);
    const files = filesOf(completed.content);
    const file = files.find(({ fileId }) => fileId === path.fileId);
    if (!file) {
      throw new HttpError(
        404,
        "FILE_UNKNOWN",
        `The export ${id} has no file ${path.fileId}; it has ${files.length === 0 ? "none" : `1 to ${files.length}`}.`,
      );
    }
    return createStreamResponse("application/gzip", parts.versionExports.read(id, file.storedName));
  },
};

async function findExport(id: string, tenant: CallTenant, parts: ServiceDependencies): Promise<AvailableExport> {
  const found = await parts.versionExports.find(tenant.code, id);
  if (!found) {
    throw new HttpError(
      404,
      "EXPORT_UNKNOWN",
      `The tenant ${tenant.code} has no export "${id}"; an export is available for 14 days after its completion.`,
    );
  }
  return found;
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (!(/^\d+$/.test(text) && Number.isSafeInteger(number))) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: body ${name} must be the number of a data version, such as "5000132".`,
    );
  }
  return number;
}

function toAnswer({ id, version, base, completed: { time, content } }: AvailableExport) {
  return {
    uuid: id,
    timestamp: new Date(time).toISOString(),
    dataVersionNumber: String(version),
    ...(base !== undefined && { baseDataVersionNumber: String(base) }),
    tables: content.tables.map(({ name, commonColumns, newColumns, deletedColumns }) => ({
      name,
      commonColumns: toColumns(commonColumns),
      newColumns: toColumns(newColumns),
      deletedColumns,
    })),
    newTables: content.newTables,
    deletedTables: content.deletedTables,
  };
}

function toColumns({ columns, files }: ExportContent["tables"][number]["commonColumns"]) {
  return { columns, files: files.map(toFile) };
}

/**
 * Converts an exported file to its response. Has fields in addition to those of the specification: rows without the
 * header, and bytes of the compressed file.
 */
function toFile({ fileId, filename, rows, sizeBytes }: ExportedFile) {
  return { fileId, filename, rows, sizeBytes };
}

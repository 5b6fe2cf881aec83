import type { sourceIntakeOperations } from "../../contract/source-intake.ts";
import { createJsonResponse, HttpError } from "../call/call.ts";
import type { BatchEntry } from "../intake/sort-file.ts";
import { sourcesOf } from "../intake/sources.ts";
import type { BatchOutcome } from "../intake/transfer-sessions.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import type { TransferFile } from "../store/transfer-session-store.ts";
import { typeNameOf } from "./direct-intake.ts";

export const sourceIntakeHandlers: OperationHandlers<typeof sourceIntakeOperations> = {
  async listSources({ tenant }, { tenants }) {
    const isInherited = tenants.record(tenant.code)?.parent !== undefined;
    return createJsonResponse({
      sources: sourcesOf(tenant.model).map(({ id, schema, fileNameRegex }) => ({
        sourceId: id,
        name: id.replaceAll("_", " "),
        columns: schema.columns.map((column) => ({
          columnName: column.name,
          dataType: typeNameOf(column),
          dataFormats: column.formats,
          isMandatory: column.isMandatory,
          allowEmpty: column.allowsEmpty,
        })),
        isInherited,
        objectName: id,
        fileNameRegex,
      })),
    });
  },

  async startTransferSession({ tenant, caller }, { transferSessions }) {
    return createJsonResponse({ transferSessionId: await transferSessions.start(tenant, caller) });
  },

  async transferJsonBatch({ path, query, body, tenant, signal }, { transferSessions }) {
    const { sourceId, sequence, tenantCode } = query;
    const address = { sourceId, sequence, tenantCode };
    const outcome = await transferSessions.addRows(tenant, path.transferSessionId, address, body, signal);
    return createJsonResponse(toBatchResponse(path.transferSessionId, outcome));
  },

  async transferFileBatch({ path, query, body, tenant, signal }, { transferSessions }) {
    const { sourceId, tenantCode } = query;
    const address = { sourceId, sequence: readSequence(query.sequence), tenantCode };
    const outcome = await transferSessions.addFile(tenant, path.transferSessionId, address, body.file, signal);
    return createJsonResponse(toBatchResponse(path.transferSessionId, outcome));
  },

  async cancelTransferSession({ path, tenant }, { transferSessions }) {
    const files = await transferSessions.cancel(tenant, path.transferSessionId);
    return createJsonResponse({
      message: "The session was cancelled; nothing of it is kept.",
      transferSessionId: path.transferSessionId,
      dataTransferResultDetails: toDetails(files),
      status: "CANCELLED",
    });
  },

  async completeTransferSession({ body, tenant }, { transferSessions }) {
    if (!body.transferSessionId) {
      throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: body transferSessionId is missing.");
    }
    const { job, files } = await transferSessions.complete(
      tenant,
      body.transferSessionId,
      body.processingData ?? false,
    );
    return createJsonResponse({
      message: "The session is completed; its receiving job has started.",
      transferSessionId: body.transferSessionId,
      dataTransferResultDetails: toDetails(files),
      status: "COMPLETED",
      dataReceivingJobId: job,
    });
  },
};

function readSequence(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[0-9]{1,10}$/.test(text)) {
    throw new HttpError(400, "REQUEST_INVALID", "The request is invalid: query sequence must be a whole number.");
  }
  return text === undefined ? undefined : Number(text);
}

function toBatchResponse(transferSessionId: string, { sequence, entries }: BatchOutcome) {
  const tenants = [...new Set(entries.map(({ tenant }) => tenant))].sort();
  return {
    transferSessionId,
    sequence,
    status: statusOf(entries),
    message: "",
    tenants: tenants.map((tenantCode) => {
      const own = entries.filter(({ tenant }) => tenant === tenantCode);
      return {
        tenantCode,
        status: statusOf(own),
        sources: own.map((entry) => ({
          sourceId: entry.sourceId,
          sourceName: entry.sourceName,
          dataSize: String(entry.bytes),
          rows: String(entry.rows),
          status: statusOf([entry]),
          message: entry.problem ?? "",
        })),
      };
    }),
  };
}

function statusOf(entries: readonly BatchEntry[]): "SUCCESS" | "PARTIAL" | "FAILED" {
  const failed = entries.filter(({ problem }) => problem !== undefined).length;
  return failed === 0 ? "SUCCESS" : failed === entries.length ? "FAILED" : "PARTIAL";
}

function toDetails(files: readonly TransferFile[]) {
  return [...new Set(files.map(({ tenant }) => tenant))].map((tenantCode) => {
    const own = files.filter(({ tenant }) => tenant === tenantCode);
    return {
      tenantCode,
      sourceNames: [...new Set(own.map(({ source }) => source))],
      dataSize: String(own.reduce((sum, { bytes }) => sum + bytes, 0)),
      rows: String(own.reduce((sum, { rows }) => sum + rows, 0)),
    };
  });
}

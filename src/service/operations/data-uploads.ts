import { parseInstant } from "../../base/instant.ts";
import type { DataUploads, dataUploadOperations } from "../../contract/data-uploads.ts";
import { type CallTenant, createJsonResponse, HttpError, type OperationCall } from "../call/call.ts";
import { createNameMatcher, findPatternProblem } from "../model/file-name-pattern.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { FileSelector, UploadedFile } from "../store/upload-store.ts";
import { visibleTenantCodesOf } from "./jobs.ts";

type SelectCall = OperationCall<(typeof dataUploadOperations)["excludeDataUploads"]>;
type Selector = NonNullable<SelectCall["body"]["uploads"]>[number];

export const dataUploadHandlers: OperationHandlers<typeof dataUploadOperations> = {
  async startDataLoad({ body, tenant, signal }, { inbox }) {
    const { files, skipDataLoad } = body.model ?? {};
    return createJsonResponse({ jobId: await inbox.startLoad(tenant, files ?? [], skipDataLoad !== true, signal) });
  },

  async listDataUploads({ query, tenant }, parts) {
    const visible = visibleTenantCodesOf(tenant, parts);
    const code = query.tenantCode === undefined ? undefined : String(query.tenantCode);
    const wanted = code === undefined ? visible : visible.filter((one) => one === code);
    const uploads = await parts.uploads.list(wanted, query.uploadJobId);
    const tenants = wanted.toSorted().flatMap((tenantCode): NonNullable<DataUploads["tenants"]> => {
      const own = uploads.filter((upload) => upload.tenant === tenantCode).slice(0, query.numberOfDataUploads);
      return own.length === 0
        ? []
        : [
            {
              tenantCode,
              uploads: own.map(({ time, isIncluded }) => ({
                uploadTime: new Date(time).toISOString(),
                included: isIncluded,
              })),
            },
          ];
    });
    const { limit = 1000, start = 0 } = query;
    return createJsonResponse({
      tenants: code === undefined ? tenants.slice(start, start + limit) : tenants,
      limit,
      start,
    });
  },

  excludeDataUploads: (call, parts) => setIncluded(call, parts, false),
  includeDataUploads: (call, parts) => setIncluded(call, parts, true),
};

/** Includes or excludes what the selectors take. A selector without a condition takes nothing. */
async function setIncluded({ body, tenant }: SelectCall, parts: ServiceDependencies, isIncluded: boolean) {
  // All are read before the first one takes effect, so that a refusal changes nothing.
  const selections = (body.uploads ?? []).map((selector) => ({
    code: selector.tenantCode ?? tenant.code,
    files: toFileSelector(selector, isIncluded),
    accepts: fileFilterOf(selector),
  }));
  const results = [];
  for (const { code, files, accepts } of selections) {
    const taken = isVisible(code, tenant, parts)
      ? await parts.uploads.setIncluded(code, files, isIncluded, accepts)
      : [];
    const times = [...new Set(taken.map(({ upload }) => upload.time))];
    if (times.length === 0) {
      const message = `No uploaded file of ${code} matches; the list of uploaded files has their ids and times.`;
      results.push({ tenantCode: code, status: "Failed" as const, message });
    }
    for (const time of times) {
      results.push({
        tenantCode: code,
        uploadTime: new Date(time).toISOString(),
        status: "Succeeded" as const,
        message: `${isIncluded ? "Included" : "Excluded"}; takes effect with the next processing job.`,
      });
    }
  }
  const totalFailures = results.filter(({ status }) => status === "Failed").length;
  return createJsonResponse({ totalFailures, totalSuccess: results.length - totalFailures, uploads: results });
}

function isVisible(code: string, tenant: CallTenant, parts: ServiceDependencies): boolean {
  return visibleTenantCodesOf(tenant, parts).includes(code);
}

function toFileSelector(selector: Selector, isIncluded: boolean): FileSelector {
  const { sourceId, sourceObjectName, sources, fileIdentifiers, uploadTimes, minUploadTime, maxUploadTime } = selector;
  const isAll = isIncluded ? selector.includeAll : selector.excludeAll;
  if (isAll === true) {
    return {};
  }
  const conditions = [sourceId, sourceObjectName, sources, fileIdentifiers, uploadTimes, minUploadTime, maxUploadTime];
  if ([...conditions, selector.fileNameRegex].every((value) => value == null)) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: a selector of body uploads names nothing; give a condition, or ${isIncluded ? "includeAll" : "excludeAll"}.`,
    );
  }
  const schemas = [...(sourceObjectName == null ? [] : [sourceObjectName]), ...(sources ?? [])];
  return {
    ...(sourceId != null && { sources: [sourceId] }),
    ...(schemas.length > 0 && { schemas }),
    ...(fileIdentifiers != null && { ids: fileIdentifiers }),
    ...(uploadTimes != null && { times: uploadTimes.map((text) => readInstant("uploadTimes", text)) }),
    ...(minUploadTime != null && { minTime: readInstant("minUploadTime", minUploadTime) }),
    ...(maxUploadTime != null && { maxTime: readInstant("maxUploadTime", maxUploadTime) }),
  };
}

function fileFilterOf({ fileNameRegex, included }: Selector): (file: UploadedFile) => boolean {
  const matches = fileNameRegex == null ? () => true : readPattern(fileNameRegex);
  return ({ file }) => matches(file.name) && (included == null || file.isIncluded === included);
}

/** Returns what matches file names with a pattern. Throws a 400 for a pattern that must not be used. */
function readPattern(pattern: string): (fileName: string) => boolean {
  const problem = findPatternProblem(pattern);
  if (problem !== undefined) {
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: body uploads ${problem}`);
  }
  return createNameMatcher(pattern);
}

/** Parses an ISO 8601 time, which is in UTC without a zone. Throws a 400. */
export function readInstant(name: string, text: string): number {
  const time = parseInstant(text);
  if (time === undefined) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: body ${name} must be an ISO 8601 time such as 2026-01-05T08:00:00Z.`,
    );
  }
  return time;
}

import type { extractionJobOperations } from "../../contract/extraction-jobs.ts";
import { createJsonResponse, HttpError, type OperationCall } from "../call/call.ts";
import { dataConnectors } from "../connectors/data-connectors.ts";
import { createExtractionOrder, type ExtractionRequest } from "../connectors/extraction-job.ts";
import { findWindow, WindowProblem, type WindowRequest } from "../connectors/extraction-window.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { readJobTenants } from "./processing-jobs.ts";

type ExtractionCall = OperationCall<(typeof extractionJobOperations)["runExtractionJob"]>;
type ExtractionBody = ExtractionCall["body"];

export const extractionJobHandlers: OperationHandlers<typeof extractionJobOperations> = {
  async triggerExtractionJobs(call, parts) {
    return createJsonResponse({ JobId: await start(call, parts) });
  },

  async runExtractionJob(call, parts) {
    return createJsonResponse({ jobId: await start(call, parts) });
  },
};

async function start({ body, tenant, caller }: ExtractionCall, parts: ServiceDependencies): Promise<string> {
  const isAdministrating = parts.tenants.record(tenant.code)?.parent === undefined;
  if (!isAdministrating && (body.tenants || body.allTenants)) {
    throw invalid("body tenants and body allTenants are for administrating tenants only; leave them out");
  }
  const codes = readJobTenants(body, tenant, parts).filter(
    (code) => !body.allTenants || !parts.tenants.record(code)?.consolidates,
  );
  const request = await readRequest(body, caller.userId, codes, parts);
  const orders = codes.map((code) => createExtractionOrder(code, request));
  const [first] = orders;
  if (!first) {
    throw invalid("body excludedTenants leaves no tenant");
  }
  // By what was asked for, not by the number that is left, so that a caller knows which operations the id is for.
  return body.allTenants || codes.length > 1
    ? parts.jobRunner.dispatch(tenant.code, orders)
    : parts.jobRunner.start(first);
}

/** Checks what can be checked before source systems are reached. Throws a 400 or 404. */
async function readRequest(
  body: ExtractionBody,
  userId: string,
  codes: readonly string[],
  parts: ServiceDependencies,
): Promise<ExtractionRequest> {
  const { dataCategoryId: category, monthsToExtract, batchSizeOverride, sqlBatchSize, credentialId } = body;
  const connectors = body.connectorIds && [...new Set(body.connectorIds)];
  const unknown = connectors?.find((id) => !dataConnectors.some((connector) => connector.id === id));
  if (unknown !== undefined) {
    throw new HttpError(
      404,
      "CONNECTOR_UNKNOWN",
      `There is no data connector "${unknown}"; there are ${dataConnectors.map(({ id }) => id).join(", ")}.`,
    );
  }
  if (connectors?.length === 0) {
    throw invalid("body connectorIds names no data connector; leave it out to run all that have a credential");
  }
  for (const code of category === undefined ? [] : codes) {
    if (!(await parts.dataVersions.findCategory(code, category))) {
      throw new HttpError(404, "CATEGORY_UNKNOWN", `${code} has no data category "${category}".`);
    }
  }
  const known = category === undefined ? undefined : await parts.dataVersions.findCategory(codes[0] ?? "", category);
  const isLakehouse = (id: string) => dataConnectors.some((one) => one.id === id && one.provider === "lakehouse");
  if (credentialId !== undefined && connectors && !connectors.some(isLakehouse)) {
    throw invalid("body credentialId is for a connector of the lakehouse type, and body connectorIds names none");
  }
  const window = readWindow(body, parts.clock.now());
  return {
    connectors,
    window,
    snapshotMonths: readCount("monthsToExtract", monthsToExtract, 0),
    category: known?.id,
    isProcessed: body.runProcessingJob ?? false,
    output: body.outputTarget === "SQL" ? "tables" : "receiving",
    generation: body.disableArtifactGeneration ? "none" : body.forceUpdateExistingArtifacts ? "all" : "missing",
    isPublished: body.publishDataLoadArtifacts ?? false,
    batchSize: minOf(readCount("batchSizeOverride", batchSizeOverride, 1), readCount("sqlBatchSize", sqlBatchSize, 1)),
    credential: credentialId,
    debug:
      body.spillDebugInfoPartitionsDTO === "spillAll"
        ? "all"
        : body.spillDebugInfoPartitionsDTO === "spillStagesAndRecords"
          ? "stages"
          : "none",
    debugNames: body.spillDebugInfoDetailLevelDTO === "mappingName" ? "mapping" : "line",
    userId,
  };
}

/** Reads how the window was asked for. Throws a 400 for one that is upside down or lies in the future. */
function readWindow(body: ExtractionBody, now: number): WindowRequest {
  const { lastExtractionTimeOffsetWeeks: weeks, lastExtractionTimeOffsetMonths: months } = body;
  const isWeeks = weeks !== undefined && (body.lastExtractionTimeOffsetMode === "WEEK" || months === undefined);
  if (body.lastExtractionTimeOffsetMode === "WEEK" && weeks === undefined && months !== undefined) {
    throw invalid("body lastExtractionTimeOffsetMode is WEEK, but body lastExtractionTimeOffsetWeeks is missing");
  }
  readCount("lastExtractionTimeOffsetWeeks", weeks, 0);
  readCount("lastExtractionTimeOffsetMonths", months, 0);
  const window: WindowRequest = {
    from: readInstant("overrideLastExtractionTimestamp", body.overrideLastExtractionTimestamp),
    to: readInstant("extractToTimeOverride", body.extractToTimeOverride),
    ...(isWeeks && { weeks, weekDay: body.offsetWeekOption }),
    ...(!isWeeks && months !== undefined && { months, monthDay: body.offsetMonthOption }),
  };
  try {
    findWindow(window, undefined, now, "UTC");
  } catch (error) {
    throw error instanceof WindowProblem
      ? new HttpError(400, "WINDOW_INVALID", `The extraction ${error.message}.`, { cause: error })
      : error;
  }
  return window;
}

/** Years that an instant can have, in epoch milliseconds. */
const maxInstant = Date.UTC(9999, 11, 31);

function readInstant(name: string, text: string | undefined): number | undefined {
  if (text === undefined) {
    return undefined;
  }
  const instant = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(instant) || Math.abs(instant) > maxInstant) {
    throw invalid(`body ${name} must be a time in milliseconds since 1970, written as digits`);
  }
  return instant;
}

const maxCount = 100_000_000;

function readCount(name: string, count: number | undefined, min: number): number | undefined {
  if (count !== undefined && (count < min || count > maxCount)) {
    throw invalid(`body ${name} must be from ${min} to ${maxCount}, but is ${count}`);
  }
  return count;
}

function minOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function invalid(problem: string): HttpError {
  return new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${problem}.`);
}

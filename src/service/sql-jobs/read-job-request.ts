import { limits } from "../../contract/limits.ts";
import type { SqlAction, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { HttpError } from "../call/call.ts";
import { fileNameProblem } from "./file-name.ts";
import { type NotifyHost, readFormat, readInputs, required } from "./read-job-inputs.ts";
import type { JobAction, SqlJob } from "./sql-job.ts";

/** Maximum timeout; our choice, because the specification has no limit. */
const longestTimeoutSeconds = 24 * 60 * 60;

/** Reads a job and checks it beyond its schema. Throws a 400 that lists all problems. */
export function readJobRequest(request: SqlJobRequest): SqlJob {
  const problems: string[] = [];
  const notify: NotifyHost = (place, problem) => problems.push(`${place} ${problem}`);
  const tenants = request.tenants && [...new Set(request.tenants)];
  const actions = readActions(request.actions ?? [], notify);
  const job: SqlJob = {
    actions,
    tenants: tenants && tenants.length > 0 ? tenants : undefined,
    inputs: readInputs(request.inputs ?? [], tenants?.length ?? 0, notify),
    preconditions: (request.preconditions ?? []).map(({ table, metadata = {} }, index) => ({
      table: required(table, `preconditions.${index}.table`, notify),
      metadata: readPairs(metadata, `preconditions.${index}.metadata`, notify),
    })),
    keepsTransactionOpen: request.keepTransactionOpenOnError ?? false,
  };
  if (problems.length > 0) {
    throw new HttpError(400, "SQL_JOB_INVALID", `The SQL job is invalid: ${problems.join("; ")}.`);
  }
  return job;
}

function readActions(actions: readonly SqlAction[], notify: NotifyHost): JobAction[] {
  if (actions.length === 0) {
    notify("actions", "is missing or empty");
  }
  const read = actions.map((action, index) => readAction(action, `actions.${index}`, notify));
  const ending = read.findIndex(({ kind }) => kind === "commit" || kind === "rollback");
  for (const [index, { kind }] of read.entries()) {
    if (ending >= 0 && index > ending && kind !== "process") {
      notify(`actions.${index}`, `is a ${kind} after the ${read[ending]?.kind}; only process may follow it`);
    }
  }
  const outputs = read.map((action) => (action.kind === "query" ? action.output?.name : undefined));
  for (const [index, name] of outputs.entries()) {
    if (name !== undefined && outputs.indexOf(name) < index) {
      notify(`actions.${index}.query.output.filename`, "is used by another output");
    }
  }
  return read;
}

function readAction(action: SqlAction, place: string, notify: NotifyHost): JobAction {
  if (action.query) {
    return readQuery(action.query, `${place}.query`, notify);
  }
  if (action.upsert) {
    const { source, target, keys = [] } = action.upsert;
    const at = `${place}.upsert`;
    if (keys.length === 0 || keys.some((key) => key === "")) {
      notify(`${at}.keys`, "is missing or empty");
    }
    if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length) {
      notify(`${at}.keys`, "names a column twice");
    }
    return {
      kind: "upsert",
      source: required(source, `${at}.source`, notify),
      target: required(target, `${at}.target`, notify),
      keys,
    };
  }
  if (action.replace) {
    const { source, target } = action.replace;
    return {
      kind: "replace",
      source: required(source, `${place}.replace.source`, notify),
      target: required(target, `${place}.replace.target`, notify),
    };
  }
  if (action.commit || action.rollback) {
    return { kind: action.commit ? "commit" : "rollback" };
  }
  if (action.process) {
    const { projectId, versionId, dataCategoryIds, deferTimeNotAfter } = action.process;
    return {
      kind: "process",
      project: projectId?.toLowerCase() || undefined,
      version: versionId || undefined,
      categories: dataCategoryIds && dataCategoryIds.length > 0 ? dataCategoryIds : undefined,
      notAfter:
        deferTimeNotAfter === undefined
          ? undefined
          : readInstant(deferTimeNotAfter, `${place}.process.deferTimeNotAfter`, notify),
    };
  }
  if (action.setMetadata) {
    const { table, metadata = {}, applyToUnmodifiedTenants = false } = action.setMetadata;
    return {
      kind: "setMetadata",
      table: required(table, `${place}.setMetadata.table`, notify),
      metadata: readPairs(metadata, `${place}.setMetadata.metadata`, notify),
      appliesUnmodified: applyToUnmodifiedTenants,
    };
  }
  const { table, asOfTimestamp = "" } = action.reset ?? {};
  return {
    kind: "reset",
    table: required(table, `${place}.reset.table`, notify),
    asOf: new Date(readInstant(asOfTimestamp, `${place}.reset.asOfTimestamp`, notify)).toISOString(),
  };
}

function readQuery(query: NonNullable<SqlAction["query"]>, place: string, notify: NotifyHost): JobAction {
  const { timeoutSeconds, output, rollbackOnEmpty = false } = query;
  if (timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > longestTimeoutSeconds)) {
    notify(`${place}.timeoutSeconds`, `must be between 1 and ${longestTimeoutSeconds}`);
  }
  const problem = output && fileNameProblem(output.filename ?? "");
  if (problem) {
    notify(`${place}.output.filename`, problem);
  }
  return {
    kind: "query",
    text: required(query.query, `${place}.query`, notify),
    timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
    output: output && {
      name: output.filename ?? "",
      format: readFormat(output.format, `${place}.output.format`, notify),
    },
    rollsBackOnEmpty: rollbackOnEmpty,
  };
}

function readPairs(metadata: Readonly<Record<string, string>>, place: string, notify: NotifyHost) {
  const { sqlMetadataKeyLength: key, sqlMetadataValueLength: value } = limits;
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) {
    notify(place, "is missing or empty");
  }
  if (pairs.some(([name]) => name === "" || name.length > key.value)) {
    notify(place, `has a key that is empty or longer than ${key.text}`);
  }
  if (pairs.some(([, text]) => text.length > value.value)) {
    notify(place, `has a value longer than ${value.text}`);
  }
  return metadata;
}

/** Parses a date and time into epoch milliseconds; reports a problem and returns 0 for other text. */
function readInstant(text: string, place: string, notify: NotifyHost): number {
  const isWhole = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/.test(text);
  // A time without a zone is in UTC, like the service's own.
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const instant = isWhole ? Date.parse(hasZone || text.length === 10 ? text : `${text}Z`) : Number.NaN;
  if (Number.isNaN(instant)) {
    notify(place, text === "" ? "is missing" : "is not an ISO 8601 date and time");
    return 0;
  }
  return instant;
}

import { parseInstant } from "../../base/instant.ts";
import { limits } from "../../contract/limits.ts";
import type { SqlAction, SqlFileFormat, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { HttpError } from "../call/call.ts";
import { findFileNameProblem, removeFileExtension } from "./file-name.ts";
import type { FileFormat, InputDistribution, JobAction, JobInput, SqlJob } from "./sql-job.ts";

/** Maximum timeout; our choice, because the specification has no limit. */
const maxTimeoutSeconds = 24 * 60 * 60;

/** Reads the request of a SQL job and checks what its schema cannot express. Throws a 400 that lists all problems. */
export function readJobRequest(request: SqlJobRequest): SqlJob {
  const problems: string[] = [];
  const report: ReportProblem = (location, problem) => problems.push(`${location} ${problem}`);
  const tenants = request.tenants && [...new Set(request.tenants)];
  const actions = readActions(request.actions ?? [], report);
  const job: SqlJob = {
    actions,
    tenants: tenants && tenants.length > 0 ? tenants : undefined,
    inputs: readInputs(request.inputs ?? [], tenants?.length ?? 0, report),
    preconditions: (request.preconditions ?? []).map(({ table, metadata = {} }, index) => ({
      table: required(table, `preconditions.${index}.table`, report),
      metadata: readPairs(metadata, `preconditions.${index}.metadata`, report),
    })),
    keepsTransactionOpen: request.keepTransactionOpenOnError ?? false,
  };
  if (problems.length > 0) {
    throw new HttpError(400, "SQL_JOB_INVALID", `The SQL job is invalid: ${problems.join("; ")}.`);
  }
  return job;
}

function readActions(actions: readonly SqlAction[], report: ReportProblem): JobAction[] {
  if (actions.length === 0) {
    report("actions", "is missing or empty");
  }
  const read = actions.map((action, index) => readAction(action, `actions.${index}`, report));
  const ending = read.findIndex(({ kind }) => kind === "commit" || kind === "rollback");
  for (const [index, { kind }] of read.entries()) {
    if (ending >= 0 && index > ending && kind !== "process") {
      report(`actions.${index}`, `is a ${kind} after the ${read[ending]?.kind}; only process may follow it`);
    }
  }
  const outputs = read.map((action) => (action.kind === "query" ? action.output?.name : undefined));
  for (const [index, name] of outputs.entries()) {
    if (name !== undefined && outputs.indexOf(name) < index) {
      report(`actions.${index}.query.output.filename`, "is used by another output");
    }
  }
  return read;
}

function readAction(action: SqlAction, location: string, report: ReportProblem): JobAction {
  if (action.query) {
    return readQuery(action.query, `${location}.query`, report);
  }
  if (action.upsert) {
    const { source, target, keys = [] } = action.upsert;
    const at = `${location}.upsert`;
    if (keys.length === 0 || keys.some((key) => key === "")) {
      report(`${at}.keys`, "is missing or empty");
    }
    if (new Set(keys.map((key) => key.toLowerCase())).size < keys.length) {
      report(`${at}.keys`, "names a column twice");
    }
    return {
      kind: "upsert",
      source: required(source, `${at}.source`, report),
      target: required(target, `${at}.target`, report),
      keys,
    };
  }
  if (action.replace) {
    const { source, target } = action.replace;
    return {
      kind: "replace",
      source: required(source, `${location}.replace.source`, report),
      target: required(target, `${location}.replace.target`, report),
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
          : readInstant(deferTimeNotAfter, `${location}.process.deferTimeNotAfter`, report),
    };
  }
  if (action.setMetadata) {
    const { table, metadata = {}, applyToUnmodifiedTenants = false } = action.setMetadata;
    return {
      kind: "setMetadata",
      table: required(table, `${location}.setMetadata.table`, report),
      metadata: readPairs(metadata, `${location}.setMetadata.metadata`, report),
      appliesUnmodified: applyToUnmodifiedTenants,
    };
  }
  const { table, asOfTimestamp = "" } = action.reset ?? {};
  return {
    kind: "reset",
    table: required(table, `${location}.reset.table`, report),
    asOf: new Date(readInstant(asOfTimestamp, `${location}.reset.asOfTimestamp`, report)).toISOString(),
  };
}

function readQuery(query: NonNullable<SqlAction["query"]>, location: string, report: ReportProblem): JobAction {
  const { timeoutSeconds, output, rollbackOnEmpty = false } = query;
  if (timeoutSeconds !== undefined && (timeoutSeconds < 1 || timeoutSeconds > maxTimeoutSeconds)) {
    report(`${location}.timeoutSeconds`, `must be between 1 and ${maxTimeoutSeconds}`);
  }
  const problem = output && findFileNameProblem(output.filename ?? "");
  if (problem) {
    report(`${location}.output.filename`, problem);
  }
  return {
    kind: "query",
    text: required(query.query, `${location}.query`, report),
    timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1000,
    output: output && {
      name: output.filename ?? "",
      format: readFormat(output.format, `${location}.output.format`, report),
    },
    rollsBackOnEmpty: rollbackOnEmpty,
  };
}

function readPairs(metadata: Readonly<Record<string, string>>, location: string, report: ReportProblem) {
  const { sqlMetadataKeyLength: key, sqlMetadataValueLength: value } = limits;
  const pairs = Object.entries(metadata);
  if (pairs.length === 0) {
    report(location, "is missing or empty");
  }
  if (pairs.some(([name]) => name === "" || name.length > key.value)) {
    report(location, `has a key that is empty or longer than ${key.text}`);
  }
  if (pairs.some(([, text]) => text.length > value.value)) {
    report(location, `has a value longer than ${value.text}`);
  }
  return metadata;
}

/** Parses a date and time into epoch milliseconds; reports a problem and returns 0 for other text. */
function readInstant(text: string, location: string, report: ReportProblem): number {
  const instant = parseInstant(text);
  if (instant === undefined) {
    report(location, text === "" ? "is missing" : "is not an ISO 8601 date and time");
    return 0;
  }
  return instant;
}

const distributions: readonly InputDistribution[] = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"];

type RequestedInput = NonNullable<SqlJobRequest["inputs"]>[number];

/** Reads the inputs of a job and reports problems (sql-like-language 13.3). */
function readInputs(inputs: readonly RequestedInput[], tenantCount: number, report: ReportProblem): JobInput[] {
  const read = inputs.map((input, index) => readInput(input, tenantCount, `inputs.${index}`, report));
  for (const [index, { id }] of read.entries()) {
    if (read.slice(0, index).some((other) => other.id.toLowerCase() === id.toLowerCase())) {
      report(`inputs.${index}.id`, "is used by another input; case is ignored");
    }
  }
  return read;
}

function readInput(input: RequestedInput, tenantCount: number, location: string, report: ReportProblem): JobInput {
  const files = readFileNames(input, location, report);
  const mode = input.inputDistributionMode;
  const distribution = distributions.find((known) => known === mode);
  if (mode !== undefined && !distribution) {
    report(`${location}.inputDistributionMode`, `must be one of ${distributions.join(", ")}`);
  }
  if (mode === undefined && tenantCount > 1) {
    report(`${location}.inputDistributionMode`, "is missing; a job in several tenants needs it");
  }
  if (distribution === "DISTRIBUTE_ROWS" && !input.tenantCodeColumn) {
    report(`${location}.tenantCodeColumn`, "is missing; DISTRIBUTE_ROWS needs it");
  }
  if (input.fileContainerName && findFileNameProblem(input.fileContainerName)) {
    report(`${location}.fileContainerName`, findFileNameProblem(input.fileContainerName) ?? "");
  }
  const id = input.id || removeFileExtension(files[0] ?? "");
  if (id === "" && files.length > 0) {
    report(`${location}.id`, "is missing");
  }
  return {
    id,
    container: input.fileContainerName || undefined,
    files,
    format: readFormat(input.format, `${location}.format`, report),
    distribution,
    tenantCodeColumn: input.tenantCodeColumn || undefined,
    prependsAdmin: input.prependAdminTenantCode ?? false,
  };
}

function readFileNames(
  { filename, filenames }: RequestedInput,
  location: string,
  report: ReportProblem,
): readonly string[] {
  if (filename !== undefined && filenames !== undefined) {
    report(location, "names both filename and filenames; leave one out");
  }
  const names = filename !== undefined ? [filename] : (filenames ?? []);
  if (names.length === 0) {
    report(location, "names no file; send filename or filenames");
  }
  for (const name of names) {
    const problem = findFileNameProblem(name);
    if (problem) {
      report(`${location}.${filename !== undefined ? "filename" : "filenames"}`, problem);
    }
  }
  return names;
}

/** Reports a problem at a location, which is a path such as `actions.0.query`. */
type ReportProblem = (location: string, problem: string) => void;

/** Returns the text, after reporting a problem if it is missing. */
function required(value: string | undefined, location: string, report: ReportProblem): string {
  if (value === undefined || value.trim() === "") {
    report(location, "is missing");
  }
  return value ?? "";
}

/** Reads a file format: CSV or Parquet, of which the schema requires exactly one. */
function readFormat(format: SqlFileFormat | undefined, location: string, report: ReportProblem): FileFormat {
  if (!format) {
    report(location, "is missing; send {csv: {header}} or {parquet: {}}");
  }
  return format?.parquet ? { parquet: {} } : { csv: { header: format?.csv?.header ?? false } };
}

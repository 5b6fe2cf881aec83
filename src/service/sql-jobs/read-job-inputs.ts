import type { SqlFileFormat, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { fileNameProblem, withoutExtension } from "./file-name.ts";
import type { Distribution, FileFormat, JobInput } from "./sql-job.ts";

const distributions: readonly Distribution[] = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"];

type RequestedInput = NonNullable<SqlJobRequest["inputs"]>[number];

/** Reads the inputs of a job and reports problems (sql-like-language 13.3). */
export function readInputs(inputs: readonly RequestedInput[], tenantCount: number, report: ReportProblem): JobInput[] {
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
  if (input.fileContainerName && fileNameProblem(input.fileContainerName)) {
    report(`${location}.fileContainerName`, fileNameProblem(input.fileContainerName) ?? "");
  }
  const id = input.id || withoutExtension(files[0] ?? "");
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
    const problem = fileNameProblem(name);
    if (problem) {
      report(`${location}.${filename !== undefined ? "filename" : "filenames"}`, problem);
    }
  }
  return names;
}

/** Reports a problem at a location, which is a path such as `actions.0.query`. */
export type ReportProblem = (location: string, problem: string) => void;

/** Returns the text, after reporting a problem if it is missing. */
export function required(value: string | undefined, location: string, report: ReportProblem): string {
  if (value === undefined || value.trim() === "") {
    report(location, "is missing");
  }
  return value ?? "";
}

/** Reads a file format: CSV or Parquet, of which the schema requires exactly one. */
export function readFormat(format: SqlFileFormat | undefined, location: string, report: ReportProblem): FileFormat {
  if (!format) {
    report(location, "is missing; send {csv: {header}} or {parquet: {}}");
  }
  return format?.parquet ? { parquet: {} } : { csv: { header: format?.csv?.header ?? false } };
}

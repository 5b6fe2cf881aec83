import type { SqlFileFormat, SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import { fileNameProblem, withoutExtension } from "./file-name.ts";
import type { Distribution, FileFormat, JobInput } from "./sql-job.ts";

const distributions: readonly Distribution[] = ["NO_DISTRIBUTION", "DISTRIBUTE_FILES", "DISTRIBUTE_ROWS"];

type RequestedInput = NonNullable<SqlJobRequest["inputs"]>[number];

/** Reads the inputs of a job; tells what is wrong with them (sql-like-language 13.3). */
export function readInputs(inputs: readonly RequestedInput[], tenantCount: number, tell: Tell): JobInput[] {
  const read = inputs.map((input, index) => readInput(input, tenantCount, `inputs.${index}`, tell));
  for (const [index, { id }] of read.entries()) {
    if (read.slice(0, index).some((other) => other.id.toLowerCase() === id.toLowerCase())) {
      tell(`inputs.${index}.id`, "is another input's too; case does not count");
    }
  }
  return read;
}

function readInput(input: RequestedInput, tenantCount: number, place: string, tell: Tell): JobInput {
  const files = readFileNames(input, place, tell);
  const mode = input.inputDistributionMode;
  const distribution = distributions.find((known) => known === mode);
  if (mode !== undefined && !distribution) {
    tell(`${place}.inputDistributionMode`, `is none of ${distributions.join(", ")}`);
  }
  if (mode === undefined && tenantCount > 1) {
    tell(`${place}.inputDistributionMode`, "is missing, which a job in several tenants needs");
  }
  if (distribution === "DISTRIBUTE_ROWS" && !input.tenantCodeColumn) {
    tell(`${place}.tenantCodeColumn`, "is missing, which DISTRIBUTE_ROWS needs");
  }
  if (input.fileContainerName && fileNameProblem(input.fileContainerName)) {
    tell(`${place}.fileContainerName`, fileNameProblem(input.fileContainerName) ?? "");
  }
  const id = input.id || withoutExtension(files[0] ?? "");
  if (id === "" && files.length > 0) {
    tell(`${place}.id`, "is missing");
  }
  return {
    id,
    container: input.fileContainerName || undefined,
    files,
    format: readFormat(input.format, `${place}.format`, tell),
    distribution,
    tenantCodeColumn: input.tenantCodeColumn || undefined,
    prependsAdmin: input.prependAdminTenantCode ?? false,
  };
}

function readFileNames({ filename, filenames }: RequestedInput, place: string, tell: Tell): readonly string[] {
  if (filename !== undefined && filenames !== undefined) {
    tell(place, "names both filename and filenames; leave one out");
  }
  const names = filename !== undefined ? [filename] : (filenames ?? []);
  if (names.length === 0) {
    tell(place, "names no file; give filename or filenames");
  }
  for (const name of names) {
    const problem = fileNameProblem(name);
    if (problem) {
      tell(`${place}.${filename !== undefined ? "filename" : "filenames"}`, problem);
    }
  }
  return names;
}

/** Tells what is wrong where; the place is a path such as `actions.0.query`. */
export type Tell = (place: string, problem: string) => void;

/** The text, having told when there is none. */
export function required(value: string | undefined, place: string, tell: Tell): string {
  if (value === undefined || value.trim() === "") {
    tell(place, "is missing");
  }
  return value ?? "";
}

/** CSV or Parquet, of which the schema has seen that it is one of the two. */
export function readFormat(format: SqlFileFormat | undefined, place: string, tell: Tell): FileFormat {
  if (!format) {
    tell(place, "is missing; it is {csv: {header}} or {parquet: {}}");
  }
  return format?.parquet ? { parquet: {} } : { csv: { header: format?.csv?.header ?? false } };
}

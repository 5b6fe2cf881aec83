import type { SqlFileFormat } from "../../contract/sql-job-schemas.ts";
import type { FileFormat } from "./sql-job.ts";

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

import { SparkSqlError } from "../engine/spark/spark-sql-error.ts";
import { TableDataError } from "../table-data/table-data-error.ts";

/** Why a SQL job fails in a tenant; its message is the tenant's in the job's status, and holds no row of data. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
}

/** Why a job goes no further: the service ends, and its next start says what becomes of the job. */
export class ServiceStopping extends Error {
  override readonly name = "ServiceStopping";
}

/** What a tenant's status says of a failure; `undefined` of one that nobody foresaw, whose message may hold data. */
export function failureMessage(error: unknown, text: string | undefined): string | undefined {
  if (error instanceof SparkSqlError) {
    return text === undefined ? error.message : `${placeIn(text, error.start)}: ${error.message}`;
  }
  return error instanceof JobFailure || error instanceof TableDataError ? error.message : undefined;
}

/** Lines and columns count from 1. */
function placeIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

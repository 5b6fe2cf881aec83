import { SparkSqlError } from "../engine/spark/types/spark-sql-error.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import { TableDataError } from "../table-data/table-data-error.ts";

/**
 * Returns the message of a failure for the job's status. Returns undefined for unexpected errors, whose messages may
 * contain data.
 */
export function describeJobFailure(error: unknown, text: string | undefined): string | undefined {
  if (error instanceof SparkSqlError) {
    return text === undefined ? error.message : `${positionIn(text, error.start)}: ${error.message}`;
  }
  return error instanceof JobFailure || error instanceof TableDataError ? error.message : undefined;
}

/** Position in a text as line and column, both counted from 1. */
function positionIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}

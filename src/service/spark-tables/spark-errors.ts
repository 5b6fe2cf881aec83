import { LakehouseError } from "../../lakehouse/lakehouse-error.ts";
import { SparkFailure } from "../../spark-connect/spark-failure.ts";
import { TableDataError, withDescribedErrors } from "../table-data/table-data-error.ts";

/**
 * Runs `work` and converts the errors of Spark and of the catalog to a `TableDataError` that names the operation.
 * `operation` is undefined for a statement of a user, whose place in the text is named. Rethrows the reason of an abort
 * unchanged.
 */
export function withSparkErrors<Value>(
  operation: string | undefined,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  return withDescribedErrors(signal, work, (error) => {
    const prefix = operation === undefined ? "" : `${operation} failed: `;
    if (error instanceof LakehouseError || (SparkFailure.is(error) && error.kind === "statement")) {
      // What is wrong with a statement is no matter for the log of the service.
      return new TableDataError(`${prefix}${error.message}`);
    }
    const reason = SparkFailure.is(error) ? error.message : "the service could not do it, and its log has the reason.";
    return new TableDataError(`${prefix}${reason}`, { kind: "failed", cause: error });
  });
}

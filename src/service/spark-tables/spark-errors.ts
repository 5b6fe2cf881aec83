import { LakehouseError } from "../../lakehouse/lakehouse-error.ts";
import { SparkFailure } from "../../spark-connect/spark-failure.ts";
import { TableDataError } from "../table-data/table-data-error.ts";

/**
 * Runs `work` and converts the errors of Spark and of the catalog to a `TableDataError` that names the operation.
 * `operation` is undefined for a statement of a user, whose place in the text is named. Rethrows the reason of an abort
 * unchanged.
 */
export async function withSparkErrors<Value>(
  operation: string | undefined,
  signal: AbortSignal | undefined,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof TableDataError) {
      throw error;
    }
    const prefix = operation === undefined ? "" : `${operation} failed: `;
    if (error instanceof LakehouseError || SparkFailure.is(error)) {
      // What is wrong with a statement is no matter for the log of the service.
      const isRequest = error instanceof LakehouseError || error.kind === "statement";
      throw isRequest
        ? new TableDataError(`${prefix}${error.message}`)
        : new TableDataError(`${prefix}${error.message}`, { kind: "failed", cause: error });
    }
    throw new TableDataError(`${prefix}the service could not do it, and its log has the reason.`, {
      kind: "failed",
      cause: error,
    });
  }
}

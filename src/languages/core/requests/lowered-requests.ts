import { isRecord } from "../../../base/guards.ts";
import type { AggregateQueryRequest } from "../../../contract/queries.ts";

/**
 * Request to the language server for the JSON requests that a statement is equivalent to (sql-like-language appendix
 * B).
 */
export const loweredRequest = "workforce/query/lowered";

export interface LoweredParams {
  /** Text of one statement. */
  readonly text: string;
  /** Name of the time column; the server's default when left out. */
  readonly timeColumn?: string | undefined;
}

export type LoweredStatement =
  | { readonly kind: "list" }
  | {
      readonly kind: "aggregate";
      /** One request for each metric in SELECT order, since a cell set holds one metric. */
      readonly requests: readonly AggregateQueryRequest[];
      readonly columns: readonly LoweredColumn[];
    }
  /** The statement has errors, or its names could not be looked up. */
  | { readonly kind: "problem"; readonly message: string };

/** Column of the result table; `index` counts from 0 among the metrics or the axes. */
type LoweredColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** Type guard for the language server's answer. */
export function isLoweredStatement(value: unknown): value is LoweredStatement {
  if (!isRecord(value) || !("kind" in value)) {
    return false;
  }
  switch (value.kind) {
    case "list":
      return true;
    case "aggregate":
      return (
        "requests" in value && isListOfObjects(value.requests) && "columns" in value && isListOfObjects(value.columns)
      );
    default:
      return value.kind === "problem" && "message" in value && typeof value.message === "string";
  }
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one));
}

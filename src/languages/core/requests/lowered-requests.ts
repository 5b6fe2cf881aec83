import { isRecord } from "../../../base/guards.ts";
import type { AggregateQueryRequest } from "../../../contract/query-schemas.ts";

/** Request to the language server: the requests that a statement stands for (sql-like-language appendix B). */
export const loweredRequest = "workforce/query/lowered";

export interface LoweredParams {
  /** One statement. */
  readonly text: string;
  /** Name of the time column; the server's own when left out. */
  readonly timeColumn?: string | undefined;
}

export type LoweredStatement =
  | { readonly kind: "list" }
  | {
      readonly kind: "aggregate";
      /** One for each metric in the order of SELECT, as a cell set holds one metric. */
      readonly requests: readonly AggregateQueryRequest[];
      readonly columns: readonly LoweredColumn[];
    }
  /** The statement has errors, or its names could not be looked up. */
  | { readonly kind: "problem"; readonly message: string };

/** A column of the table that the text would give; `index` counts from 0 among its metrics or axes. */
type LoweredColumn =
  | { readonly kind: "metric"; readonly name: string; readonly index: number }
  | { readonly kind: "axis"; readonly name: string; readonly index: number }
  | { readonly kind: "time"; readonly name: string };

/** Guard for what the server answers. */
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

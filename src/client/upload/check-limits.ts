import { createLimitAdvice, describeExceededLimit } from "../../contract/body-limits.ts";
import type { ServiceLimit } from "../../contract/limits.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";

/**
 * Creates the error for a request body that exceeds a limit. The message has the field, the limit and the advice
 * `advice`.
 */
export function createLimitError(
  operation: string,
  field: string,
  what: "bytes" | "rows",
  limit: ServiceLimit,
  advice: string,
): InvalidArgumentsError {
  return new InvalidArgumentsError(operation, field, describeExceededLimit(what, limit, advice));
}

/**
 * Throws InvalidArgumentsError if a JSON batch has more rows than the operation accepts. The header row does not count.
 */
export function checkRowCount(operation: string, row: OperationDefinition, body: unknown): void {
  const limit = row.limits?.rows;
  if (row.body && limit && Array.isArray(body) && body.length - 1 > limit.value) {
    throw createLimitError(operation, "body", "rows", limit, createLimitAdvice(row.body.type, limit));
  }
}

/** Throws InvalidArgumentsError if a body of known size is larger than the operation accepts. */
export function checkBodySize(
  operation: string,
  row: OperationDefinition,
  field: string,
  size: number | undefined,
): void {
  const limit = row.limits?.bytes;
  if (row.body && limit && size !== undefined && size > limit.value) {
    throw createLimitError(operation, field, "bytes", limit, createLimitAdvice(row.body.type, limit));
  }
}

import { limits as contractLimits, type ServiceLimit } from "../../contract/limits.ts";
import type { OperationDefinition, RequestBody } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";

/**
 * Creates the error for a request body that exceeds a limit. The message has the field, the limit and the advice
 * `wayOut`.
 */
export function createLimitError(
  operation: string,
  field: string,
  what: "bytes" | "rows",
  limit: ServiceLimit,
  advice: string,
): InvalidArgumentsError {
  const kind = what === "bytes" ? "is larger than" : "has more than";
  return new InvalidArgumentsError(operation, field, `${kind} the limit of ${limit.text}; ${advice}`);
}

/** Returns advice for a request body that is too large. It depends on the content type. */
export function createLimitAdvice(type: RequestBody["type"], limit: ServiceLimit): string {
  switch (type) {
    case "application/json":
      return "send the rows in smaller batches, each with the header row";
    case "multipart/form-data":
      return "split the file and send each part in a separate request";
    case "application/x-www-form-urlencoded":
      return "send less at once";
    case "application/zip":
    case "*/*":
      return limit === contractLimits.uploadFileBytes
        ? "load the file over SFTP, or split it"
        : "split the file and send each part in a separate request";
  }
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

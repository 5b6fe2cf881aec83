import { limits as contractLimits, type Limit } from "../../contract/limits.ts";
import type { OperationDefinition, RequestBody } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";

/** Creates the error for a body that exceeds a limit; the message has field, limit and advice (`wayOut`). */
export function limitError(
  operation: string,
  field: string,
  what: "bytes" | "rows",
  limit: Limit,
  advice: string,
): InvalidArgumentsError {
  const kind = what === "bytes" ? "is larger than" : "has more than";
  return new InvalidArgumentsError(operation, field, `${kind} the limit of ${limit.text}; ${advice}`);
}

/** Returns advice for a body that is too large, by its content type. */
export function limitAdvice(type: RequestBody["type"], limit: Limit): string {
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

/** Throws InvalidArgumentsError when a JSON batch has more rows, without its header row, than the operation accepts. */
export function checkRows(operation: string, row: OperationDefinition, body: unknown): void {
  const limit = row.limits?.rows;
  if (row.body && limit && Array.isArray(body) && body.length - 1 > limit.value) {
    throw limitError(operation, "body", "rows", limit, limitAdvice(row.body.type, limit));
  }
}

/** Throws InvalidArgumentsError when a body of known size is larger than the operation accepts. */
export function checkBytes(operation: string, row: OperationDefinition, field: string, size: number | undefined): void {
  const limit = row.limits?.bytes;
  if (row.body && limit && size !== undefined && size > limit.value) {
    throw limitError(operation, field, "bytes", limit, limitAdvice(row.body.type, limit));
  }
}

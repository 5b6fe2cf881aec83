import { limits as contractLimits, type Limit } from "../../contract/limits.ts";
import type { OperationDefinition, RequestBody } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";

/** The error for a body over a bound: names field, limit and way out. */
export function limitError(
  operation: string,
  field: string,
  what: "bytes" | "rows",
  limit: Limit,
  wayOut: string,
): InvalidArgumentsError {
  const kind = what === "bytes" ? "is larger than" : "has more than";
  return new InvalidArgumentsError(operation, field, `${kind} the limit of ${limit.text}; ${wayOut}`);
}

/** What a caller can do about a body that is too large, by what it is made of. */
export function wayOutOf(type: RequestBody["type"], limit: Limit): string {
  switch (type) {
    case "application/json":
      return "send the rows in smaller batches, each with the header row";
    case "multipart/form-data":
      return "split the file and send each part in a request of its own";
    case "application/x-www-form-urlencoded":
      return "send less at once";
    case "application/zip":
    case "*/*":
      return limit === contractLimits.uploadFileBytes
        ? "load the file over SFTP, or split it"
        : "split the file and send each part in a request of its own";
  }
}

/**
 * Throws InvalidArgumentsError when a JSON batch has more rows, its header row not counted, than the operation takes.
 */
export function checkRows(operation: string, row: OperationDefinition, body: unknown): void {
  const limit = row.limits?.rows;
  if (row.body && limit && Array.isArray(body) && body.length - 1 > limit.value) {
    throw limitError(operation, "body", "rows", limit, wayOutOf(row.body.type, limit));
  }
}

/** Throws InvalidArgumentsError when a body of known size is larger than the operation takes. */
export function checkBytes(operation: string, row: OperationDefinition, field: string, size: number | undefined): void {
  const limit = row.limits?.bytes;
  if (row.body && limit && size !== undefined && size > limit.value) {
    throw limitError(operation, field, "bytes", limit, wayOutOf(row.body.type, limit));
  }
}

import { type BodyLimits, limits as contractLimits, type ServiceLimit } from "./limits.ts";
import type { RequestBody } from "./operation.ts";

/** Describes that a body, a file or a row exceeds a limit, as the predicate of a message that ends with advice. */
export function describeExceededLimit(what: keyof BodyLimits, limit: ServiceLimit, advice: string): string {
  return `${what === "bytes" ? "is larger than" : "has more than"} the limit of ${limit.text}; ${advice}`;
}

/** Returns advice for a request body that exceeds a limit. It depends on the content type. */
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

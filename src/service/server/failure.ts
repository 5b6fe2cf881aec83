import type { FastifyError } from "fastify";
import { isDiskFull, isOutOfMemory } from "../../base/error-causes.ts";
import { DataVersionExportFileErrorResponse } from "../../contract/data-version-exports.ts";
import type { ErrorResponse } from "../../contract/error-response.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { DatabaseFileError } from "../../duckdb/database-file.ts";
import { HttpError } from "../call/call.ts";
import { StoreError } from "../store/store-error.ts";

/** A failure as the caller sees it. */
interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly retryAfterSeconds?: number;
}

/**
 * Converts an error to a failure that the caller may see. An unexpected error reveals no details; the log has them
 * under the same `rci`.
 */
export function toCallerFailure(error: unknown): Failure {
  if (error instanceof HttpError) {
    const { status, code, message, retryAfterSeconds } = error;
    return { status, code, message: shorten(message), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
  }
  if (isFrameworkRefusal(error)) {
    return toRefusal(error);
  }
  if (isDiskFull(error)) {
    return {
      status: 507,
      code: "DISK_FULL",
      message:
        "The disk that the service keeps its data on is full. Nothing was changed. Free some space, then try again.",
    };
  }
  if (isOutOfMemory(error)) {
    return {
      status: 400,
      code: "MEMORY_EXCEEDED",
      message:
        "The answer needs more memory than the service may use. Ask for fewer columns or rows at once, for example with a filter or a limit, or start the service with a larger --memory.",
    };
  }
  if (error instanceof StoreError && error.kind === "unusable") {
    // Not 503, which clients would retry: the problem does not go away by itself.
    return { status: 500, code: "DATA_UNUSABLE", message: toSentence(error.message) };
  }
  if (error instanceof DatabaseFileError && error.problem === "damaged") {
    return {
      status: 500,
      code: "DATA_UNUSABLE",
      message: `The file ${error.path} is damaged. Restore it from a backup.`,
    };
  }
  return {
    status: 500,
    code: "INTERNAL",
    message: "The service failed to answer; its log has the reason under this rci.",
  };
}

function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Maximum message length in characters. Messages quote the request, which may be long and which the caller knows. */
const maxMessageLength = 4000;

function shorten(message: string): string {
  return message.length > maxMessageLength ? `${message.slice(0, maxMessageLength)}…` : message;
}

/**
 * Creates the response body of a failed operation. One operation has a different field for the error code (service-api,
 * "Common").
 */
export function createErrorResponse(
  { status, code, message }: Failure,
  rci: string,
  row: OperationDefinition | undefined,
): Required<ErrorResponse> | Required<DataVersionExportFileErrorResponse> {
  const fields = { localizedMessage: message, message, rci, userError: status < 500 };
  return row?.failure === DataVersionExportFileErrorResponse ? { ...fields, errorCode: code } : { ...fields, code };
}

/**
 * Whether Fastify itself refused the request, for example for bad JSON, a body that is too large or an unknown content
 * type.
 */
function isFrameworkRefusal(error: unknown): error is FastifyError & { readonly statusCode: number } {
  return (
    error instanceof Error &&
    "statusCode" in error &&
    typeof error.statusCode === "number" &&
    error.statusCode >= 400 &&
    error.statusCode < 500
  );
}

/** Replaces the framework's messages, because they may quote the body. */
function toRefusal({ statusCode, code }: FastifyError & { readonly statusCode: number }): Failure {
  switch (statusCode) {
    case 413:
      return {
        status: 413,
        code: "BODY_TOO_LARGE",
        message: "The body is larger than the service accepts; send it in parts.",
      };
    case 415:
      return {
        status: 415,
        code: "CONTENT_TYPE_UNKNOWN",
        message: "The operation does not accept the Content-Type of the body.",
      };
    default:
      return { status: statusCode, code: "REQUEST_MALFORMED", message: malformed[code] ?? "The body is not JSON." };
  }
}

const malformed: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: "The URL is malformed; percent-encode special characters as UTF-8.",
  FST_ERR_ASYNC_CONSTRAINT: "The URL is malformed.",
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty, but Content-Type names JSON; send a JSON value or no Content-Type.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The length of the body differs from its Content-Length.",
};

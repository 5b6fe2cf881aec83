import type { ArgumentsOf, OperationDefinition } from "../../contract/operation.ts";
import type { ConnectionSource } from "../../duckdb/database.ts";
import type { TenantModel } from "../model/tenant-model.ts";

/** The signed-in user who calls an operation. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  /** Code of the tenant that the user signed in to. */
  readonly loginTenant: string;
  /** Id of the user who acts as this user (service-api, "Impersonation"). */
  readonly impersonatedBy?: string;
}

/** The tenant that a call acts on, with its business model and the database with its data. */
export interface CallTenant {
  /** `WFF_<code>` or `WFF_<code>~<code>`. */
  readonly code: string;
  readonly displayName: string;
  readonly model: TenantModel;
  readonly database: ConnectionSource;
  /** Numbers of the data versions that `database` shows, one for each category with data, the primary category first. */
  readonly dataVersions: readonly number[];
}

/** The caller and tenant of a call; operations that issue tokens have neither. */
type Subject<Row extends OperationDefinition> = Row extends { readonly auth: "none" }
  ? { readonly caller: undefined; readonly tenant: undefined }
  : { readonly caller: Caller; readonly tenant: CallTenant };

/** The parts of a request that the contract row defines, with defaults filled in. */
type CheckedArguments<Row extends OperationDefinition> = {
  readonly [Part in keyof ArgumentsOf<Row> as [Exclude<ArgumentsOf<Row>[Part], undefined>] extends [never]
    ? never
    : Part]-?: Part extends "body" ? ReceivedBody<Row> : Exclude<ArgumentsOf<Row>[Part], undefined>;
};

type ReceivedBody<Row extends OperationDefinition> = Row["body"] extends { readonly isReceivedAsBytes: true }
  ? AsyncIterable<Uint8Array>
  : Exclude<ArgumentsOf<Row>["body"], undefined>;

/** A validated call of one operation. */
export type OperationCall<Row extends OperationDefinition> = CheckedArguments<Row> &
  Subject<Row> & {
    /** Id of the draft project from the `ProjectID` header. Undefined means the production version. */
    readonly project: string | undefined;
    /** Content types that the caller accepts, in order of preference, wildcards included. */
    readonly accept: readonly string[];
    /** Aborted when the caller disconnects or the service stops. */
    readonly signal: AbortSignal;
  };

/** Response of an operation's handler, which the server sends as an HTTP response. */
export type HandlerResponse =
  | { readonly kind: "json"; readonly status: number; readonly value: unknown }
  | { readonly kind: "text"; readonly status: number; readonly value: string }
  | {
      readonly kind: "stream";
      readonly status: number;
      readonly contentType: string;
      readonly body: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: "redirect"; readonly status: 302 | 303 | 307; readonly location: string };

export function createJsonResponse(value: unknown, status = 200): HandlerResponse {
  return { kind: "json", status, value };
}

export function createTextResponse(value: string, status = 200): HandlerResponse {
  return { kind: "text", status, value };
}

/**
 * Creates a response whose body is a stream of bytes. The server applies backpressure, and ends the stream early when
 * the caller disconnects.
 */
export function createStreamResponse(
  contentType: string,
  body: AsyncIterable<Uint8Array>,
  status = 200,
): HandlerResponse {
  return { kind: "stream", status, contentType, body };
}

/**
 * Creates a redirect. Of a browser, status 302 keeps the method of the request and 303 changes it to GET; 307 asks any
 * client to send method and body again.
 */
export function createRedirectResponse(location: string, status: 302 | 303 | 307 = 302): HandlerResponse {
  return { kind: "redirect", status, location };
}

/** The only error that handlers throw on purpose. The server sends it as an ErrorResponse (service-api, "Common"). */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /**
   * Machine-readable error code, for example `QUERY_INVALID`. The codes are our choice, because the specification has
   * no list.
   */
  readonly code: string;
  /** Value of the response's `Retry-After` header. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number },
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

/** Parses an `Accept` header to content types, in order of preference. A missing header accepts all types. */
export function parseAcceptHeader(header: string | undefined): string[] {
  if (header === undefined || header.trim() === "") {
    return ["*/*"];
  }
  return header
    .split(",")
    .map((entry) => {
      const [type = "", ...parameters] = entry.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ type, weight }) => type !== "" && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ type }) => type);
}

/** Whether a type of an `Accept` header, which may have wildcards, matches a content type. */
function matchesType(accepted: string, contentType: string): boolean {
  return (
    accepted === "*/*" ||
    accepted === contentType ||
    (accepted.endsWith("/*") && contentType.startsWith(accepted.slice(0, -1)))
  );
}

/** Whether the caller accepts at least one of the given content types. */
export function acceptsAnyOf(accept: readonly string[], contentTypes: readonly string[]): boolean {
  return accept.some((accepted) => contentTypes.some((contentType) => matchesType(accepted, contentType)));
}

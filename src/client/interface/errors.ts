/** Discriminates the classes of errors. */
type ApiErrorKind = "status" | "network" | "timeout" | "malformed" | "denied" | "invalid-arguments" | "sign-in";

/**
 * Base class of all errors of calls. A call throws nothing else, except the reason of an aborted signal. An error
 * contains no secrets and no rows of data. Its message consists of sentences for the user.
 */
export abstract class ApiError extends Error {
  abstract readonly kind: ApiErrorKind;
  /** Name of the operation in the contract. */
  readonly operation: string;
  /** Id of the connection whose credentials were refused; undefined for other failures. */
  connectionId: string | undefined;
  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.operation = operation;
  }

  /** Technical details for a bug report, one per line. */
  get details(): readonly string[] {
    return [`Operation: ${this.operation}`];
  }
}

/** Details in the body of a failed call (service-api, "ErrorResponse"). */
export interface ServerProblem {
  readonly serverMessage?: string | undefined;
  /** Error code, from the field `code` or `errorCode`. */
  readonly code?: string | undefined;
  /** Id of the incident in the service, for its support. */
  readonly rci?: string | undefined;
  readonly userError?: boolean | undefined;
}

/**
 * Error for a failure that the server reported: a status outside 2xx, or an error instead of a result with status 200.
 */
export class StatusError extends ApiError {
  override readonly name = "StatusError";
  readonly kind = "status";
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  readonly rci: string | undefined;
  readonly userError: boolean | undefined;
  /** Delay from the server's `Retry-After` header, in milliseconds. */
  readonly retryAfterMs: number | undefined;

  constructor(
    operation: string,
    status: number,
    problem: ServerProblem & { readonly retryAfterMs?: number | undefined; readonly advice?: string | undefined } = {},
  ) {
    const sentence = problem.serverMessage || statusSentence(status);
    super(operation, [endedSentence(sentence), problem.advice].filter(Boolean).join(" "));
    this.status = status;
    this.serverMessage = problem.serverMessage;
    this.code = problem.code;
    this.rci = problem.rci;
    this.userError = problem.userError;
    this.retryAfterMs = problem.retryAfterMs;
  }

  override get details(): readonly string[] {
    return [
      ...super.details,
      `Status: ${this.status}`,
      ...(this.code ? [`Code: ${this.code}`] : []),
      ...(this.rci ? [`RCI: ${this.rci}`] : []),
    ];
  }
}

/** Describes a status for an answer without a message. */
function statusSentence(status: number): string {
  switch (status) {
    case 401:
      return "The service did not accept the credentials.";
    case 403:
      return "The service denied access.";
    case 404:
      return "The service does not have what was asked for.";
    case 429:
      return "The service is busy.";
    case 501:
      return "The service does not offer this.";
    case 502:
    case 503:
    case 504:
      return "The service did not answer.";
    default:
      return status >= 500
        ? "The service failed without a reason."
        : status >= 400
          ? "The service refused the request without a reason."
          : "The service gave an unexpected answer.";
  }
}

/** Ends a text with a full stop unless it ends with a punctuation mark already. */
function endedSentence(text: string): string {
  return /[.!?:;)\]"'`]\s*$/.test(text) ? text : `${text}.`;
}

/** Error for a service that could not be reached, or for a connection that broke. */
export class NetworkError extends ApiError {
  override readonly name = "NetworkError";
  readonly kind = "network";
  /** Host and port, without path or credentials. */
  readonly host: string;
  /** System or TLS code, for example `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** Number of bytes of the response body that arrived before the connection broke. Undefined without a response. */
  readonly bytesRead: number | undefined;
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;

  constructor(
    operation: string,
    message: string,
    details: {
      readonly host: string;
      readonly code?: string | undefined;
      readonly bytesRead?: number | undefined;
      readonly isTransient: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(operation, message, { cause: details.cause });
    this.host = details.host;
    this.code = details.code;
    this.bytesRead = details.bytesRead;
    this.isTransient = details.isTransient;
  }
}

/** Error for a service that sent nothing within the time limit. */
export class TimeoutError extends ApiError {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
  readonly host: string;
  /** `headers` if no response arrived, `body` if the response stopped. */
  readonly phase: "headers" | "body";
  readonly timeoutMs: number;

  constructor(operation: string, host: string, phase: "headers" | "body", timeoutMs: number) {
    const what = phase === "headers" ? "did not answer" : "stopped sending its answer";
    super(operation, `${host} ${what} for ${timeoutMs / 1000} s. Try again, or ask for less data at once.`);
    this.host = host;
    this.phase = phase;
    this.timeoutMs = timeoutMs;
  }
}

/** Error for a successful response that does not match the contract. */
export class MalformedError extends ApiError {
  override readonly name = "MalformedError";
  readonly kind = "malformed";

  constructor(operation: string, problem: string) {
    super(
      operation,
      `The answer does not fit this operation: ${problem}. Check that the connection's host is the service itself.`,
    );
  }
}

/** Error for a call that the connection's role does not allow or the user did not confirm. Nothing was sent. */
export class DeniedError extends ApiError {
  override readonly name = "DeniedError";
  readonly kind = "denied";

  constructor(operation: string, options?: ErrorOptions) {
    super(operation, "Not sent, because the connection's role does not allow it or it was not confirmed.", options);
  }
}

/** Error for arguments that violate the contract. Nothing was sent. */
export class InvalidArgumentsError extends ApiError {
  override readonly name = "InvalidArgumentsError";
  readonly kind = "invalid-arguments";
  /** Path of the invalid argument, for example `query.limit` or `body.filters[0].formula`. */
  readonly field: string;

  constructor(operation: string, field: string, problem: string, options?: ErrorOptions) {
    super(operation, `Not sent, because ${field} ${problem}.`, options);
    this.field = field;
  }
}

/** Error for a failed sign-in: the service refused the credentials, or they could not be read. */
export class SignInError extends ApiError {
  override readonly name = "SignInError";
  readonly kind = "sign-in";
  /** HTTP status of the token request. Undefined if nothing was sent. */
  readonly status: number | undefined;

  constructor(
    operation: string,
    message: string,
    details: { readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(operation, `${message.charAt(0).toUpperCase()}${message.slice(1)}`, { cause: details.cause });
    this.status = details.status;
  }

  override get details(): readonly string[] {
    return [...super.details, ...(this.status === undefined ? [] : [`Status: ${this.status}`])];
  }
}

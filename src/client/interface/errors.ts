/** What went wrong, in one word; switch over it. */
type ApiErrorKind = "status" | "network" | "timeout" | "malformed" | "denied" | "invalid-arguments" | "sign-in";

/** Every failure of a call; nothing else leaves `src/client`, but the reason of an aborted signal. Holds no secret and no row of data. */
export abstract class ApiError extends Error {
  abstract readonly kind: ApiErrorKind;
  /** Name of the operation in the contract. */
  readonly operation: string;
  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(`${operation}: ${message}`, options);
    this.operation = operation;
  }
}

/** What the body of a failed call says (service-api, "ErrorResponse"). */
export interface ServerProblem {
  readonly serverMessage?: string | undefined;
  /** From `code` or `errorCode`. */
  readonly code?: string | undefined;
  /** The service's own reference of the incident. */
  readonly rci?: string | undefined;
  readonly userError?: boolean | undefined;
}

/** The server answered with a failure: a status outside 2xx, or status 200 with an error in place of the result. */
export class StatusError extends ApiError {
  override readonly name = "StatusError";
  readonly kind = "status";
  readonly status: number;
  readonly serverMessage: string | undefined;
  readonly code: string | undefined;
  readonly rci: string | undefined;
  readonly userError: boolean | undefined;
  /** What the server's `Retry-After` asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(
    operation: string,
    status: number,
    problem: ServerProblem & { readonly retryAfterMs?: number | undefined; readonly advice?: string | undefined } = {},
  ) {
    const code = problem.code ? ` (${problem.code})` : "";
    const said = problem.serverMessage ? `: ${problem.serverMessage}` : ".";
    const reference = problem.rci ? ` [rci ${problem.rci}]` : "";
    const advice = problem.advice ? ` ${problem.advice}` : "";
    super(operation, `the service answered status ${status}${code}${said}${reference}${advice}`);
    this.status = status;
    this.serverMessage = problem.serverMessage;
    this.code = problem.code;
    this.rci = problem.rci;
    this.userError = problem.userError;
    this.retryAfterMs = problem.retryAfterMs;
  }
}

/** The service was not reached, or the connection broke. */
export class NetworkError extends ApiError {
  override readonly name = "NetworkError";
  readonly kind = "network";
  /** Host and port, without path or credentials. */
  readonly host: string;
  /** System or TLS code, for example `ECONNREFUSED`. */
  readonly code: string | undefined;
  /** Bytes of the answer's body that were read before the connection broke; undefined when no answer began. */
  readonly bytesRead: number | undefined;
  /** Whether the same call may succeed in a moment. */
  readonly isTransient: boolean;

  constructor(
    operation: string,
    message: string,
    facts: {
      readonly host: string;
      readonly code?: string | undefined;
      readonly bytesRead?: number | undefined;
      readonly isTransient: boolean;
      readonly cause?: unknown;
    },
  ) {
    super(operation, message, { cause: facts.cause });
    this.host = facts.host;
    this.code = facts.code;
    this.bytesRead = facts.bytesRead;
    this.isTransient = facts.isTransient;
  }
}

/** The service was silent for too long. */
export class TimeoutError extends ApiError {
  override readonly name = "TimeoutError";
  readonly kind = "timeout";
  readonly host: string;
  /** `headers`: no answer began. `body`: the answer stopped. */
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

/** The service answered with success, but not in a shape that the contract knows. */
export class MalformedError extends ApiError {
  override readonly name = "MalformedError";
  readonly kind = "malformed";

  constructor(operation: string, problem: string) {
    super(
      operation,
      `the answer is not what this operation gives: ${problem}. Check that the connection's host is the service itself.`,
    );
  }
}

/** The role of the connection does not allow the call; nothing was sent. */
export class DeniedError extends ApiError {
  override readonly name = "DeniedError";
  readonly kind = "denied";

  constructor(operation: string, options?: ErrorOptions) {
    super(operation, "not sent, because the connection's role does not allow it or it was not confirmed.", options);
  }
}

/** The caller's arguments break the contract; nothing was sent. */
export class InvalidArgumentsError extends ApiError {
  override readonly name = "InvalidArgumentsError";
  readonly kind = "invalid-arguments";
  /** Where, for example `query.limit` or `body.filters[0].formula`. */
  readonly field: string;

  constructor(operation: string, field: string, problem: string, options?: ErrorOptions) {
    super(operation, `not sent, because ${field} ${problem}.`, options);
    this.field = field;
  }
}

/** No credential could be had: the service refused user name and password, or they could not be read. */
export class SignInError extends ApiError {
  override readonly name = "SignInError";
  readonly kind = "sign-in";
  /** Status of the refusal; undefined when nothing was sent. */
  readonly status: number | undefined;

  constructor(operation: string, message: string, facts: { readonly status?: number; readonly cause?: unknown } = {}) {
    super(operation, message, { cause: facts.cause });
    this.status = facts.status;
  }
}

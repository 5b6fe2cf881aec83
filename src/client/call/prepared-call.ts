import type { Clock } from "../../base/clock.ts";
import { createDeployedOperation, type DeployedOperation, WireFormatError } from "../../contract/deployed-operation.ts";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import { type OperationDefinition, streamMarker } from "../../contract/operation.ts";
import type { Connection } from "../interface/connection.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import type { AnyArguments, CallOptions } from "../interface/method.ts";
import { type ProgressCallback, reportProgress } from "../interface/transfer-progress.ts";
import type { HttpResponse } from "../transport/raw-request.ts";
import { buildRequest, type HttpRequest } from "../transport/request.ts";
import { transformBytes } from "../upload/byte-source.ts";

/** A checked call with all data that is needed to send it, also repeatedly. */
export interface PreparedCall {
  readonly operation: string;
  readonly row: OperationDefinition;
  readonly request: HttpRequest;
  readonly accept: string;
  readonly isStreamed: boolean;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number | undefined;
  readonly onProgress: ProgressCallback | undefined;
  readonly onAnswer: CallOptions["onAnswer"];
  /** Converts a JSON response from the deployment's format to the contract's format. */
  readonly readForm: (answer: unknown) => unknown;
}

/** Data common to all calls of a connection. */
interface ConnectionContext {
  readonly connection: Pick<Connection, "apiKey" | "tenant" | "project">;
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly clock: Clock;
  readonly random: () => number;
}

/**
 * Prepares a call from checked arguments. Throws InvalidArgumentsError for an option that the operation does not
 * support.
 */
export function prepareCall(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  options: CallOptions,
  { connection, baseUrl, profile, clock, random }: ConnectionContext,
): PreparedCall {
  const accept = options.accept ?? defaultAccept(row);
  if (!Object.hasOwn(row.answers, accept)) {
    throw new InvalidArgumentsError(operation, "accept", `must be one of ${Object.keys(row.answers).join(", ")}`);
  }
  const deployed = createDeployedOperation(profile, operation, row);
  const request = buildRequest(operation, deployed.row, toWireFormat(operation, deployed, args), {
    baseUrl,
    profile,
    apiKey: connection.apiKey,
    tenant: options.tenant === null ? undefined : (options.tenant ?? connection.tenant),
    project: options.project === null ? undefined : (options.project ?? connection.project),
    accept,
    bodyType: options.bodyType,
    random,
  });
  const { signal, timeoutMs, onProgress, onAnswer, isStreamed = false } = options;
  return {
    operation,
    row,
    request: withSendProgress(request, clock, onProgress),
    accept,
    isStreamed: isStreamed || row.answers[accept] === streamMarker,
    signal,
    timeoutMs,
    onAnswer,
    onProgress,
    readForm: deployed.answerFromWire,
  };
}

function toWireFormat(operation: string, { requestToWire }: DeployedOperation, args: AnyArguments): AnyArguments {
  try {
    return { ...args, ...requestToWire(args) };
  } catch (error) {
    throw error instanceof WireFormatError ? formError(operation, error) : error;
  }
}

function formError(operation: string, { field, message }: WireFormatError): InvalidArgumentsError {
  return new InvalidArgumentsError(operation, field, message);
}

/** Returns a response whose body reports progress while it is read. */
export function withReceiveProgress(
  answer: HttpResponse,
  clock: Clock,
  onProgress: ProgressCallback | undefined,
): HttpResponse {
  if (!onProgress) {
    return answer;
  }
  const length = answer.headers["content-length"];
  // Bytes are counted after decompression, so the length of a compressed body does not apply.
  const totalBytes = length === undefined || answer.headers["content-encoding"] ? undefined : Number(length);
  return { ...answer, body: reportProgress(answer.body, { direction: "receiving", totalBytes }, clock, onProgress) };
}

/** Whether the body of the request can be sent again from the beginning. */
export function isRepeatable({ body }: HttpRequest): boolean {
  return typeof body !== "object" || body.canOpen;
}

/**
 * Whether to repeat the call after status 409. The contract names a header and its value for this, and the request must
 * have them.
 */
export function repeatsOnConflict({ row, request }: PreparedCall): boolean {
  const rule = row.repeatsOnConflict;
  return rule !== undefined && request.headers[rule.header] === rule.value;
}

function withSendProgress(request: HttpRequest, clock: Clock, onProgress: ProgressCallback | undefined): HttpRequest {
  const { body } = request;
  if (!onProgress || typeof body !== "object") {
    return request;
  }
  const transfer = { direction: "sending", totalBytes: body.size } as const;
  return { ...request, body: transformBytes(body, (pieces) => reportProgress(pieces, transfer, clock, onProgress)) };
}

/** Returns the content type of the value, if there is one, else the first; must match the type `DefaultAccept`. */
function defaultAccept({ answers }: OperationDefinition): string {
  const types = Object.entries(answers);
  const [type = "application/json"] = types.find(([, answer]) => answer !== streamMarker) ?? types[0] ?? [];
  return type;
}

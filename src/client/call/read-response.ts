import type { TSchema } from "typebox";
import { isRecord } from "../../base/guards.ts";
import { type OperationDefinition, streamMarker } from "../../contract/operation.ts";
import { MalformedError, type ServerProblem, StatusError } from "../interface/errors.ts";
import type { StreamResponse } from "../interface/method.ts";
import { isNestedTooDeeply, parseJson, tooDeeplyNestedProblem } from "../text/parse-json.ts";
import { findResponseProblem, formatFieldPath } from "../text/schema-problem.ts";
import type { HttpResponse } from "../transport/raw-request.ts";
import { createStatusAdvice } from "./credential-advice.ts";
import { parseRetryAfter } from "./retry.ts";

/** Maximum size of a response that is parsed; larger ones must be streamed. */
const maximumValueBytes = 128 * 1024 * 1024;
const maximumErrorBytes = 64 * 1024;

/** Parameters for reading a response. */
interface AnswerContext {
  readonly operation: string;
  readonly row: OperationDefinition;
  /** Preferred content type of the request. */
  readonly accept: string;
  /** Whether the body is streamed to the caller. */
  readonly isStreamed: boolean;
  /** Converts a JSON response from the deployment's format to that of the contract. */
  readonly readForm: (answer: unknown) => unknown;
  readonly nowMs: number;
  /** Advice for the user when the connection's credential is refused. */
  readonly credentialAdvice: string;
  /** Removes secrets from a message of the server. */
  redact(text: string): string;
}

/**
 * Returns the value or the stream of a successful response. Throws StatusError for a failed one, MalformedError for one
 * that does not match the contract.
 */
export async function readResponse(answer: HttpResponse, context: AnswerContext): Promise<unknown> {
  const { operation, row, accept, isStreamed } = context;
  if (!isSuccessStatus(answer.status, row)) {
    throw await readFailure(answer, context);
  }
  const contentType = mediaType(answer.headers["content-type"]);
  if (isStreamed) {
    if (contentType === "text/html" && !Object.hasOwn(row.answers, contentType)) {
      await discardResponse(answer);
      throw new MalformedError(operation, "it is a web page");
    }
    return { contentType, headers: answer.headers, body: answer.body } satisfies StreamResponse;
  }
  const text = await readText(answer.body, operation, maximumValueBytes, "refuse");
  const schema = row.answers[accept] as TSchema;
  if (accept !== "application/json") {
    return text;
  }
  const value = withoutNulls(context.readForm(parseValue(text, operation)), operation, schema);
  throwEmbeddedError(value, answer.status, context);
  return value;
}

export function isSuccessStatus(status: number, row: OperationDefinition): boolean {
  return (status >= 200 && status < 300) || status === row.status;
}

/** Reads the rest of a response, up to 64 KiB, so that its connection can be reused. */
export async function discardResponse(answer: HttpResponse): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > maximumErrorBytes) {
      return;
    }
  }
}

async function readFailure(answer: HttpResponse, context: AnswerContext): Promise<StatusError> {
  const { operation, row, nowMs, credentialAdvice } = context;
  const { status } = answer;
  const { location } = answer.headers;
  const problem = readProblem(await readText(answer.body, operation, maximumErrorBytes, "replace"), context.redact);
  const hasMessage = problem.serverMessage !== undefined;
  return new StatusError(operation, status, {
    ...problem,
    retryAfterMs: parseRetryAfter(answer.headers["retry-after"], nowMs),
    advice: createStatusAdvice({ status, row, location, hasMessage, credentialAdvice }),
  });
}

/** Reads the details of an error body. Ignores bodies that are not JSON, because they may be complete web pages. */
function readProblem(text: string, redact: (text: string) => string): ServerProblem {
  const parsed = parseJson(text);
  const body = parsed.ok ? parsed.value : undefined;
  return isRecord(body) ? toProblem(body as Record<string, unknown>, redact) : {};
}

function toProblem(body: Readonly<Record<string, unknown>>, redact: (text: string) => string): ServerProblem {
  const textOf = (name: string) => {
    const value = body[name];
    return typeof value === "string" && value !== "" ? redact(value) : undefined;
  };
  return {
    serverMessage: textOf("localizedMessage") ?? textOf("message"),
    code: textOf("code") ?? textOf("errorCode"),
    rci: textOf("rci"),
    userError: typeof body.userError === "boolean" ? body.userError : undefined,
  };
}

/** Throws StatusError for a failure with status 200: the aggregate query may return `error` instead of cells. */
function throwEmbeddedError(value: unknown, status: number, { operation, row, redact }: AnswerContext): void {
  const schema = row.answers["application/json"];
  const mayRefuse =
    schema !== streamMarker && schema !== undefined && "properties" in schema && hasKey(schema.properties, "error");
  const error = mayRefuse && hasKey(value, "error") ? value.error : undefined;
  if (isRecord(error) && Object.keys(error).length > 0) {
    throw new StatusError(operation, status, toProblem(error as Record<string, unknown>, redact));
  }
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return isRecord(value) && Object.hasOwn(value, key);
}

/**
 * Reads a body as UTF-8. Invalid bytes in a value are refused, because the text would differ from what was sent.
 * Invalid bytes in an error message are replaced, because it is only shown.
 */
async function readText(
  body: AsyncIterable<Uint8Array>,
  operation: string,
  maximumBytes: number,
  invalidBytes: "refuse" | "replace",
): Promise<string> {
  const decoder = new TextDecoder();
  const lenient = (chunk?: Uint8Array) => decoder.decode(chunk, { stream: chunk !== undefined });
  const decode = invalidBytes === "refuse" ? utf8Decoder(operation) : lenient;
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumBytes) {
      throw new MalformedError(operation, `it is larger than ${maximumBytes / 1024 / 1024} MiB`);
    }
    text += decode(chunk);
  }
  return text + decode();
}

function parseValue(text: string, operation: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    throw new MalformedError(operation, parsed.problem);
  }
  if (isNestedTooDeeply(parsed.value)) {
    throw new MalformedError(operation, tooDeeplyNestedProblem);
  }
  return parsed.value;
}

/** Removes null members if the value is valid without them: servers write null for fields that the contract omits. */
function withoutNulls(value: unknown, operation: string, schema: TSchema): unknown {
  if (!findResponseProblem(schema, value)) {
    return value;
  }
  const pruned = removeNulls(value);
  const problem = findResponseProblem(schema, pruned);
  if (problem) {
    throw new MalformedError(operation, `${formatFieldPath("answer", problem.instancePath)} ${problem.message}`);
  }
  return pruned;
}

function removeNulls(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(removeNulls);
  }
  if (!isRecord(value)) {
    return value;
  }
  const present = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(present.map(([name, item]) => [name, removeNulls(item)]));
}

function mediaType(header: string | undefined): string {
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/**
 * Returns a decoder for the chunks of a body, which is called without a chunk at the end. The decoder throws
 * `MalformedError` for bytes that are not UTF-8, because replacement characters would change the value.
 */
function utf8Decoder(operation: string): (chunk?: Uint8Array) => string {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (chunk: Uint8Array | undefined) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      // A fatal decoder fails only on invalid bytes.
      return undefined;
    }
  };
  return (chunk) => {
    const text = decode(chunk);
    if (text === undefined) {
      throw new MalformedError(operation, "it is not UTF-8");
    }
    return text;
  };
}

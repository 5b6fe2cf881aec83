import type { TSchema } from "typebox";
import { isRecord } from "../../base/guards.ts";
import { type OperationDefinition, stream } from "../../contract/operation.ts";
import { MalformedError, type ServerProblem, StatusError } from "../interface/errors.ts";
import type { StreamAnswer } from "../interface/method.ts";
import { isTooDeep, parseJson, tooDeep } from "../text/parse-json.ts";
import { answerProblem, fieldName } from "../text/schema-problem.ts";
import { utf8Decoder } from "../text/utf8-text.ts";
import type { HttpAnswer } from "../transport/raw-request.ts";
import { statusAdvice } from "./credential-advice.ts";
import { parseRetryAfter } from "./retry.ts";

/** A larger value is a mistake: streams are for that. */
const maximumValueBytes = 128 * 1024 * 1024;
const maximumErrorBytes = 64 * 1024;

/** What decides how an answer is read. */
interface AnswerContext {
  readonly operation: string;
  readonly row: OperationDefinition;
  /** Content type that was asked for first. */
  readonly accept: string;
  /** Whether it is passed on as it comes. */
  readonly isStreamed: boolean;
  /** Brings a JSON answer from the deployment's form into the contract's. */
  readonly readForm: (answer: unknown) => unknown;
  readonly nowMs: number;
  /** What to check when the connection's credential is refused. */
  readonly credentialAdvice: string;
  /** Takes secrets out of what the server said. */
  redact(text: string): string;
}

/** Gives the value or the stream of a success and throws StatusError or MalformedError for the rest. */
export async function readAnswer(answer: HttpAnswer, context: AnswerContext): Promise<unknown> {
  const { operation, row, accept, isStreamed } = context;
  if (!isSuccess(answer.status, row)) {
    throw await readFailure(answer, context);
  }
  const contentType = mediaType(answer.headers["content-type"]);
  if (isStreamed) {
    if (contentType === "text/html" && !Object.hasOwn(row.answers, contentType)) {
      await discard(answer);
      throw new MalformedError(operation, "it is a web page");
    }
    return { contentType, headers: answer.headers, body: answer.body } satisfies StreamAnswer;
  }
  const text = await readText(answer.body, operation, maximumValueBytes, "refuse");
  const schema = row.answers[accept] as TSchema;
  if (accept !== "application/json") {
    return text;
  }
  const value = withoutNulls(context.readForm(parseValue(text, operation)), operation, schema);
  throwRefusal(value, answer.status, context);
  return value;
}

export function isSuccess(status: number, row: OperationDefinition): boolean {
  return (status >= 200 && status < 300) || status === row.status;
}

/** Reads an answer to its end, so that its connection can serve the next call. */
export async function discard(answer: HttpAnswer): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer.body) {
    bytes += chunk.length;
    if (bytes > maximumErrorBytes) {
      return;
    }
  }
}

async function readFailure(answer: HttpAnswer, context: AnswerContext): Promise<StatusError> {
  const { operation, row, nowMs, credentialAdvice } = context;
  const { status } = answer;
  const { location } = answer.headers;
  const problem = problemOf(await readText(answer.body, operation, maximumErrorBytes, "replace"), context.redact);
  const hasMessage = problem.serverMessage !== undefined;
  return new StatusError(operation, status, {
    ...problem,
    retryAfterMs: parseRetryAfter(answer.headers["retry-after"], nowMs),
    advice: statusAdvice({ status, row, location, hasMessage, credentialAdvice }),
  });
}

/** An error body that is not JSON says nothing for users, and may be a whole web page. */
function problemOf(text: string, redact: (text: string) => string): ServerProblem {
  const parsed = parseJson(text);
  const body = parsed.ok ? parsed.value : undefined;
  return isRecord(body) ? describe(body as Record<string, unknown>, redact) : {};
}

function describe(body: Readonly<Record<string, unknown>>, redact: (text: string) => string): ServerProblem {
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

/** The aggregate query delivers a failure with status 200, as `error` in place of the cells. */
function throwRefusal(value: unknown, status: number, { operation, row, redact }: AnswerContext): void {
  const schema = row.answers["application/json"];
  const mayRefuse =
    schema !== stream && schema !== undefined && "properties" in schema && hasKey(schema.properties, "error");
  const error = mayRefuse && hasKey(value, "error") ? value.error : undefined;
  if (isRecord(error) && Object.keys(error).length > 0) {
    throw new StatusError(operation, status, describe(error as Record<string, unknown>, redact));
  }
}

function hasKey<Key extends string>(value: unknown, key: Key): value is Record<Key, unknown> {
  return isRecord(value) && Object.hasOwn(value, key);
}

/**
 * Reads a body as UTF-8. A value with bytes that are none is refused, since it would hold other text than was sent; the
 * message of a failure is only shown, and better with a few strange characters than not at all.
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
  if (isTooDeep(parsed.value)) {
    throw new MalformedError(operation, tooDeep);
  }
  return parsed.value;
}

/** Servers write null for what is not there; the contract leaves such a field out. */
function withoutNulls(value: unknown, operation: string, schema: TSchema): unknown {
  if (!answerProblem(schema, value)) {
    return value;
  }
  const pruned = prune(value);
  const problem = answerProblem(schema, pruned);
  if (problem) {
    throw new MalformedError(operation, `${fieldName("answer", problem.instancePath)} ${problem.message}`);
  }
  return pruned;
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(prune);
  }
  if (!isRecord(value)) {
    return value;
  }
  const kept = Object.entries(value).filter(([, item]) => item !== null);
  return Object.fromEntries(kept.map(([name, item]) => [name, prune(item)]));
}

function mediaType(header: string | undefined): string {
  return header?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

import type { Clock } from "../../base/clock.ts";
import { isRecord } from "../../base/guards.ts";
import type { Session } from "../../client/call/client.ts";
import type { AnyArguments, CallOptions, ResponseHead, StreamResponse } from "../../client/interface/method.ts";
import type { TransferProgress } from "../../client/interface/transfer-progress.ts";
import { saveBody } from "../../host/save-body.ts";
import type { OperationForm } from "../../protocol/operation-form.ts";
import {
  type AnswerMetadata,
  type CallOutcome,
  type CallProgress,
  type CallRequest,
  maximumShownBytes,
} from "../../protocol/operations-view.ts";
import type { ChosenFiles } from "./chosen-files.ts";

/**
 * Maximum size in bytes of a text response that is held in memory to be shown. A larger response is saved to a file.
 */
const maximumMemoryBytes = 32 * 1024 * 1024;

/** Dependencies of one API call. */
export interface CallParts {
  readonly form: OperationForm;
  readonly clock: Clock;
  readonly files: ChosenFiles;
  readonly session: () => Promise<Session>;
  /** Path of the file in which to save the response. Required for the delivery `file`. */
  readonly file?: string;
  /** Shows a streamed response as a table of results. Resolves when all rows have arrived. */
  readonly showRows: (answer: StreamResponse, signal: AbortSignal) => Promise<void>;
  /** Callback with the response of a successful call, unless it is streamed. */
  readonly onValue?: (args: AnyArguments, answer: unknown) => void;
  /** Callback with the number of bytes sent and received. */
  readonly onProgress: (progress: CallProgress) => void;
  readonly signal: AbortSignal;
}

/** Outcome of an API call, with the complete text of the response if the page shows it. */
export interface FinishedCall {
  readonly outcome: CallOutcome;
  readonly text?: string;
}

type AnyMethod = (args: unknown, options: object) => Promise<unknown>;

/** Calls an API operation and delivers its response as requested. Never rejects: an error becomes an outcome. */
export async function callOperation(request: CallRequest, parts: CallParts): Promise<FinishedCall> {
  const { clock, signal } = parts;
  const startedAt = clock.now();
  try {
    return await send(request, parts, startedAt);
  } catch (error) {
    return { outcome: signal.aborted ? { kind: "cancelled" } : failed(error, clock.now() - startedAt) };
  }
}

async function send(request: CallRequest, parts: CallParts, startedAt: number): Promise<FinishedCall> {
  const { form, clock, files, signal, onProgress } = parts;
  const args = await files.argumentsOf(request.values);
  const { client } = await parts.session();
  signal.throwIfAborted();
  const method = (client as unknown as Readonly<Record<string, AnyMethod>>)[form.operation];
  if (!method) {
    throw new Error(`The client has no operation "${form.operation}". Reload the window.`);
  }
  let head: ResponseHead | undefined;
  let progress: CallProgress = { sentBytes: 0, receivedBytes: 0, bytesPerSecond: 0 };
  const notify = (change: Partial<CallProgress>) => {
    progress = { ...progress, ...change };
    onProgress(progress);
  };
  const answer = await method(args, {
    accept: request.accept,
    bodyType: request.bodyType,
    signal,
    onAnswer: (answerHead) => {
      head = answerHead;
    },
    onProgress: (change) => notify(progressOf(change)),
  } satisfies CallOptions);
  const metadataOf = (bytes: number, stream?: StreamResponse): AnswerMetadata => ({
    ...(head && { status: head.status }),
    contentType: stream?.contentType ?? request.accept,
    headers: withoutCookies(stream?.headers ?? head?.headers ?? {}),
    bytes,
    elapsedMs: clock.now() - startedAt,
  });
  if (!isStream(answer)) {
    parts.onValue?.(args, answer);
    const isJson = request.accept === "application/json";
    const text = isJson ? (JSON.stringify(answer, undefined, 2) ?? "") : String(answer ?? "");
    return shown(text, isJson, metadataOf(progress.receivedBytes));
  }
  const onBytes = (bytes: number) => notify({ receivedBytes: bytes });
  switch (request.delivery) {
    case "results": {
      let bytes = 0;
      const count = (size: number) => {
        bytes = size;
        onBytes(size);
      };
      await parts.showRows({ ...answer, body: counted(answer.body, count) }, signal);
      return { outcome: { kind: "opened", metadata: metadataOf(bytes, answer) } };
    }
    case "file": {
      const bytes = await saveBody(parts.file ?? noFile(), answer.body, onBytes);
      return { outcome: { kind: "saved", metadata: metadataOf(bytes, answer), name: parts.file ?? "" } };
    }
    case "show": {
      const { text, bytes } = await readText(counted(answer.body, onBytes));
      return shown(text, isJsonText(answer.contentType), metadataOf(bytes, answer));
    }
  }
}

function progressOf({ direction, bytes, totalBytes, bytesPerSecond }: TransferProgress): Partial<CallProgress> {
  return direction === "sending"
    ? { sentBytes: bytes, bytesPerSecond, ...(totalBytes !== undefined && { totalSentBytes: totalBytes }) }
    : { receivedBytes: bytes, bytesPerSecond, ...(totalBytes !== undefined && { totalReceivedBytes: totalBytes }) };
}

function shown(text: string, isJson: boolean, metadata: AnswerMetadata): FinishedCall {
  const bytes = Buffer.from(text);
  const isCut = bytes.length > maximumShownBytes;
  // A page can lay out about a tenth at once. An incomplete character at the end is dropped.
  const shownText = isCut
    ? new TextDecoder().decode(bytes.subarray(0, maximumShownBytes / 10), { stream: true })
    : text;
  return { outcome: { kind: "shown", metadata, text: shownText, isCut, isJson: isJson && !isCut }, text };
}

/** Returns a copy of response headers with masked cookies, which may be credentials. */
function withoutCookies(headers: ResponseHead["headers"]): ResponseHead["headers"] {
  return "set-cookie" in headers ? { ...headers, "set-cookie": "***" } : headers;
}

async function readText(body: AsyncIterable<Uint8Array>): Promise<{ text: string; bytes: number }> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumMemoryBytes) {
      throw new Error(
        `The answer is larger than ${maximumMemoryBytes / 1024 / 1024} MB. Send again and deliver it to a file.`,
      );
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return { text: text + decoder.decode(), bytes };
}

async function* counted(body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    onBytes(bytes);
    yield chunk;
  }
}

/**
 * Converts an error to the outcome of a failed call. Checks the properties of the error instead of its class, because
 * the client bundle has its own copy of the classes.
 */
function failed(error: unknown, elapsedMs: number): CallOutcome {
  const { status, field } = (error ?? {}) as { readonly status?: unknown; readonly field?: unknown };
  return {
    kind: "failed",
    message: error instanceof Error ? error.message : "The call failed for an unknown reason; see the log.",
    ...(typeof status === "number" && { status }),
    ...(typeof field === "string" && { field }),
    elapsedMs,
  };
}

function isStream(answer: unknown): answer is StreamResponse {
  return isRecord(answer) && "body" in answer && isIterable(answer.body);
}

function isIterable(value: unknown): boolean {
  return isRecord(value) && Symbol.asyncIterator in value;
}

function isJsonText(contentType: string): boolean {
  return contentType === "application/json";
}

function noFile(): never {
  throw new Error("No file was chosen for the answer. Send again and choose one.");
}

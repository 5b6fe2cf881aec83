import type { Readable } from "node:stream";
import type { MultipartFile } from "@fastify/multipart";
import multipart from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Clock } from "../../base/clock.ts";
import { isRecord } from "../../base/guards.ts";
import { createLimitAdvice, describeExceededLimit } from "../../contract/body-limits.ts";
import type { FilePart } from "../../contract/file-part.ts";
import type { ServiceLimit } from "../../contract/limits.ts";
import type { OperationDefinition, RequestBody } from "../../contract/operation.ts";
import { HttpError } from "../call/call.ts";

/**
 * Time without a byte after which a body counts as stalled; our choice. A body that still moves, however slowly, is
 * never cut off.
 */
const stallMs = 60_000;

/**
 * Responds with 408 to requests whose body stops arriving, because each would hold a connection forever. Excludes
 * requests that already have a response, see `discardUnreadBodies`.
 */
export function addBodyTimeout(app: FastifyInstance, clock: Clock): void {
  app.addHook("onRequest", async (request, reply) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
    if (length !== "0" || coding !== undefined) {
      const ended = new AbortController();
      request.raw.once("close", () => ended.abort());
      watchBody(request, reply, (delayMs) => clock.sleep(delayMs, ended.signal)).catch(() => undefined);
    }
  });
}

/** Sends the 408 when the body stalls. Rejects when the request ends. */
async function watchBody(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  sleep: (delayMs: number) => Promise<void>,
): Promise<void> {
  const { socket } = raw;
  for (;;) {
    const before = socket.bytesRead;
    await sleep(stallMs);
    if (raw.complete || reply.sent) {
      return;
    }
    // Bytes that have arrived but are not read yet wait for the service, not for the caller.
    if (socket.bytesRead === before && raw.readableLength === 0) {
      break;
    }
  }
  reply.send(
    new HttpError(
      408,
      "BODY_STALLED",
      `No part of the body arrived for ${stallMs / 1000} seconds; send the request again.`,
    ),
  );
}

/** Limit of bytes to discard from an unwanted body before its connection is closed; our choice. */
const maxDiscardedBytes = 64 * 1024 * 1024;
const maxDiscardMs = 10_000;

/**
 * Discards the rest of a request body when the response was sent before the complete body arrived. Closing the
 * connection at once would reset it, and the caller could lose the response.
 */
export function discardUnreadBodies(app: FastifyInstance, clock: Clock): void {
  app.addHook("onResponse", async (request) => {
    if (!request.raw.complete && !request.raw.destroyed) {
      discardBody(request, clock);
    }
  });
}

function discardBody({ raw }: FastifyRequest, clock: Clock): void {
  const over = new AbortController();
  let bytes = 0;
  const close = () => raw.socket.destroy();
  raw.unpipe();
  raw.on("data", (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > maxDiscardedBytes) {
      close();
    }
  });
  raw.on("error", () => over.abort());
  raw.once("close", () => over.abort());
  raw.resume();
  clock.sleep(maxDiscardMs, over.signal).then(close, () => undefined);
}

const maxGetBodyBytes = 1024 * 1024;

/**
 * Reads the JSON body of a GET request, which Fastify does not read. Returns undefined for a request without a body.
 */
export async function readGetBody(request: FastifyRequest): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Ending the iteration must not close the connection: the answer to a body that is too large still needs it.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxGetBodyBytes) {
      throw new HttpError(413, "BODY_TOO_LARGE", "The body is larger than 1 MB.");
    }
    chunks.push(chunk);
  }
  if (size > 0) {
    request.body = parseBody(Buffer.concat(chunks).toString("utf8"));
  }
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(error);
  }
}

function malformed(cause: unknown): HttpError {
  return new HttpError(400, "REQUEST_MALFORMED", "The body is not JSON.", { cause });
}

/** Adds parsers for bodies of other types than JSON: multipart forms with files, and a stream for any other. */
export async function addStreamedBodies(app: FastifyInstance): Promise<void> {
  // A large file is not read in lockstep with the disk.
  await app.register(multipart, { fileHwm: 1 << 20, limits: { files: 1, fileSize: Number.POSITIVE_INFINITY } });
  app.addContentTypeParser("*", async (_request: FastifyRequest, body: Readable) => withoutClosing(body));
}

/** Whether a handler receives the body as a stream of bytes, whatever its content type. */
export function isReceivedAsBytes(body: RequestBody): boolean {
  return typeof body.schema === "symbol" || (body.type === "application/json" && body.isReceivedAsBytes === true);
}

/**
 * Makes a scope of routes take every body as a stream of bytes within the limit of an operation, JSON and forms included.
 */
export function receiveBytes(scope: FastifyInstance, row: OperationDefinition): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", async ({ headers }: FastifyRequest, body: Readable) => {
    const limit = row.limits?.bytes;
    if (!limit || !row.body) {
      return withoutClosing(body);
    }
    const description = describeExceededLimit("bytes", limit, createLimitAdvice(row.body.type, limit));
    const tooLarge = new HttpError(413, "BODY_TOO_LARGE", `The body ${description}.`);
    if (Number(headers["content-length"] ?? 0) > limit.value) {
      throw tooLarge;
    }
    return withinLimit(withoutClosing(body), limit.value, tooLarge);
  });
}

async function* withinLimit(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  tooLarge: HttpError,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > limitBytes) {
      throw tooLarge;
    }
    yield piece;
  }
}

/** Iterates over the bytes of a body. Ending the iteration early leaves the connection open for the answer. */
function withoutClosing(body: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
}

/** Bytes that a form has beside its file; our choice. A longer form is refused by its length, before it is read. */
const maxFormBytes = 64 * 1024;

/**
 * Converts a multipart body to an object of its fields. The field of the file contains a part that can be read once.
 */
export async function readMultipart(request: FastifyRequest, row: OperationDefinition): Promise<void> {
  if (row.body?.type !== "multipart/form-data" || !request.isMultipart()) {
    return;
  }
  const wanted = fieldNames(row.body.schema);
  const limit = row.limits?.bytes;
  if (limit && Number(request.headers["content-length"] ?? 0) > limit.value + maxFormBytes) {
    throw tooLargeFile(limit);
  }
  const part = await request.file(limit && { limits: { fileSize: limit.value } }).catch((cause: unknown) => {
    throw new HttpError(400, "REQUEST_MALFORMED", "The body is not a complete multipart form.", { cause });
  });
  if (!part || !wanted.includes(part.fieldname)) {
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: body needs a file in ${wanted.join(", ")}.`);
  }
  const file: FilePart = {
    // A form may leave the name out, against the library's type.
    filename: part.filename ?? "",
    contentType: part.mimetype,
    open: () => readUploadedFile(part.file, limit),
  };
  request.body = { [part.fieldname]: file };
}

/**
 * Yields the bytes of an uploaded file. Throws a 400 if the form ends before the file does, and a 413 if the file
 * exceeds the operation's limit (service-api, "Limits").
 */
async function* readUploadedFile(
  file: MultipartFile["file"],
  limit: ServiceLimit | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw incompleteForm(error);
  }
  if (file.truncated && limit) {
    throw tooLargeFile(limit);
  }
}

function tooLargeFile(limit: ServiceLimit): HttpError {
  const description = describeExceededLimit("bytes", limit, createLimitAdvice("multipart/form-data", limit));
  return new HttpError(413, "BODY_TOO_LARGE", `The file ${description}.`);
}

function incompleteForm(cause: unknown): HttpError {
  const message = "The multipart form ends before its file does; send the complete form, with the closing boundary.";
  return new HttpError(400, "REQUEST_MALFORMED", message, { cause });
}

function fieldNames(schema: TSchema): readonly string[] {
  return "properties" in schema && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}

import type { Readable } from "node:stream";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { Clock } from "../../base/clock.ts";
import { isRecord } from "../../base/guards.ts";
import type { FilePart } from "../../contract/file-part.ts";
import { limits } from "../../contract/limits.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { HttpError } from "../call/call.ts";

/** Ours: for so long no byte of a body may come; one that moves, however slowly, is never given up. */
const stallMs = 60_000;

/**
 * Answers 408 to requests whose body stops coming, whoever sends them: each would hold a connection for ever. What was answered
 * before its body came is of `addUnreadBodies`, as is the connection from then on.
 */
export function addStallWatch(app: FastifyInstance, clock: Clock): void {
  app.addHook("onRequest", async (request, reply) => {
    const { "content-length": length = "0", "transfer-encoding": coding } = request.headers;
    if (length !== "0" || coding !== undefined) {
      const ended = new AbortController();
      request.raw.once("close", () => ended.abort());
      watch(request, reply, (delayMs) => clock.sleep(delayMs, ended.signal)).catch(() => undefined);
    }
  });
}

/** Rejects when the request comes to its end. */
async function watch(
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
    // What has come and was not read yet waits for the service, not for the caller.
    if (socket.bytesRead === before && raw.readableLength === 0) {
      break;
    }
  }
  reply.send(
    new HttpError(
      408,
      "BODY_STALLED",
      `Nothing of the body came for ${stallMs / 1000} seconds; send the request again.`,
    ),
  );
}

/** Ours: what is read of a body nobody wants before its connection is closed. */
const mostBytes = 64 * 1024 * 1024;
const mostMs = 10_000;

/**
 * Reads on what a caller still sends when the answer has gone out before the whole body came, as a refusal does. Closing the
 * connection at once would reset it, and with it the answer that the caller has not read yet.
 */
export function addUnreadBodies(app: FastifyInstance, clock: Clock): void {
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
    if (bytes > mostBytes) {
      close();
    }
  });
  raw.on("error", () => over.abort());
  raw.once("close", () => over.abort());
  raw.resume();
  clock.sleep(mostMs, over.signal).then(close, () => undefined);
}

const largestBytes = 1024 * 1024;

/** Reads the JSON body of a GET, which Fastify leaves unread; none stays none. */
export async function readGetBody(request: FastifyRequest): Promise<void> {
  const chunks: Buffer[] = [];
  let size = 0;
  // The end of the iteration must not close the connection, which the answer to a body that is too large still needs.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > largestBytes) {
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

/** Lets bodies in that are passed on as they come: files in multipart forms, ZIP, and bytes of any type. */
export async function addByteBodies(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fileSize: limits.transferFileBytes.value } });
  app.addContentTypeParser("*", async (_request: FastifyRequest, body: Readable) => keptOpen(body));
}

/** Bytes of a body; who stops to read them leaves the connection open for the answer. */
function keptOpen(body: Readable): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) };
}

/** Brings a multipart body into the form of its row: the file part by its field name, which can be read once. */
export async function readMultipart(request: FastifyRequest, row: OperationDefinition): Promise<void> {
  if (row.body?.type !== "multipart/form-data" || !request.isMultipart()) {
    return;
  }
  const wanted = fieldNames(row.body.schema);
  const part = await request.file().catch((cause: unknown) => {
    throw new HttpError(400, "REQUEST_MALFORMED", "The body is no whole multipart form.", { cause });
  });
  if (!part || !wanted.includes(part.fieldname)) {
    throw new HttpError(400, "REQUEST_INVALID", `The request does not fit: body needs a file in ${wanted.join(", ")}.`);
  }
  const file: FilePart = { filename: part.filename, contentType: part.mimetype, open: () => wholeFile(part.file) };
  request.body = { [part.fieldname]: file };
}

/**
 * The bytes of an uploaded file; fails with a 400 where the form ends before the file does, and with a 413 behind the bound at
 * which the service stops to read (service-api, "Limits").
 */
async function* wholeFile(file: MultipartFile["file"]): AsyncGenerator<Uint8Array> {
  try {
    yield* file.iterator({ destroyOnReturn: false });
  } catch (error) {
    throw cutShort(error);
  }
  if (file.truncated) {
    throw new HttpError(
      413,
      "BODY_TOO_LARGE",
      `The file is larger than ${limits.transferFileBytes.text}; upload it in several files.`,
    );
  }
}

function cutShort(cause: unknown): HttpError {
  const message = "The multipart form ends before its file does; send it whole, with the closing boundary.";
  return new HttpError(400, "REQUEST_MALFORMED", message, { cause });
}

function fieldNames(schema: TSchema): readonly string[] {
  return "properties" in schema && isRecord(schema.properties) ? Object.keys(schema.properties) : [];
}

import type { Readable } from "node:stream";
import multipart, { type MultipartFile } from "@fastify/multipart";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { TSchema } from "typebox";
import type { FilePart } from "../../contract/file-part.ts";
import { limits } from "../../contract/limits.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { HttpError } from "../call/call.ts";

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
  return "properties" in schema && typeof schema.properties === "object" && schema.properties !== null
    ? Object.keys(schema.properties)
    : [];
}

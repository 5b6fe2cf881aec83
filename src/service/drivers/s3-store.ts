import { createReadStream, createWriteStream } from "node:fs";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AwsV4Signer } from "aws4fetch";
import { SaxesParser } from "saxes";
import type { EgressResponse } from "../egress/egress.ts";
import { DriverError } from "./driver-error.ts";
import type { DriverContext, FileStore, LocalFile, RemoteFile } from "./file-store.ts";
import { readShortBody } from "./http-answer.ts";
import type { S3Parameters } from "./providers.ts";

/** Least size of the parts of an upload; a file that is no larger is sent in one request. */
const minPartBytes = 32 * 1024 * 1024;
/** Most parts that an upload may have. */
const maxParts = 10_000;
/** Parts on their way at the same time. */
const concurrency = 4;
/** An answer with a list of a thousand keys, each of at most 1,024 bytes, escaped. */
const maxListBytes = 16 * 1024 * 1024;

interface Call {
  readonly method: string;
  /** Key below the prefix; without one, the bucket itself. */
  readonly path?: string | undefined;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Readable;
}

/** Objects below a prefix of a bucket in an S3-compatible store. */
export class S3Store implements FileStore {
  readonly #parameters: S3Parameters;
  readonly #context: Pick<DriverContext, "egress" | "signal">;
  readonly #prefix: string;
  /** Signing keys of the day, which the signer keeps here. */
  readonly #signingKeys = new Map<string, ArrayBuffer>();

  constructor(parameters: S3Parameters, context: Pick<DriverContext, "egress" | "signal">) {
    this.#parameters = parameters;
    this.#context = context;
    const prefix = (parameters.prefix ?? "").replace(/^\/+|\/+$/g, "");
    this.#prefix = prefix === "" ? "" : `${prefix}/`;
  }

  async *list(): AsyncGenerator<RemoteFile> {
    let token: string | undefined;
    do {
      const xml = await this.#text(`list the bucket`, {
        method: "GET",
        query: {
          "list-type": "2",
          "encoding-type": "url",
          prefix: this.#prefix,
          ...(token !== undefined && { "continuation-token": token }),
        },
      });
      const { items, fields } = parseXml(xml, "Contents");
      for (const item of items) {
        const key = decodeURIComponent((item.Key ?? "").replaceAll("+", " "));
        // Consoles make objects of such names to stand for folders.
        if (!key.endsWith("/")) {
          const modified = Date.parse(item.LastModified ?? "");
          yield {
            path: key.slice(this.#prefix.length),
            bytes: Number(item.Size),
            modified: Number.isNaN(modified) ? undefined : modified,
          };
        }
      }
      token = fields.IsTruncated === "true" ? fields.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async download(path: string, target: string): Promise<void> {
    const { body, headers } = await this.#send(`read ${path}`, { method: "GET", path });
    const file = createWriteStream(target, { flags: "w", mode: 0o600 });
    await pipeline(body, file, { signal: this.#context.signal });
    if (headers["content-length"] !== undefined && file.bytesWritten !== Number(headers["content-length"])) {
      throw new DriverError(`The store ended the connection in the middle of ${path}.`);
    }
  }

  /** The store shows an object only once it is complete, also one that is sent in parts. */
  async replace(path: string, { path: source, bytes }: LocalFile): Promise<void> {
    if (bytes <= minPartBytes) {
      await this.#put(`write ${path}`, { method: "PUT", path }, source, 0, bytes);
      return;
    }
    await this.#abortUploads(path);
    const begun = await this.#text(`begin to write ${path}`, { method: "POST", path, query: { uploads: "" } });
    const uploadId = parseXml(begun).fields.UploadId;
    if (!uploadId) {
      throw new DriverError(`The store gave no id for the upload of ${path}.`);
    }
    try {
      const parts = await this.#putParts(path, uploadId, { path: source, bytes });
      const xml = parts.map((tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`);
      const body = `<CompleteMultipartUpload>${xml.join("")}</CompleteMultipartUpload>`;
      const ended = await this.#text(`complete ${path}`, { method: "POST", path, query: { uploadId }, body });
      // The store answers with 200 before it knows whether it works.
      const { fields } = parseXml(ended);
      if (fields.Code !== undefined) {
        throw new DriverError(`The store could not complete ${path}: ${fields.Code}.`);
      }
    } catch (error) {
      if (!this.#context.signal.aborted) {
        await this.#text(`give up ${path}`, { method: "DELETE", path, query: { uploadId } }).catch(() => undefined);
      }
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    await this.#text(`remove ${path}`, { method: "DELETE", path });
  }

  async close(): Promise<void> {
    // Each request has a connection of its own.
  }

  async #putParts(path: string, uploadId: string, { path: source, bytes }: LocalFile): Promise<readonly string[]> {
    const partBytes = Math.max(minPartBytes, Math.ceil(bytes / maxParts));
    const tags: string[] = [];
    const starts = Array.from({ length: Math.ceil(bytes / partBytes) }, (_, index) => index * partBytes).entries();
    const failures: unknown[] = [];
    const work = async () => {
      for (const [index, start] of starts) {
        if (failures.length > 0) {
          return;
        }
        const query = { partNumber: String(index + 1), uploadId };
        const end = Math.min(bytes, start + partBytes);
        const call: Call = { method: "PUT", path, query };
        tags[index] = (await this.#put(`write part ${index + 1} of ${path}`, call, source, start, end)) ?? "";
      }
    };
    // All must have ended before the upload is given up, or a late part stays at the store.
    await Promise.all(Array.from({ length: concurrency }, () => work().catch((error) => failures.push(error))));
    if (failures.length > 0) {
      throw failures[0];
    }
    return tags;
  }

  /** Sends bytes of a file. Returns the tag of what was stored. */
  async #put(what: string, call: Call, source: string, start: number, end: number): Promise<string | undefined> {
    const headers = { "content-length": String(end - start), "content-type": "application/octet-stream" };
    const body = end > start ? createReadStream(source, { start, end: end - 1, highWaterMark: 512 * 1024 }) : "";
    const answer = await this.#send(what, { ...call, headers, body });
    await readShortBody(answer.body);
    return answer.headers.etag;
  }

  /** Removes the parts that a process left which was killed while it sent this file. */
  async #abortUploads(path: string): Promise<void> {
    const key = `${this.#prefix}${path}`;
    const query = { uploads: "", prefix: key };
    const xml = await this.#text(`list uploads of ${path}`, { method: "GET", query }).catch(() => "<none/>");
    for (const upload of parseXml(xml, "Upload").items) {
      const uploadId = upload.UploadId;
      if (upload.Key === key && uploadId !== undefined) {
        await this.#text(`give up ${path}`, { method: "DELETE", path, query: { uploadId } }).catch(() => undefined);
      }
    }
  }

  async #text(what: string, call: Call): Promise<string> {
    const { body } = await this.#send(what, call);
    return readShortBody(body, maxListBytes);
  }

  /** Sends a signed request. Throws a `DriverError` for a status other than 2xx. */
  async #send(what: string, { method, path, query = {}, headers = {}, body }: Call): Promise<EgressResponse> {
    const { endpoint, bucket, accessKeyId, secretAccessKey, sessionToken, region = "us-east-1" } = this.#parameters;
    const { egress, signal } = this.#context;
    const key = path === undefined ? "" : `/${escapeKey(this.#prefix + path)}`;
    const url = new URL(`${endpoint.replace(/\/+$/, "")}/${escapeKey(bucket)}${key}`);
    for (const [name, value] of Object.entries(query)) {
      url.searchParams.set(name, value);
    }
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      cache: this.#signingKeys,
    }).sign();
    const answer = await egress.request(signed.url.href, {
      method,
      headers: Object.fromEntries(signed.headers.entries()),
      body,
      signal,
    });
    if (answer.status >= 200 && answer.status < 300) {
      return answer;
    }
    const code = parseXml(await readShortBody(answer.body)).fields.Code;
    throw new DriverError(
      `The bucket ${bucket} could not ${what}: ${explain(code) ?? "the store refused it"} (${answer.status}${code ? `, ${code}` : ""}).`,
    );
  }
}

function explain(code: string | undefined): string | undefined {
  switch (code) {
    case "NoSuchBucket":
      return "there is no such bucket";
    case "NoSuchKey":
      return "there is no such object";
    case "InvalidAccessKeyId":
      return "the accessKeyId is not known";
    case "SignatureDoesNotMatch":
      return "the secretAccessKey is wrong";
    case "AccessDenied":
      return "the access key may not do that";
    case "RequestTimeTooSkewed":
      return "the clocks of this machine and the store differ too much";
    default:
      return undefined;
  }
}

function escapeKey(key: string): string {
  return key
    .split("/")
    .map((part) =>
      encodeURIComponent(part).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`),
    )
    .join("/");
}

interface XmlValues {
  /** Texts of elements that are not in an item, by name. */
  readonly fields: Readonly<Record<string, string>>;
  readonly items: readonly Readonly<Record<string, string>>[];
}

/** Reads the texts of an answer; those in elements of the name `item` are kept by item. */
function parseXml(xml: string, item?: string): XmlValues {
  const fields: Record<string, string> = {};
  const items: Record<string, string>[] = [];
  let current = fields;
  let text = "";
  const parser = new SaxesParser();
  parser.on("opentag", ({ name }) => {
    text = "";
    if (name === item) {
      current = {};
      items.push(current);
    }
  });
  parser.on("text", (piece) => {
    text += piece;
  });
  parser.on("closetag", ({ name }) => {
    if (name === item) {
      current = fields;
    } else {
      current[name] = text;
    }
    text = "";
  });
  // What is no XML has no code that could be explained.
  parser.on("error", () => undefined);
  parser.write(xml).close();
  return { fields, items };
}

import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AwsV4Signer } from "aws4fetch";
import type { S3Parameters } from "../../../src/service/drivers/providers.ts";
import type { TestServer } from "./programs.ts";

export interface S3Server extends TestServer {
  readonly parameters: S3Parameters;
}

/** An S3-compatible store in this process with one bucket, which checks signatures. */
export interface S3Double extends S3Server {
  /** Contents by key. */
  readonly objects: Map<string, Buffer>;
  /** Unfinished uploads by id. */
  readonly uploads: ReadonlyMap<string, unknown>;
  /** Called before a part is answered; may throw to end the connection. */
  onPart: (number: number) => void;
}

export const s3Keys = { accessKeyId: "AKIDTEST", secretAccessKey: "s3-Secret-1" };

export async function startS3Double(): Promise<S3Double> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) {
      pieces.push(piece);
    }
    const body = Buffer.concat(pieces);
    const end = (status: number, xml = "", headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(xml);
    const refuse = (status: number, code: string) => end(status, `<Error><Code>${code}</Code></Error>`);
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    const problem = await findSignatureProblem(request, url);
    if (problem !== undefined) {
      return refuse(403, problem);
    }
    const [bucket, ...rest] = url.pathname.slice(1).split("/").map(decodeURIComponent);
    const key = rest.join("/");
    if (bucket !== "people") {
      return refuse(404, "NoSuchBucket");
    }
    const query = url.searchParams;
    const upload = uploads.get(query.get("uploadId") ?? "");
    switch (
      `${request.method} ${key === "" ? "bucket" : "object"}${query.has("uploads") ? " uploads" : ""}${query.has("uploadId") ? " upload" : ""}`
    ) {
      case "GET bucket": {
        const prefix = query.get("prefix") ?? "";
        const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
        const start = Number(query.get("continuation-token") ?? 0);
        // Pages of two, so that the next one is asked for.
        const page = names.slice(start, start + 2);
        const contents = page.map(
          (name) =>
            `<Contents><Key>${encodeURIComponent(name)}</Key><Size>${objects.get(name)?.length}</Size><LastModified>2026-01-02T03:04:05.000Z</LastModified></Contents>`,
        );
        const more = start + 2 < names.length;
        return end(
          200,
          `<ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${start + 2}</NextContinuationToken>` : ""}${contents.join("")}</ListBucketResult>`,
        );
      }
      case "GET bucket uploads": {
        const found = [...uploads].filter(([, { key: name }]) => name.startsWith(query.get("prefix") ?? ""));
        const items = found.map(
          ([id, { key: name }]) => `<Upload><Key>${name}</Key><UploadId>${id}</UploadId></Upload>`,
        );
        return end(200, `<ListMultipartUploadsResult>${items.join("")}</ListMultipartUploadsResult>`);
      }
      case "GET object": {
        const found = objects.get(key);
        return found
          ? response.writeHead(200, { "content-length": found.length }).end(found)
          : refuse(404, "NoSuchKey");
      }
      case "PUT object":
        objects.set(key, body);
        return end(200, "", { etag: tagOf(body) });
      case "DELETE object":
        objects.delete(key);
        return end(204);
      case "POST object uploads": {
        const id = randomUUID();
        uploads.set(id, { key, parts: new Map() });
        return end(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      case "PUT object upload":
        double.onPart(Number(query.get("partNumber")));
        upload?.parts.set(Number(query.get("partNumber")), body);
        return upload ? end(200, "", { etag: tagOf(body) }) : refuse(404, "NoSuchUpload");
      case "POST object upload": {
        const numbers = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)];
        const parts = numbers.map(([, number, tag]) => {
          const part = upload?.parts.get(Number(number));
          return part && tagOf(part) === tag ? part : undefined;
        });
        if (!upload || parts.some((part) => part === undefined)) {
          return end(200, "<Error><Code>InvalidPart</Code></Error>");
        }
        objects.set(key, Buffer.concat(parts as Buffer[]));
        uploads.delete(query.get("uploadId") ?? "");
        return end(200, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
      }
      case "DELETE object upload":
        uploads.delete(query.get("uploadId") ?? "");
        return end(204);
      default:
        return refuse(405, "MethodNotAllowed");
    }
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const double: S3Double = {
    port,
    parameters: { endpoint: `http://127.0.0.1:${port}`, bucket: "people", prefix: "nightly", ...s3Keys },
    objects,
    uploads,
    onPart: () => undefined,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return double;
}

/** Signs the request anew and compares. */
async function findSignatureProblem(request: IncomingMessage, url: URL): Promise<string | undefined> {
  const { authorization = "", ...headers } = request.headers;
  const [, signedHeaders = ""] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const [, id] = /Credential=([^/]+)/.exec(authorization) ?? [];
  if (id !== s3Keys.accessKeyId) {
    return "InvalidAccessKeyId";
  }
  const names = signedHeaders.split(";").filter((name) => name !== "host");
  const signed = await new AwsV4Signer({
    method: request.method ?? "",
    url: url.href,
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    ...s3Keys,
    service: "s3",
    region: "us-east-1",
    datetime: String(headers["x-amz-date"]),
  }).sign();
  return signed.headers.get("authorization") === authorization ? undefined : "SignatureDoesNotMatch";
}

function tagOf(bytes: Buffer): string {
  return `"${createHash("md5").update(bytes).digest("hex")}"`;
}

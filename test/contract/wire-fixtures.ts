import { readdirSync, readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { escapePattern } from "../../src/base/escape-pattern.ts";
import type { AnyArguments } from "../../src/client/interface/method.ts";
import type { ByteSource } from "../../src/client/upload/byte-source.ts";
import { reopenable } from "../support/reopenable.ts";

/** A request as sent: request line, the headers that mean something, body. */
export interface WireRequest {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer as received. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * One request with its answer; `KEY` and `TOKEN` stand for the API key and the ASID token, `BOUNDARY` for the boundary
 * of a multipart body.
 */
export interface WireExchange {
  readonly name: string;
  /** `{ "$bytes": text }` stands for a body in bytes, `{ "$file": { filename, contentType, text } }` for a `FilePart`. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly options?: {
    readonly tenant?: string;
    readonly project?: string;
    readonly accept?: string;
    readonly bodyType?: string;
  };
  readonly request: WireRequest;
  readonly answer: WireAnswer;
  /** What the client gives: the value, or the text of the stream. */
  readonly value?: unknown;
  /** Fields of the error that the client throws in place of a value. */
  readonly failure?: Readonly<Record<string, unknown>>;
}

/** Literal exchanges of one operation, written by hand from the prose specification. */
export interface WireFixture {
  readonly operation: string;
  /** Where the prose says so. */
  readonly source: string;
  readonly exchanges: readonly WireExchange[];
}

const folder = join(process.cwd(), "test/fixtures/wire");

export function readWireFixtures(): readonly WireFixture[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));
}

/** The arguments of an exchange, with bytes and files to open in place of what stands for them. */
export function wireArguments({ arguments: written }: WireExchange): AnyArguments {
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, withBytes(value)]));
}

function withBytes(written: unknown): unknown {
  if (Array.isArray(written)) {
    return written.map(withBytes);
  }
  if (!isRecord(written)) {
    return written;
  }
  if (typeof written.$bytes === "string") {
    return reopenable(sourceOf(written.$bytes));
  }
  if (isRecord(written.$file)) {
    const { text, ...file } = written.$file;
    return { ...file, ...sourceOf(String(text)) };
  }
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, withBytes(value)]));
}

function sourceOf(text: string): ByteSource {
  const bytes = Buffer.from(text);
  return {
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

/** The written request with the boundary that a request was sent with, which is another one each time. */
export function withBoundaryOf(written: WireRequest, contentType: string | undefined): WireRequest {
  const boundary = contentType?.match(/^multipart\/form-data; boundary=(\S+)$/)?.[1];
  if (boundary === undefined) {
    return written;
  }
  const replaced = (text: string) => text.replaceAll("BOUNDARY", boundary);
  const headers = Object.entries(written.headers).map(([name, value]) => [name, replaced(value)]);
  return { ...written, headers: Object.fromEntries(headers), body: replaced(written.body) };
}

/**
 * Sends the request of an exchange to a service, byte for byte but for `replacements`, by which a test puts the running
 * service's key, token, tenant and ids in place of the written ones.
 */
export function sendWireRequest(
  { request: sent }: WireExchange,
  baseUrl: string,
  replacements: Readonly<Record<string, string>> = {},
): Promise<WireAnswer> {
  const replaced = replacer(replacements);
  const [method, path] = replaced(sent.line).split(" ");
  const { hostname, port } = new URL(baseUrl);
  const body = Buffer.from(replaced(sent.body));
  const headers = Object.fromEntries(Object.entries(sent.headers).map(([name, value]) => [name, replaced(value)]));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        hostname,
        port,
        method,
        path,
        headers: { ...headers, ...(body.length > 0 && { "Content-Length": body.length }) },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)])),
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Replaces names in one pass, the longest where several begin, so that what is put in is not taken for another name. */
function replacer(replacements: Readonly<Record<string, string>>): (text: string) => string {
  const names = Object.keys(replacements).sort((one, other) => other.length - one.length);
  const pattern = new RegExp(names.map(escapePattern).join("|"), "g");
  return (text) => (names.length === 0 ? text : text.replace(pattern, (name) => replacements[name] ?? ""));
}

/**
 * Says how a service's answer differs in kind from the written one: status, content type, and for JSON every field that
 * both hold, by its type. Values are the service's own. Empty when nothing differs.
 */
export function answerProblems({ answer: written }: WireExchange, actual: WireAnswer): readonly string[] {
  const problems: string[] = [];
  if (actual.status !== written.status) {
    problems.push(`status ${actual.status}, not ${written.status}`);
  }
  const typeOf = ({ headers }: WireAnswer) => headers["content-type"]?.split(";", 1)[0];
  if (typeOf(actual) !== typeOf(written)) {
    problems.push(`content type ${typeOf(actual)}, not ${typeOf(written)}`);
  } else if (typeOf(written) === "application/json") {
    problems.push(...kindProblems("answer", JSON.parse(written.body), JSON.parse(actual.body)));
  } else if (typeOf(written) === "application/jsonlines") {
    const lines = actual.body.split("\n");
    if (lines.pop() !== "" || !lines.every((line) => Array.isArray(JSON.parse(line)))) {
      problems.push("not one JSON array a line with a line feed after each");
    }
  }
  return problems;
}

/** Lists hold one kind of item, so the first written item speaks for all; a written empty list says nothing. */
function kindProblems(place: string, written: unknown, actual: unknown): string[] {
  if (kindOf(written) !== kindOf(actual)) {
    return [`${place} is ${kindOf(actual)}, not ${kindOf(written)}`];
  }
  if (Array.isArray(written) && Array.isArray(actual)) {
    return written.length === 0
      ? []
      : actual.flatMap((item, index) => kindProblems(`${place}[${index}]`, written[0], item));
  }
  if (isRecord(written) && isRecord(actual)) {
    return Object.keys(written).flatMap((name) =>
      name in actual ? kindProblems(`${place}.${name}`, written[name], actual[name]) : [],
    );
  }
  return [];
}

function kindOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "a list" : typeof value;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return kindOf(value) === "object";
}

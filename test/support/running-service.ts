import { existsSync, rmSync } from "node:fs";
import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pino } from "pino";
import { type RunningService, startService } from "../../src/service/process/service.ts";
import type { StartOptions } from "../../src/service/process/start.ts";
import { MovableClock } from "./movable-clock.ts";

export interface TestAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body as JSON. */
  json<Value = Record<string, unknown>>(): Value;
}

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  /** A body as it is; its type stands in the headers. */
  readonly text?: string | Uint8Array;
}

/** The embedded service in this process, over real HTTP and real DuckDB files. */
export interface TestService {
  readonly service: RunningService;
  readonly clock: MovableClock;
  readonly dataFolder: string;
  /** Lines of the log. */
  readonly log: readonly string[];
  /** Sends just what is given. */
  send(method: string, path: string, content?: TestRequest): Promise<TestAnswer>;
  /** As `send`, with the API key and the cookie of a token that is asked for once. */
  call(method: string, path: string, content?: TestRequest): Promise<TestAnswer>;
  signIn(): Promise<string>;
  /** Stops the service and starts another one on the same folder; `meanwhile` happens in between. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  dispose(): Promise<void>;
}

const noon = Date.UTC(2026, 0, 15, 12);

/** With so few rows a second thread of DuckDB finds nothing to do, and takes a tenth of the processor time to look for it. */
const usual = { hasSample: true, people: 40, threads: 1 };

/** The engine of table sources: Spark where `npm run test:spark` has started it, with a namespace for each data folder. */
export function testEngine(dataFolder: string): Partial<StartOptions> {
  const { WORKFORCE_TEST_SPARK_REMOTE: remote, WORKFORCE_TEST_CATALOG_URI: catalogUri } = process.env;
  const namespace = basename(dataFolder).replace(/\W/g, "_");
  return remote && catalogUri ? { spark: { remote, catalogUri, catalog: "lake", namespace } } : {};
}

/** Checking a password takes as much processor time as many tests. */
const passwordCost = 16;

/** Starts the service on a folder of its own; a sample of 40 people unless the options say otherwise. */
export async function startTestService(options: Partial<StartOptions> = {}): Promise<TestService> {
  const {
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-service-")),
    hasSample,
    people,
    seed,
  } = { ...usual, ...options };
  if (hasSample && people === usual.people && seed === undefined) {
    await copySample(dataFolder);
  }
  const clock = new MovableClock(noon);
  const log: string[] = [];
  const logger = pino({}, { write: (line: string) => void log.push(line) });
  const start = () =>
    startService(
      { ...usual, ...testEngine(dataFolder), ...options, dataFolder },
      { logger, clock, passwordCost, programFolder: resolve("dist") },
    );
  let service = await start();
  let token: string | undefined;
  const send = (method: string, path: string, content?: TestRequest) =>
    sendRequest(service.ready.url, method, path, content);
  const signIn = async () => {
    const { username, password } = service.ready;
    const answer = await send("POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
    return answer.text;
  };
  return {
    get service() {
      return service;
    },
    clock,
    dataFolder,
    log,
    send,
    signIn,
    async call(method, path, content = {}) {
      token ??= await signIn();
      const proof = { apikey: service.ready.apiKey, cookie: `ServiceASIDToken=${token}` };
      return send(method, path, { ...content, headers: { ...proof, ...content.headers } });
    },
    async restart(meanwhile) {
      await service.stop();
      await meanwhile?.();
      service = await start();
    },
    async dispose() {
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

let sample: Promise<string> | undefined;

/**
 * Makes a folder one that a service with the usual sample was stopped on. As that takes seconds it is made once: for all
 * processes of a run of tests, which share the folder WORKFORCE_TEST_FOLDER, or for this one.
 */
export async function copySample(dataFolder: string): Promise<void> {
  const { WORKFORCE_TEST_FOLDER: shared } = process.env;
  sample ??= shared === undefined ? makeSample(tmpdir()) : makeSharedSample(shared);
  await cp(await sample, dataFolder, { recursive: true });
}

async function makeSharedSample(folder: string): Promise<string> {
  const shared = join(folder, "sample");
  if (!existsSync(shared)) {
    const own = await makeSample(folder);
    // Another process may have been quicker; the samples are the same.
    await rename(own, shared).catch(() => undefined);
  }
  return shared;
}

async function makeSample(folder: string): Promise<string> {
  const dataFolder = await mkdtemp(join(folder, "workforce-sample-"));
  process.once("exit", () => rmSync(dataFolder, { recursive: true, force: true }));
  const logger = pino({ level: "silent" });
  const service = await startService({ ...usual, dataFolder }, { logger, clock: new MovableClock(noon), passwordCost });
  await service.stop();
  return dataFolder;
}

/** Node's client leaves the length out for methods that seldom have a body. */
function ofBody(body: string | Uint8Array, type: string): Record<string, string> {
  return { "content-type": type, "content-length": String(Buffer.byteLength(body)) };
}

/** One request over a connection of its own. */
export function sendRequest(url: string, method: string, path: string, content: TestRequest = {}): Promise<TestAnswer> {
  const body: string | Uint8Array | undefined = content.form
    ? new URLSearchParams(content.form).toString()
    : content.json === undefined
      ? content.text
      : JSON.stringify(content.json);
  const type = content.form ? "application/x-www-form-urlencoded" : "application/json";
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, url),
      { method, agent: false, headers: { ...(body && ofBody(body, type)), ...content.headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8");
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            json: () => JSON.parse(text),
          });
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

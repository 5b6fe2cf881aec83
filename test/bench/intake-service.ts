import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { cookieNamesOf } from "../../src/contract/deployment-profile.ts";
import type { ReadyLine, StartOptions } from "../../src/service/process/start.ts";
import { type BenchOptions, seed } from "./bench-options.ts";
import { copySampleData } from "./sample-data.ts";
import { withServiceProcess } from "./service-process.ts";

const transactions = "/v1/data/directloads/prod/transactions";
/** A caller that asks more often takes a share of the two processors that the load runs on; VS Code asks each second or less often. */
const pollIntervalMs = 100;

/** A running embedded service, signed in to, on a copy of the sample. */
export class IntakeService {
  readonly pid: number;
  readonly url: string;
  readonly #headers: Readonly<Record<string, string>>;

  private constructor(pid: number, url: string, headers: Readonly<Record<string, string>>) {
    this.pid = pid;
    this.url = url;
    this.#headers = headers;
  }

  /** Runs `work` with a service, in its own process, on a copy of the sample workforce of so many people. */
  static async with<Value>(
    options: BenchOptions,
    people: number,
    work: (service: IntakeService, dataFolder: string) => Promise<Value>,
  ): Promise<Value> {
    const folder = await mkdtemp(join(options.scratchFolder, "intake-"));
    const dataFolder = join(folder, "data");
    try {
      await copySampleData(options, people, dataFolder);
      return await IntakeService.start(options, { dataFolder, hasSample: true, people, seed }, (service) =>
        work(service, dataFolder),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Runs `work` with a service in its own process. */
  static start<Value>(
    options: BenchOptions,
    start: StartOptions,
    work: (service: IntakeService) => Promise<Value>,
  ): Promise<Value> {
    return withServiceProcess(options, start, async ({ pid, ready }) =>
      work(new IntakeService(pid, ready.url, await signIn(ready))),
    );
  }

  /** Sends a request and gives its answer as text; throws for anything but 2xx. */
  async text(
    method: string,
    path: string,
    init: { body?: BodyInit; type?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<string> {
    const { body, type, headers } = init;
    const response = await fetch(this.url + path, {
      method,
      headers: { ...this.#headers, ...headers, ...(type !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
    }
    return text;
  }

  async call(method: string, path: string, json?: unknown): Promise<Record<string, unknown>> {
    const init = json === undefined ? {} : { body: JSON.stringify(json), type: "application/json" };
    const text = await this.text(method, path, init);
    return text === "" ? {} : JSON.parse(text);
  }

  /** Sends a file from the disk as a multipart form. */
  async sendFile(method: string, path: string, file: string): Promise<void> {
    const form = new FormData();
    form.set("file", await openAsBlob(file), basename(file));
    await this.text(method, path, { body: form });
  }

  /** Loads a file into an object, from the start of its transaction to the data version that is made of it; gives milliseconds. */
  async load(object: string, file: string): Promise<number> {
    const startedMs = performance.now();
    const { transactionId } = await this.call("POST", transactions);
    const transaction = `${transactions}/${transactionId}`;
    await this.sendFile("PUT", `${transaction}/${object}`, file);
    await this.call("POST", transaction);
    for (;;) {
      const { status, message } = await this.call("GET", transaction);
      if (status === "PROCESSED") {
        return performance.now() - startedMs;
      }
      if (status !== "COMMITTED") {
        throw new Error(`The load ended as ${status}: ${message}`);
      }
      await wait(pollIntervalMs);
    }
  }

  /** Takes all uploads out of the versions that are made from now on. */
  async excludeAll(): Promise<void> {
    await this.call("PUT", "/v1/op/data/uploads/exclude", { uploads: [{ excludeAll: true }] });
  }

  /** Waits until a job has ended; throws unless it succeeded. */
  async ended(jobId: string): Promise<void> {
    for (;;) {
      const [job] = JSON.parse(await this.text("GET", `/v1/op/job-status/jobs/${jobId}`));
      if (job?.status === "Succeeded") {
        return;
      }
      if (job?.status !== "Pending" && job?.status !== "Running") {
        throw new Error(`The job ended as ${job?.status}: ${job?.message}`);
      }
      await wait(pollIntervalMs);
    }
  }

  /** Options of curl for the headers of a signed-in caller. */
  get curlHeaders(): readonly string[] {
    return Object.entries(this.#headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]);
  }

  /** Asks something that needs no data. */
  async ping(): Promise<void> {
    await this.text("GET", "/v1/admin/production-versions");
  }

  /** Answers a SQL-like query. */
  query(text: string): Promise<string> {
    return this.text("POST", "/v1/data/query/sql", {
      body: JSON.stringify({ query: text }),
      type: "application/json",
    });
  }
}

async function signIn({ url, apiKey, username, password }: ReadyLine): Promise<Record<string, string>> {
  const response = await fetch(`${url}/v1/admin/serviceSecureToken`, {
    method: "POST",
    headers: { apikey: apiKey, accept: "text/plain" },
    body: new URLSearchParams({ username, password }),
  });
  return { apikey: apiKey, cookie: `${cookieNamesOf({}).asid}=${await response.text()}` };
}

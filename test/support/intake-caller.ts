import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { eventually } from "./eventually.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const transactions = "/v1/data/directloads/prod/transactions";

/** Sends files to a service, and waits for the jobs that take them in. */
export class IntakeCaller {
  readonly #test: TestService;

  constructor(test: TestService) {
    this.#test = test;
  }

  /** Sends a file as a multipart form. */
  async sendFile(
    method: string,
    path: string,
    content: string | Uint8Array<ArrayBuffer>,
    name: string,
    tenant?: string,
  ): Promise<TestAnswer> {
    const { ready } = this.#test.service;
    const form = new FormData();
    form.set("file", new Blob([content]), name);
    const response = await fetch(ready.url + path, {
      method,
      body: form,
      headers: {
        apikey: ready.apiKey,
        cookie: `ServiceASIDToken=${await this.#test.signIn()}`,
        ...(tenant !== undefined && { TargetTenantID: tenant }),
      },
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      json: () => JSON.parse(text),
    };
  }

  /**
   * Sends the first bytes of a longer body, waits until the service has begun a file of its intake for them, breaks the
   * connection off and waits until that file is gone.
   */
  async breakOff(path: string, type: string, bytes: string): Promise<void> {
    const { ready } = this.#test.service;
    const headers = {
      apikey: ready.apiKey,
      cookie: `ServiceASIDToken=${await this.#test.signIn()}`,
      "content-type": type,
      "content-length": 10_000_000,
    };
    const before = await this.countFiles();
    const reached = (count: number) => async () => ((await this.countFiles()) === count ? true : undefined);
    const outgoing = request(new URL(path, ready.url), { method: "PUT", headers });
    outgoing.on("error", () => undefined);
    outgoing.write(bytes);
    try {
      await eventually(reached(before + 1), () => "no file was begun");
    } finally {
      outgoing.destroy();
    }
    await eventually(reached(before), () => "the file that was begun is still there");
  }

  /** Counts the files that wait to be received or were received. */
  async countFiles(): Promise<number> {
    const folder = join(this.#test.dataFolder, "intake");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).length;
  }

  async start(tenant?: string): Promise<string> {
    const answer = await this.#test.call("POST", transactions, headersOf(tenant));
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ transactionId: string }>().transactionId;
  }

  upload(id: string, object: string, content: string | Uint8Array<ArrayBuffer>, name = "rows.csv", tenant?: string) {
    return this.sendFile("PUT", `${transactions}/${id}/${object}`, content, name, tenant);
  }

  /** Commits a transaction and returns its status when its jobs have ended. */
  async commit(id: string, tenant?: string): Promise<Record<string, unknown>> {
    const answer = await this.#test.call("POST", `${transactions}/${id}`, headersOf(tenant));
    assert.equal(answer.status, 200, answer.text);
    const { jobId } = await this.status(id, tenant);
    await this.ended(String(jobId));
    return this.status(id, tenant);
  }

  async status(id: string, tenant?: string): Promise<Record<string, unknown>> {
    return (await this.#test.call("GET", `${transactions}/${id}`, headersOf(tenant))).json();
  }

  /** Waits for a job and for those that follow it. */
  async ended(id: string): Promise<void> {
    const { jobs, jobRunner, tenants } = this.#test.service.platform;
    const signal = AbortSignal.timeout(20_000);
    const job = await jobRunner.ended(id, signal);
    assert.ok(tenants.record(job.tenant));
    for (const next of await jobs.children(id, "processing", [job.tenant], { limit: 100, start: 0 })) {
      await jobRunner.ended(next.id, signal);
    }
  }

  /** Sends files of objects in one transaction, commits it and returns its status after its jobs. */
  async load(files: Readonly<Record<string, string>>, tenant?: string): Promise<Record<string, unknown>> {
    const id = await this.start(tenant);
    for (const [object, text] of Object.entries(files)) {
      const answer = await this.upload(id, object, text, `${object.toLowerCase()}.csv`, tenant);
      assert.equal(answer.status, 200, answer.text);
    }
    return this.commit(id, tenant);
  }
}

function headersOf(tenant: string | undefined) {
  return tenant === undefined ? {} : { headers: { TargetTenantID: tenant } };
}

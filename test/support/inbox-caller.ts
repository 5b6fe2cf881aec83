import assert from "node:assert/strict";
import type { StoredJob } from "../../src/service/store/stored-job.ts";
import { IntakeCaller } from "./intake-caller.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const filesPath = "/v1/data/upload/files";

/** Uploads data files to the inbox of the caller's tenant, and loads them. */
export class InboxCaller {
  readonly #test: TestService;

  constructor(test: TestService) {
    this.#test = test;
  }

  async upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<void> {
    const { ready } = this.#test.service;
    const cookie = `ServiceASIDToken=${await this.#test.signIn()}`;
    const headers = { apikey: ready.apiKey, cookie };
    const url = `${ready.url}${filesPath}/${encodeURIComponent(name)}`;
    const response = await fetch(url, { method: "PUT", body: new Blob([content]), headers });
    assert.equal(response.status, 200, await response.text());
  }

  async start(model: object): Promise<TestAnswer> {
    // Anew, because the clock may have moved.
    const headers = { cookie: `ServiceASIDToken=${await this.#test.signIn()}` };
    return this.#test.call("POST", "/v1/op/data/startload", { json: { model }, headers });
  }

  /** Loads files and returns the ended receiving job. */
  async load(files: readonly string[], skipDataLoad = true): Promise<StoredJob> {
    const answer = await this.start({ files, skipDataLoad });
    assert.equal(answer.status, 200, answer.text);
    const { jobId } = answer.json<{ jobId: string }>();
    await new IntakeCaller(this.#test).ended(jobId);
    const job = await this.#test.service.platform.jobs.find(["WFF_demo"], jobId);
    assert.ok(job);
    return job;
  }
}

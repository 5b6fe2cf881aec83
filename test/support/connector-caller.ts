import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { StoredJob } from "../../src/service/store/stored-job.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const credentials = "/v1/op/data-connector-credentials";
const connectors = "/v1/op/data-connectors";

interface NewCredential {
  readonly uuid: string;
  readonly symbolName: string;
  readonly missingConnectionProperties: readonly {
    readonly subject: string;
    readonly attributes: readonly string[];
    readonly errorMessage: string;
  }[];
}

/** What an extraction left: its job, the job that received its rows, and the texts of the received files. */
interface Extracted {
  readonly job: StoredJob;
  readonly receiving: StoredJob | undefined;
  readonly files: readonly { readonly name: string; readonly schema: string; readonly text: string }[];
}

/** Sets up data connectors of a service and runs extractions, over HTTP. */
export class ConnectorCaller {
  readonly #test: TestService;
  readonly #tenant: string;

  constructor(test: TestService, tenant = "WFF_demo") {
    this.#test = test;
    this.#tenant = tenant;
  }

  get #headers() {
    return this.#tenant === "WFF_demo" ? {} : { TargetTenantID: this.#tenant };
  }

  call(method: string, path: string, json?: unknown): Promise<TestAnswer> {
    return this.#test.call(method, path, { headers: this.#headers, ...(json !== undefined && { json }) });
  }

  async addCredential(
    provider: string,
    parameters: Readonly<Record<string, unknown>>,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<NewCredential> {
    const answer = await this.call("POST", credentials, {
      dataProviderAuthParams: { provider, [`${provider}AuthParams`]: parameters },
      ...more,
    });
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  }

  async assign(connectorId: string, credentialId: string): Promise<void> {
    const tenants = [{ tenantCode: this.#tenant, credentialId }];
    const answer = await this.call("POST", `${connectors}/assignCredentials`, {
      connectors: [{ connectorId, tenants }],
    });
    assert.equal(answer.json<{ tenants: { status: string }[] }>().tenants[0]?.status, "Succeeded", answer.text);
  }

  /** Changes settings. Those that are not named stay; an empty text removes one. */
  async set(connectorId: string, settings: Readonly<Record<string, string>>): Promise<void> {
    const connectorSettings = Object.entries(settings).map(([settingKey, value]) => ({ settingKey, value }));
    const tenants = [{ tenantCode: this.#tenant, connectorSettings }];
    const answer = await this.call("PUT", `${connectors}/connector-settings`, {
      connectors: [{ connectorId, tenants }],
    });
    assert.equal(answer.json<{ tenants: { status: string }[] }>().tenants[0]?.status, "Succeeded", answer.text);
  }

  /** Gives a connector a new credential and these settings alone. */
  async connect(
    connectorId: string,
    provider: string,
    parameters: Readonly<Record<string, unknown>>,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<NewCredential> {
    const credential = await this.addCredential(provider, parameters);
    await this.assign(connectorId, credential.uuid);
    const none = {
      tables: "",
      incrementalColumn: "",
      schema: "",
      timeZone: "",
      batchSize: "",
      path: "",
      keyColumns: "",
    };
    await this.set(connectorId, { ...none, ...settings });
    return credential;
  }

  /** Writes files into a folder of the tenant's inbox and returns its path for credentials. */
  async writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
    const path = `inbox/${this.#tenant}/${folder}`;
    for (const [name, content] of Object.entries(files)) {
      const file = join(this.#test.dataFolder, path, name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return path;
  }

  /** Starts an extraction and returns the id of its job. */
  async start(request: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const answer = await this.call("POST", "/v1alpha/op/jobs/extraction-jobs", request);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ jobId: string }>().jobId;
  }

  /** Runs an extraction and waits for the jobs that follow it. */
  async extract(request: Readonly<Record<string, unknown>> = {}): Promise<Extracted> {
    return this.follow(await this.start(request));
  }

  async follow(id: string): Promise<Extracted> {
    const { jobs, jobRunner, uploads, intakeFiles } = this.#test.service.platform;
    const signal = AbortSignal.timeout(30_000);
    const job = await jobRunner.ended(id, signal);
    const [next] = await jobs.children(id, "receiving", [this.#tenant], { limit: 1, start: 0 });
    const receiving = next && (await jobRunner.ended(next.id, signal));
    const stored = receiving ? await uploads.files(this.#tenant, { job: receiving.id }) : [];
    const files = [];
    for (const { file } of stored.filter((one) => one.file.kind === "data")) {
      const pieces = [];
      for await (const piece of intakeFiles.read(file.original)) {
        pieces.push(piece);
      }
      files.push({ name: file.name, schema: file.schema, text: Buffer.concat(pieces).toString() });
    }
    if (receiving) {
      for (const processing of await jobs.children(receiving.id, "processing", [this.#tenant], {
        limit: 9,
        start: 0,
      })) {
        await jobRunner.ended(processing.id, signal);
      }
    }
    return { job, receiving, files };
  }
}

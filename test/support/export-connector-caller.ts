import assert from "node:assert/strict";
import { eventually } from "./eventually.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const root = "/v1alpha/data/export-connectors";

interface ExportConnector {
  readonly id: string;
  readonly objectName: string;
  readonly credentialIds: readonly string[];
  readonly links: readonly {
    readonly linkedDataExport: { readonly dataExportId: string; readonly tableName: string };
  }[];
}

interface ExportJob {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly syncJobs: readonly { readonly id: string; readonly status: string; readonly errorMessage?: string }[];
}

/** Gives export connectors of a service credentials, and runs them, over HTTP. */
export class ExportConnectorCaller {
  readonly #test: TestService;

  constructor(test: TestService) {
    this.#test = test;
  }

  /** Calls an operation by what follows the path that all have in common. */
  call(method: string, path: string, json?: unknown): Promise<TestAnswer> {
    return this.#test.call(method, `${root}/${path}`, json === undefined ? {} : { json });
  }

  /** The JSON of an answer, whose status must be this. */
  async ok<Value>(method: string, path: string, json?: unknown, status = 200): Promise<Value> {
    const answer = await this.call(method, path, json);
    assert.equal(answer.status, status, answer.text);
    return answer.json<Value>();
  }

  async connectors(): Promise<readonly ExportConnector[]> {
    return (await this.ok<{ connectors: ExportConnector[] }>("GET", "connectors")).connectors;
  }

  async connector(objectName: string): Promise<ExportConnector> {
    const found = (await this.connectors()).find((one) => one.objectName === objectName);
    assert.ok(found);
    return found;
  }

  async createCredential(credential: object): Promise<string> {
    return (await this.ok<{ id: string }>("POST", "credentials", credential, 201)).id;
  }

  /** Creates a credential for a connector, in place of those that it has. */
  async use(objectName: string, parameters: unknown): Promise<string> {
    const { id, credentialIds } = await this.connector(objectName);
    for (const credential of credentialIds) {
      const { parameters: masked } = await this.ok<{ parameters: object }>("GET", `credentials/${credential}`);
      assert.ok(masked);
      await this.unlink(credential);
    }
    return this.createCredential({ parameters, connectorIds: [id] });
  }

  /** Takes a credential away from its connectors; it is of the outbox then. */
  async unlink(credential: string): Promise<void> {
    await this.ok("PUT", `credentials/${credential}`, {
      id: credential,
      parameters: { folder: { path: "outbox/WFF_demo" } },
      connectorIds: [],
    });
  }

  async start(objectName: string): Promise<string> {
    const { id } = await this.connector(objectName);
    return (await this.ok<{ id: string }>("POST", `connectors/${id}/jobs`)).id;
  }

  /** The job once it has ended. */
  finished(id: string): Promise<ExportJob> {
    return eventually(() => this.#ended(id));
  }

  /** The job as it is the moment it has ended, asked for without a pause. */
  async justFinished(id: string): Promise<ExportJob> {
    for (;;) {
      const job = await this.#ended(id);
      if (job) {
        return job;
      }
    }
  }

  async #ended(id: string): Promise<ExportJob | undefined> {
    const job = await this.ok<ExportJob>("GET", `jobs/${id}`);
    return job.status === "PENDING" || job.status === "RUNNING" ? undefined : job;
  }

  async run(objectName: string): Promise<ExportJob> {
    return this.finished(await this.start(objectName));
  }
}

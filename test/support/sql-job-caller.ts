import assert from "node:assert/strict";
import type { SqlJobRequest, SqlJobResponse, SqlJobStatus } from "../../src/contract/sql-job-schemas.ts";
import type { SqlTransaction, StartSqlTransactionRequest } from "../../src/contract/sql-transactions.ts";
import type { TableSource } from "../../src/contract/table-sources.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const tables = "/v1alpha/data/table-sources/tables";
const transactions = "/v1alpha/data/table-sources/transactions";

/** A defined table source. */
export type MadeTable = TableSource & { readonly uuid: string; readonly objectName: string };

/** Calls the operations of SQL transactions; `tenant` is that of the `TargetTenantID` header. */
export class SqlJobCaller {
  readonly #service: TestService;

  constructor(service: TestService) {
    this.#service = service;
  }

  call(method: string, path: string, json?: unknown, tenant?: string): Promise<TestAnswer> {
    return this.#service.call(method, path, {
      ...(json !== undefined && { json }),
      ...(tenant !== undefined && { headers: { TargetTenantID: tenant } }),
    });
  }

  /** Columns as `name TYPE`, texts unless a type is given. */
  async table(
    objectName: string,
    columns: readonly string[],
    more: TableSource = {},
    tenant?: string,
  ): Promise<MadeTable> {
    const answer = await this.call(
      "POST",
      tables,
      {
        objectName,
        columns: columns.map((column) => {
          const [name, dataType = "STRING"] = column.split(" ");
          return { name, dataType };
        }),
        ...more,
      },
      tenant,
    );
    assert.equal(answer.status, 200, answer.text);
    return answer.json<MadeTable>();
  }

  /** Names of the tables that there are. */
  async tables(): Promise<string[]> {
    const answer = await this.call("GET", tables);
    return answer.json<{ tables: MadeTable[] }>().tables.map(({ objectName }) => objectName);
  }

  async metadata(uuid: string, tenant?: string): Promise<Record<string, string>> {
    const answer = await this.call("GET", `${tables}/${uuid}/metadata`, undefined, tenant);
    return answer.json<{ metadata: Record<string, string> }>().metadata;
  }

  async start(request: StartSqlTransactionRequest = {}, tenant?: string): Promise<string> {
    const answer = await this.call("POST", transactions, request, tenant);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ transactionId: string }>().transactionId;
  }

  async status(id: string, tenant?: string): Promise<SqlTransaction> {
    const answer = await this.call("GET", `${transactions}/${id}`, undefined, tenant);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<SqlTransaction>();
  }

  extend(id: string, expireAfterSeconds?: number): Promise<TestAnswer> {
    return this.call("POST", `${transactions}/${id}/extend`, { expireAfterSeconds });
  }

  tryUpload(id: string, name: string, content: string | Uint8Array, tenant?: string): Promise<TestAnswer> {
    const head = [
      "--X",
      'Content-Disposition: form-data; name="file"; filename="local"',
      "Content-Type: text/csv",
      "",
      "",
    ];
    const body = Buffer.concat([Buffer.from(head.join("\r\n")), Buffer.from(content), Buffer.from("\r\n--X--\r\n")]);
    const headers = {
      "content-type": "multipart/form-data; boundary=X",
      ...(tenant !== undefined && { TargetTenantID: tenant }),
    };
    const place = `${transactions}/${id}/inputs/${encodeURIComponent(name)}`;
    return this.#service.call("PUT", place, { headers, text: body });
  }

  async upload(id: string, name: string, content: string | Uint8Array, tenant?: string): Promise<void> {
    const answer = await this.tryUpload(id, name, content, tenant);
    assert.equal(answer.status, 200, answer.text);
  }

  tryRun(id: string, job: unknown, tenant?: string): Promise<TestAnswer> {
    return this.call("POST", `${transactions}/${id}/jobs`, job, tenant);
  }

  async begin(id: string, job: SqlJobRequest, tenant?: string): Promise<Required<SqlJobResponse>> {
    const answer = await this.tryRun(id, job, tenant);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Required<SqlJobResponse>>();
  }

  async jobStatus(id: string, job: string): Promise<Required<SqlJobStatus>> {
    const answer = await this.call("GET", `${transactions}/${id}/jobs/${job}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Required<SqlJobStatus>>();
  }

  /** The job's status once it has one of the words. */
  async jobThat(id: string, job: string, ...words: readonly string[]): Promise<Required<SqlJobStatus>> {
    for (;;) {
      const status = await this.jobStatus(id, job);
      if (words.includes(status.status)) {
        return status;
      }
    }
  }

  /** Runs a job to its end. */
  async run(id: string, job: SqlJobRequest, tenant?: string): Promise<Required<SqlJobStatus>> {
    const { jobId } = await this.begin(id, job, tenant);
    return this.jobThat(id, jobId, "SUCCEEDED", "FAILED");
  }

  /** As `run`, until the processing jobs that it started have ended as well. */
  async process(id: string, job: SqlJobRequest): Promise<Required<SqlJobStatus>> {
    const { jobId } = await this.begin(id, job);
    for (;;) {
      const status = await this.jobThat(id, jobId, "SUCCEEDED", "FAILED");
      const { pending = 0, running = 0 } = status.processingSummary;
      if (pending + running === 0) {
        return status;
      }
    }
  }

  /** Runs actions that must succeed; what they say. */
  async done(id: string, actions: SqlJobRequest["actions"], job: SqlJobRequest = {}): Promise<string> {
    const status = await this.run(id, { ...job, actions: actions ?? [] });
    assert.equal(status.status, "SUCCEEDED", JSON.stringify(status.tenants));
    return status.tenants[0]?.message ?? "";
  }

  /** Runs actions that must fail; what the first tenant that failed says. */
  async failed(id: string, actions: SqlJobRequest["actions"], job: SqlJobRequest = {}): Promise<string> {
    const status = await this.run(id, { ...job, actions: actions ?? [] });
    assert.equal(status.status, "FAILED", JSON.stringify(status));
    return status.tenants.find((tenant) => tenant.status !== "SUCCEEDED")?.message ?? "";
  }

  output(id: string, name: string, tenant?: string): Promise<TestAnswer> {
    return this.call("GET", `${transactions}/${id}/outputs/${encodeURIComponent(name)}`, undefined, tenant);
  }

  parts(id: string, name: string): Promise<TestAnswer> {
    return this.call("GET", `${transactions}/${id}/outputs/${encodeURIComponent(name)}/parts`);
  }

  part(id: string, name: string, index: number): Promise<TestAnswer> {
    return this.call("GET", `${transactions}/${id}/outputs/${encodeURIComponent(name)}/parts/${index}`);
  }

  /** The lines of an output of comma-separated values, sorted. */
  async lines(id: string, name: string, tenant?: string): Promise<string[]> {
    const answer = await this.output(id, name, tenant);
    assert.equal(answer.status, 200, answer.text);
    return answer.text.split("\n").slice(0, -1).sort();
  }

  /** The committed rows of a table as lines of comma-separated values, sorted; read in a transaction of its own. */
  async rows(table: string, tenant?: string): Promise<string[]> {
    const id = await this.start({}, tenant);
    const query = { query: `SELECT * FROM ${table}`, output: { format: { csv: {} }, filename: "rows.csv" } };
    const status = await this.runIn(id, { actions: [{ query }] }, tenant);
    assert.equal(status.status, "SUCCEEDED", JSON.stringify(status.tenants));
    return this.lines(id, "rows.csv", tenant);
  }

  /** As `run`, in a transaction of another tenant. */
  async runIn(id: string, job: SqlJobRequest, tenant?: string): Promise<Required<SqlJobStatus>> {
    const { jobId } = await this.begin(id, job, tenant);
    for (;;) {
      const answer = await this.call("GET", `${transactions}/${id}/jobs/${jobId}`, undefined, tenant);
      const status = answer.json<Required<SqlJobStatus>>();
      if (status.status === "SUCCEEDED" || status.status === "FAILED") {
        return status;
      }
    }
  }
}

/** A CSV output with the names of its columns. */
export function csv(filename: string, header = true) {
  return { format: { csv: { header } }, filename };
}

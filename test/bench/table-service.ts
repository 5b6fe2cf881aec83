import { openAsBlob } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import type { TableSource } from "../../src/contract/table-sources.ts";
import { type RunningService, startService } from "../../src/service/process/service.ts";
import { accessibleTableOf } from "../../src/service/table-data/accessible-table.ts";
import { type BenchOptions, engineLimits } from "./bench-options.ts";

const path = "/v1alpha/data/table-sources";

/** A table source of the bench, with its columns as DuckDB stores them. */
export const ledger = {
  objectName: "ledger",
  columns: [
    { name: "id", dataType: "LONG" },
    { name: "person_key", dataType: "STRING" },
    { name: "amount", dataType: "DOUBLE" },
    { name: "posted_on", dataType: "DATE" },
    { name: "note", dataType: "STRING" },
    { name: "hours", dataType: "INTEGER" },
  ],
};

/** A SELECT of `count` rows of the ledger from an id on. */
export function ledgerRows(first: number, count: number, note: string): string {
  return `SELECT (i + ${first})::BIGINT AS id, printf('P%07d', i % 50000) AS person_key, i * 0.37 AS amount,
    DATE '2020-01-01' + (i % 2000)::INTEGER AS posted_on, '${note} ' || (i % 1000) AS note, (i % 160)::INTEGER AS hours
    FROM range(${count}) AS numbers(i)`;
}

/** A running embedded service whose administrating tenant has the ledger. */
export class TableService {
  readonly #service: RunningService;
  readonly #headers: Record<string, string>;

  private constructor(service: RunningService, headers: Record<string, string>) {
    this.#service = service;
    this.#headers = headers;
  }

  /** Runs `work` with a service on a folder of its own, in this process. */
  static async with<Value>(
    { scratchFolder }: BenchOptions,
    rows: string,
    work: (service: TableService) => Promise<Value>,
  ): Promise<Value> {
    const dataFolder = await mkdtemp(join(scratchFolder, "table-service-"));
    const service = await startService({ dataFolder, ...engineLimits }, { logger: pino({ level: "silent" }) });
    try {
      const { url, apiKey, username, password } = service.ready;
      const token = await fetch(`${url}/v1/admin/serviceSecureToken`, {
        method: "POST",
        body: new URLSearchParams({ username, password }),
      });
      const tables = new TableService(service, { apikey: apiKey, cookie: `ServiceASIDToken=${await token.text()}` });
      await tables.#fill(rows);
      return await work(tables);
    } finally {
      await service.stop();
      await rm(dataFolder, { recursive: true, force: true });
    }
  }

  /** Gives milliseconds from the start of a transaction over the upload of its input to the end of its job. */
  async run(tablesToModify: readonly string[], actions: readonly unknown[], input?: string): Promise<number> {
    const startedMs = performance.now();
    const request = tablesToModify.length > 0 ? { tablesToModify } : {};
    const { transactionId } = await this.#call("POST", `${path}/transactions`, JSON.stringify(request));
    const place = `${path}/transactions/${transactionId}`;
    const inputs = input === undefined ? [] : [{ id: "given", filename: "given.parquet", format: { parquet: {} } }];
    if (input !== undefined) {
      const form = new FormData();
      form.set("file", await openAsBlob(input), "given.parquet");
      await this.#call("PUT", `${place}/inputs/given.parquet`, form);
    }
    const { jobId } = await this.#call("POST", `${place}/jobs`, JSON.stringify({ inputs, actions }));
    for (;;) {
      const answer = await this.#call("GET", `${place}/jobs/${jobId}`);
      if (answer.status === "SUCCEEDED") {
        return performance.now() - startedMs;
      }
      if (answer.status === "FAILED") {
        throw new Error(JSON.stringify(answer));
      }
      // As a client does: each question takes of the two cores that the job runs on.
      const pauseMs = Math.min(100, 5 + (performance.now() - startedMs) / 20);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** The rows that the metadata of the ledger counts. */
  async countRows(): Promise<number> {
    const { tables } = await this.#call("GET", `${path}/tables`);
    const [{ uuid }] = tables as [{ uuid: string }];
    return Number((await this.#call("GET", `${path}/tables/${uuid}/metadata`)).recordCount);
  }

  async #fill(rows: string): Promise<void> {
    const created = await this.#call("POST", `${path}/tables`, JSON.stringify(ledger));
    const definition = created as TableSource & { readonly uuid: string; readonly objectName: string };
    const { platform, ready } = this.#service;
    const source = {
      tenant: ready.tenantCode,
      definition,
      metadata: {},
      transactionId: undefined,
      recordsUpdatedAt: undefined,
    };
    const state = { metadata: {}, transactionId: "bench", recordsUpdatedAt: new Date().toISOString() };
    await platform.loadTables?.([{ accessible: accessibleTableOf(source, ready.tenantCode), sql: rows, state }]);
  }

  async #call(method: string, place: string, body?: string | FormData): Promise<Record<string, unknown>> {
    const type = typeof body === "string" ? { "content-type": "application/json" } : {};
    const answer = await fetch(this.#service.ready.url + place, {
      method,
      headers: { ...this.#headers, ...type },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    if (!answer.ok) {
      throw new Error(`${method} ${place} answered ${answer.status}: ${text}`);
    }
    return text === "" ? {} : JSON.parse(text);
  }
}

import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { type PlainRow, readPlainCsv } from "./plain-csv.ts";
import type { TestAnswer, TestService } from "./running-service.ts";

const root = "/v1alpha/data/data-version-exports";

interface ExportFile {
  readonly fileId: number;
  readonly filename: string;
  readonly rows: number;
  readonly sizeBytes: number;
}

interface ExportColumns {
  readonly columns: readonly {
    readonly name: string;
    readonly dataType: string;
    readonly allowsNull: boolean;
    readonly isPrimaryKeyComponent: boolean;
  }[];
  readonly files: readonly ExportFile[];
}

export interface ExportAnswer {
  readonly uuid: string;
  readonly timestamp: string;
  readonly dataVersionNumber: string;
  readonly baseDataVersionNumber?: string;
  readonly tables: readonly {
    readonly name: string;
    readonly commonColumns: ExportColumns;
    readonly newColumns: ExportColumns;
    readonly deletedColumns: readonly string[];
  }[];
  readonly newTables: readonly string[];
  readonly deletedTables: readonly string[];
}

/** Rows of a table by the names of their columns. */
export type NamedRow = Readonly<Record<string, string | null>>;

/** Exports data versions of a service over HTTP, and reads what it gives. */
export class ExportCaller {
  readonly #test: TestService;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(test: TestService, tenant?: string) {
    this.#test = test;
    this.#headers = tenant === undefined ? {} : { TargetTenantID: tenant };
  }

  get(path: string): Promise<TestAnswer> {
    return this.#send("GET", path);
  }

  schedule(version: number | string, base?: number | string): Promise<TestAnswer> {
    const json = {
      dataVersionNumber: String(version),
      ...(base !== undefined && { baseDataVersionNumber: String(base) }),
    };
    return this.#send("POST", "/jobs", json);
  }

  /** Signs in for each call: tests move the clock by days. */
  async #send(method: string, path: string, json?: unknown): Promise<TestAnswer> {
    const { apiKey } = this.#test.service.ready;
    const headers = { apikey: apiKey, cookie: `ServiceASIDToken=${await this.#test.signIn()}`, ...this.#headers };
    return this.#test.send(method, root + path, { headers, ...(json !== undefined && { json }) });
  }

  /** Exports a version and returns the export when its job has succeeded. */
  async export(version: number, base?: number): Promise<ExportAnswer> {
    const scheduled = await this.schedule(version, base);
    assert.equal(scheduled.status, 200, scheduled.text);
    const { jobUuid } = scheduled.json<{ jobUuid: string }>();
    await this.#test.service.platform.jobRunner.ended(jobUuid, AbortSignal.timeout(60_000));
    const job = await this.get(`/jobs/${jobUuid}`);
    const { exportUuid, failed } = job.json<{ exportUuid: string; failed: boolean }>();
    assert.equal(failed, false, job.text);
    return (await this.get(`/exports/${exportUuid}`)).json<ExportAnswer>();
  }

  /** Downloads a file and returns its bytes. */
  async download(uuid: string, fileId: number): Promise<Buffer> {
    const { ready } = this.#test.service;
    const response = await fetch(`${ready.url}${root}/exports/${uuid}/files/${fileId}`, {
      headers: {
        apikey: ready.apiKey,
        cookie: `ServiceASIDToken=${await this.#test.signIn()}`,
        accept: "application/gzip, application/json",
        ...this.#headers,
      },
    });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "application/gzip");
    return Buffer.from(await response.arrayBuffer());
  }

  /** Reads the rows of a table's files, and checks that they are what the export says. */
  async rows(exported: ExportAnswer, table: string, part: "commonColumns" | "newColumns" = "commonColumns") {
    const found = exported.tables.find(({ name }) => name === table);
    assert.ok(found, `the export has no table ${table}`);
    const { columns, files } = found[part];
    const all: NamedRow[] = [];
    for (const { fileId, rows, sizeBytes } of files) {
      const bytes = await this.download(exported.uuid, fileId);
      assert.equal(bytes.length, sizeBytes);
      const csv = readPlainCsv(gunzipSync(bytes), true);
      assert.ok(csv !== "refused");
      assert.deepEqual(
        csv.names,
        columns.map(({ name }) => name),
      );
      assert.equal(csv.rows.length, rows);
      all.push(...csv.rows.map((row) => toNamed(csv.names, row)));
    }
    return all;
  }
}

function toNamed(names: readonly string[], row: PlainRow): NamedRow {
  return Object.fromEntries(names.map((name, index) => [name, row[index] ?? null]));
}

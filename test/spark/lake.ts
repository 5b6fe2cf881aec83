import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SqlJobRequest } from "../../src/contract/sql-job-schemas.ts";
import type { InputFile } from "../../src/lakehouse/read-input.ts";
import { type RehearsalRequest, rehearse } from "../../src/lakehouse/rehearse.ts";
import { parseSparkRemote } from "../../src/spark-connect/spark-remote.ts";
import { SparkSession } from "../../src/spark-connect/spark-session.ts";
import { readBranches, testCluster } from "./test-cluster.ts";

/** A namespace of the test catalog with tables as a user's cluster has them. */
export class Lake {
  readonly namespace: string;
  readonly session: SparkSession;
  readonly #cluster: { readonly remote: string; readonly catalogUri: string };

  private constructor(namespace: string, cluster: { readonly remote: string; readonly catalogUri: string }) {
    this.namespace = namespace;
    this.#cluster = cluster;
    this.session = new SparkSession(parseSparkRemote(cluster.remote));
  }

  static async create(namespace: string, cluster = testCluster()): Promise<Lake> {
    const lake = new Lake(namespace, cluster);
    await lake.session.command(`CREATE NAMESPACE IF NOT EXISTS lake.${namespace}`);
    return lake;
  }

  /** Makes a table anew, with the rows of a query. */
  async createTable(name: string, columns: string, rows?: string, formatVersion = 3): Promise<void> {
    await this.session.command(`DROP TABLE IF EXISTS lake.${this.namespace}.${name} PURGE`);
    await this.session.command(
      `CREATE TABLE lake.${this.namespace}.${name} (${columns}) USING iceberg TBLPROPERTIES ('format-version'='${formatVersion}')`,
    );
    if (rows !== undefined) {
      await this.session.command(`INSERT INTO lake.${this.namespace}.${name} ${rows}`);
    }
  }

  /** All rows of the main branch, as text in order. */
  async rows(name: string): Promise<readonly string[]> {
    const { rows } = await this.session.query(`SELECT * FROM lake.${this.namespace}.${name}`);
    return rows.map((row) => row.map(String).join(" ")).sort();
  }

  branches(name: string): Promise<readonly string[]> {
    return readBranches(this.#cluster.catalogUri, this.namespace, name);
  }

  /** The request that rehearses a job here. */
  async request(job: SqlJobRequest, files: readonly InputFile[] = []): Promise<RehearsalRequest> {
    return {
      cluster: {
        remote: this.#cluster.remote,
        token: undefined,
        catalog: {
          uri: this.#cluster.catalogUri,
          token: undefined,
          warehouse: undefined,
          namespace: [this.namespace],
        },
        catalogName: "lake",
      },
      job,
      files,
      journalFolder: await mkdtemp(join(tmpdir(), "workforce-journal-")),
    };
  }

  async rehearse(job: SqlJobRequest, files: readonly InputFile[] = [], signal = new AbortController().signal) {
    return await rehearse(await this.request(job, files), () => undefined, signal);
  }
}

/** A job of one action that runs SQL. */
export function sql(...queries: readonly string[]): SqlJobRequest {
  return { actions: queries.map((query) => ({ query: { query } })) };
}

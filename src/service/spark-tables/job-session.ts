import { randomUUID } from "node:crypto";
import { quoteSparkName } from "../../base/sql-quote.ts";
import { LakehouseError } from "../../lakehouse/lakehouse-error.ts";
import { isSameSession, openSession, type SparkCluster, sessionMarker } from "../../lakehouse/spark-cluster.ts";
import { parseSparkRemote, type SparkRemote } from "../../spark-connect/spark-remote.ts";
import type { SparkSession } from "../../spark-connect/spark-session.ts";

/** The client of Spark Connect, which is a bundle of its own: most services never connect to Spark. */
function loadSparkSession(): Promise<typeof import("../../spark-connect/spark-session.ts")> {
  return import("../../spark-connect/spark-session.ts");
}

/**
 * The Spark session of a job, opened with its first statement, and opened again when the server has lost it. Methods
 * throw SparkFailure, LakehouseError or the reason of the signal.
 */
export class JobSession {
  readonly #remote: SparkRemote;
  #session: SparkSession | undefined;
  #mark = "";
  /** Keys of the temporary views in the session, by name in lower case. */
  readonly #views = new Map<string, string>();

  constructor({ remote, token, catalog }: SparkCluster) {
    const settings = catalog.settings && { ...catalog.settings, setAddress: "--spark-remote" };
    this.#remote = parseSparkRemote(remote, token, settings);
  }

  /** The session, which the server knows now. */
  async ready(signal?: AbortSignal): Promise<SparkSession> {
    if (this.#session && (await isSameSession(this.#session, this.#mark, signal))) {
      return this.#session;
    }
    await this.#session?.close();
    this.#session = undefined;
    this.#views.clear();
    const { SparkSession } = await loadSparkSession();
    const session = new SparkSession(this.#remote);
    try {
      await openSession(session, signal);
      this.#mark = randomUUID();
      await session.configure({ [sessionMarker]: this.#mark, "spark.sql.legacy.allowHashOnMapType": "true" }, signal);
    } catch (error) {
      await session.close();
      throw error;
    }
    this.#session = session;
    return session;
  }

  /** Makes a temporary view by the query of `build`, unless the session has the one of this key. */
  async createView(
    name: string,
    key: string,
    signal: AbortSignal | undefined,
    build: () => Promise<string>,
  ): Promise<void> {
    if (this.#views.get(name.toLowerCase()) !== key) {
      const query = await build();
      await this.command(`CREATE OR REPLACE TEMPORARY VIEW ${quoteSparkName(name)} AS ${query}`, signal);
      this.#views.set(name.toLowerCase(), key);
    }
  }

  /** Runs a query of few rows. */
  async numbers(query: string, signal?: AbortSignal): Promise<readonly number[]> {
    const { rows } = await this.#current().query(query, signal);
    return (rows[0] ?? []).map(Number);
  }

  async command(sql: string, signal?: AbortSignal): Promise<void> {
    await this.#current().command(sql, signal);
  }

  close(): void {
    // The job does not wait for it; the server forgets sessions by itself.
    void this.#session?.close();
    this.#session = undefined;
  }

  #current(): SparkSession {
    if (!this.#session) {
      throw new LakehouseError("The Spark session is closed.");
    }
    return this.#session;
  }
}

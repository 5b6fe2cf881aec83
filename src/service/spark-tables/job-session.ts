import { randomUUID } from "node:crypto";
import { rejectOnAbort } from "../../base/abort.ts";
import { quoteSparkName } from "../../base/sql-quote.ts";
import { LakehouseError } from "../../lakehouse/lakehouse-error.ts";
import { isSameSession, openSession, type SparkCluster, sessionMarker } from "../../lakehouse/spark-cluster.ts";
import { parseSparkRemote, type SparkRemote } from "../../spark-connect/spark-remote.ts";
import type { SparkSession } from "../../spark-connect/spark-session.ts";

/** Validity of a check that the server has a session, in milliseconds. A restart of Spark takes longer. */
const checkHoldsMs = 1_000;
/** Most sessions that wait for the next job. */
const mostIdle = 4;
/** Most temporary views of a session that another job gets. */
const mostViews = 50;
/** Time limit for dropping the views of inputs, in milliseconds. */
const dropMs = 2_000;

/** The client of Spark Connect, which is a bundle of its own: most services never connect to Spark. */
function loadSparkSession(): Promise<typeof import("../../spark-connect/spark-session.ts")> {
  return import("../../spark-connect/spark-session.ts");
}

/** Sessions of one cluster. A job takes one that another has left, because the first statement of a new one takes longer. */
export class JobSessions {
  readonly #cluster: SparkCluster;
  readonly #idle: JobSession[] = [];
  #isClosed = false;

  constructor(cluster: SparkCluster) {
    this.#cluster = cluster;
  }

  take(): JobSession {
    return this.#idle.pop() ?? new JobSession(this.#cluster);
  }

  /** Takes a session back once it holds no rows of inputs, or closes it where a statement did not end well. The job does not wait for it. */
  giveBack(session: JobSession): void {
    // A session whose views cannot be dropped is not reusable.
    const forget = session.forgetInputs().catch(() => undefined);
    void forget.then(() => this.#keepOrClose(session));
  }

  #keepOrClose(session: JobSession): void {
    if (session.isReusable && this.#idle.length < mostIdle && !this.#isClosed) {
      this.#idle.push(session);
    } else {
      session.close();
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const session of this.#idle.splice(0)) {
      session.close();
    }
  }
}

/**
 * The Spark session of a job, opened with its first statement, and opened again when the server has lost it. Methods
 * throw SparkFailure, LakehouseError or the reason of the signal.
 */
export class JobSession {
  readonly #remote: SparkRemote;
  #session: SparkSession | undefined;
  #opening: Promise<SparkSession> | undefined;
  /** Time of the last check that found the session on the server, by the monotonic clock. */
  #checkedMs = Number.NEGATIVE_INFINITY;
  #mark = "";
  /** Keys of the temporary views in the session, by name in lower case. */
  readonly #views = new Map<string, string>();
  #isClosed = false;

  constructor({ remote, token, catalog }: SparkCluster) {
    const settings = catalog.settings && { ...catalog.settings, setAddress: "--spark-remote" };
    this.#remote = parseSparkRemote(remote, token, settings);
  }

  /** Whether another job may have the session: its views are named by what they show. */
  get isReusable(): boolean {
    return this.#session?.isIdle === true && !this.#session.holdsRows && this.#views.size <= mostViews;
  }

  /** The session, which the server knows now. */
  async ready(signal?: AbortSignal): Promise<SparkSession> {
    if (this.#session && performance.now() - this.#checkedMs < checkHoldsMs) {
      return this.#session;
    }
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return await rejectOnAbort(this.#opening, signal);
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

  /** Sends rows, which the server holds until `forgetInputs`, or until the session is closed, and returns the query of them. */
  async sendRows(...[columns, signal]: Parameters<SparkSession["sendRows"]>): Promise<string> {
    const session = await this.ready(signal);
    return await session.sendRows(columns, signal);
  }

  /** Drops the rows that were sent, and forgets all views, since some may read those. */
  async forgetInputs(): Promise<void> {
    if (this.#session?.isIdle && this.#session.holdsRows) {
      this.#views.clear();
      await this.#session.dropRows(AbortSignal.timeout(dropMs));
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
    this.#isClosed = true;
    // The job does not wait for it; the server forgets sessions by itself.
    void this.#session?.close();
    this.#session = undefined;
  }

  /** Looks whether the server still has the session, and opens another one if not. */
  async #open(): Promise<SparkSession> {
    if (!this.#session || !(await isSameSession(this.#session, this.#mark))) {
      await this.#session?.close();
      this.#session = undefined;
      this.#views.clear();
      const session = await this.#openNew();
      if (this.#isClosed) {
        await session.close();
        throw new LakehouseError("The Spark session is closed.");
      }
      this.#session = session;
    }
    this.#checkedMs = performance.now();
    return this.#session;
  }

  async #openNew(): Promise<SparkSession> {
    const { SparkSession } = await loadSparkSession();
    const session = new SparkSession(this.#remote);
    try {
      await openSession(session);
      this.#mark = randomUUID();
      await session.configure({ [sessionMarker]: this.#mark, "spark.sql.legacy.allowHashOnMapType": "true" });
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  #current(): SparkSession {
    if (!this.#session) {
      throw new LakehouseError("The Spark session is closed.");
    }
    return this.#session;
  }
}

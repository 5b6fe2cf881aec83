import { randomUUID } from "node:crypto";
import { create } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";
import { RecordBatchReader } from "apache-arrow";
import { abortError } from "../base/abort.ts";
import { quoteSparkName } from "../base/sql-quote.ts";
import { encodeLists, readValue, type SentColumn, type SparkValue } from "./arrow-values.ts";
import { toSparkFailure } from "./call-failure.ts";
import {
  type DataType,
  type ExecutePlanResponse,
  InterruptRequest_InterruptType,
  type Plan,
  PlanSchema,
  SparkConnectService,
} from "./generated/spark_connect_pb.js";
import { SparkFailure } from "./spark-failure.ts";
import type { SparkRemote } from "./spark-remote.ts";
import { sparkTypeText } from "./spark-type.ts";

/** A column of an answer, with Spark's type, such as `decimal(38,18)`. */
export interface SparkColumn {
  readonly name: string;
  readonly type: string;
}

/** Rows of a query, with their columns. */
export interface SparkRows {
  readonly columns: readonly SparkColumn[];
  readonly rows: readonly (readonly SparkValue[])[];
}

/** Most rows of one answer: larger ones are counted or written on the cluster. */
const maxRows = 100_000;
/** Time limit for an interrupted statement to end before its stream is cut, in milliseconds. */
const interruptPatienceMs = 500;

/** One session on a Spark Connect server: its settings and temporary views. Reads are bounded; statements run one at a time. */
export class SparkSession {
  readonly #client: Client<typeof SparkConnectService>;
  readonly #remote: SparkRemote;
  readonly #connections: Http2SessionManager;
  readonly #sessionId = randomUUID();
  /** Statements that have not come to their ends: they run, failed, or were stopped. */
  #unfinished = 0;
  /** Names of the rows that the server holds. */
  readonly #sentRows: string[] = [];

  constructor(remote: SparkRemote) {
    this.#remote = remote;
    const addHeaders: Interceptor = (next) => (request) => {
      if (remote.token !== undefined) {
        request.header.set("authorization", `Bearer ${remote.token}`);
      }
      for (const [name, value] of remote.headers) {
        request.header.set(name, value);
      }
      return next(request);
    };
    this.#connections = new Http2SessionManager(remote.baseUrl);
    const transport = createGrpcTransport({
      sessionManager: this.#connections,
      baseUrl: remote.baseUrl,
      interceptors: [addHeaders],
      readMaxBytes: 256 * 1024 * 1024,
    });
    this.#client = createClient(SparkConnectService, transport);
  }

  /** Whether all statements have come to their ends, so that none can still run on the server. */
  get isIdle(): boolean {
    return this.#unfinished === 0;
  }

  /** Whether the server holds rows that were sent to it. */
  get holdsRows(): boolean {
    return this.#sentRows.length > 0;
  }

  /** Version of the server, such as `3.5.7`. */
  async version(signal?: AbortSignal): Promise<string> {
    const analyze = { case: "sparkVersion", value: {} } as const;
    const { result } = await this.#call(
      () => this.#client.analyzePlan({ ...this.#caller, analyze }, asked(signal)),
      signal,
    );
    return result.case === "sparkVersion" ? result.value.version : "";
  }

  /** Columns that a query would have, without running it. Throws as `query` does. */
  async columnsOf(sql: string, signal?: AbortSignal): Promise<readonly SparkColumn[]> {
    const plan = create(PlanSchema, { opType: { case: "root", value: sqlRelation(sql) } });
    const analyze = { case: "schema", value: { plan } } as const;
    const { result } = await this.#call(
      () => this.#client.analyzePlan({ ...this.#caller, analyze }, asked(signal)),
      signal,
    );
    return result.case === "schema" ? readColumns(result.value.schema) : [];
  }

  /** Sets properties of this session. Throws a SparkFailure that names the server's reason if it refuses one. */
  async configure(properties: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<void> {
    const pairs = Object.entries(properties).map(([key, value]) => ({ key, value }));
    const operation = { opType: { case: "set", value: { pairs } } } as const;
    await this.#call(() => this.#client.config({ ...this.#caller, operation }, asked(signal)), signal);
  }

  /** Value of a property of this session. Throws a SparkFailure if it was never set. */
  async property(key: string, signal?: AbortSignal): Promise<string | undefined> {
    const operation = { opType: { case: "get" as const, value: { keys: [key] } } };
    const { pairs } = await this.#call(
      () => this.#client.config({ ...this.#caller, operation }, asked(signal)),
      signal,
    );
    return pairs[0]?.value;
  }

  /**
   * Yields the rows of a query as they come, with its columns at least once. Throws as `query` does, but has no limit.
   */
  async *batches(sql: string, signal?: AbortSignal): AsyncGenerator<SparkRows> {
    const plan = create(PlanSchema, { opType: { case: "root", value: sqlRelation(sql) } });
    yield* readBatches(this.#execute(plan, signal));
  }

  /** Runs a query. Throws the signal's reason when it aborts, else SparkFailure; an Error for more than 100,000 rows. */
  async query(sql: string, signal?: AbortSignal): Promise<SparkRows> {
    const plan = create(PlanSchema, { opType: { case: "root", value: sqlRelation(sql) } });
    return await collectRows(this.#execute(plan, signal));
  }

  /** Runs a statement that writes or defines, once. Throws as `query` does. */
  async command(sql: string, signal?: AbortSignal): Promise<void> {
    const command = { commandType: { case: "sqlCommand", value: { sql } } } as const;
    await collectRows(this.#execute(create(PlanSchema, { opType: { case: "command", value: command } }), signal));
  }

  /** Sends rows, which the server holds until they are dropped, and returns the query of them. Throws as `query` does. */
  async sendRows(columns: readonly SentColumn[], signal?: AbortSignal): Promise<string> {
    const name = `workforce_${randomUUID().replaceAll("-", "")}`;
    const input = { relType: { case: "localRelation", value: { data: encodeLists(columns) } } } as const;
    const view = { input, name, isGlobal: false, replace: true };
    this.#sentRows.push(name);
    const command = { commandType: { case: "createDataframeView", value: view } } as const;
    await collectRows(this.#execute(create(PlanSchema, { opType: { case: "command", value: command } }), signal));
    const values = columns.map((column, index) => `c${index}[place] AS ${quoteSparkName(column.name)}`);
    return `SELECT ${values.join(", ")} FROM ${quoteSparkName(name)} LATERAL VIEW posexplode(c0) AS place, first`;
  }

  /** Drops the rows that were sent. Throws as `query` does. */
  async dropRows(signal?: AbortSignal): Promise<void> {
    for (let name = this.#sentRows[0]; name !== undefined; name = this.#sentRows[0]) {
      await this.command(`DROP VIEW IF EXISTS ${quoteSparkName(name)}`, signal);
      this.#sentRows.shift();
    }
  }

  /**
   * Stops what runs, drops the rows that were sent, forgets the session and closes its connections. Spark 3.5 has no call to forget a
   * session, and does so after an hour.
   */
  async close(): Promise<void> {
    const signal = AbortSignal.timeout(2_000);
    const interruptType = InterruptRequest_InterruptType.ALL;
    await this.#client.interrupt({ ...this.#caller, interruptType }, { signal }).catch(ignore);
    await this.dropRows(signal).catch(ignore);
    await this.#client.releaseSession(this.#caller, { signal }).catch(ignore);
    this.#connections.abort();
  }

  get #caller() {
    const { userId } = this.#remote;
    return { sessionId: this.#sessionId, userContext: { userId, userName: userId }, clientType: "workforce-analytics" };
  }

  async #call<Answer>(send: () => Promise<Answer>, signal: AbortSignal | undefined): Promise<Answer> {
    try {
      return await send();
    } catch (error) {
      signal?.throwIfAborted();
      throw toSparkFailure(error, this.#remote);
    }
  }

  async *#execute(plan: Plan, signal: AbortSignal | undefined): AsyncGenerator<ExecutePlanResponse> {
    signal?.throwIfAborted();
    const operationId = randomUUID();
    const stream = new AbortController();
    let cut: NodeJS.Timeout | undefined;
    const interrupt = () => {
      cut = setTimeout(() => stream.abort(abortError("The statement did not stop in time.")), interruptPatienceMs);
      const target = { case: "operationId", value: operationId } as const;
      const interruptType = InterruptRequest_InterruptType.OPERATION_ID;
      this.#client.interrupt({ ...this.#caller, interruptType, interrupt: target }, asked(stream.signal)).catch(ignore);
    };
    signal?.addEventListener("abort", interrupt, { once: true });
    this.#unfinished++;
    try {
      yield* this.#client.executePlan({ ...this.#caller, operationId, plan }, asked(stream.signal));
      this.#unfinished--;
    } catch (error) {
      signal?.throwIfAborted();
      throw toSparkFailure(error, this.#remote);
    } finally {
      signal?.removeEventListener("abort", interrupt);
      clearTimeout(cut);
    }
  }
}

async function collectRows(answers: AsyncIterable<ExecutePlanResponse>): Promise<SparkRows> {
  let columns: SparkRows["columns"] = [];
  const rows: (readonly SparkValue[])[] = [];
  for await (const batch of readBatches(answers)) {
    columns = batch.columns;
    if (rows.length + batch.rows.length > maxRows) {
      throw new SparkFailure("statement", `The query has more than ${maxRows} rows; count or limit them.`);
    }
    rows.push(...batch.rows);
  }
  return { columns, rows };
}

async function* readBatches(answers: AsyncIterable<ExecutePlanResponse>): AsyncGenerator<SparkRows> {
  let columns: SparkRows["columns"] = [];
  for await (const { schema, responseType } of answers) {
    if (schema) {
      columns = readColumns(schema);
      yield { columns, rows: [] };
    }
    if (responseType.case === "arrowBatch") {
      for (const { data, numRows } of RecordBatchReader.from(responseType.value.data)) {
        yield {
          columns,
          rows: Array.from({ length: numRows }, (_, row) => data.children.map((child) => readValue(child, row))),
        };
      }
    }
  }
}

function readColumns(schema: DataType | undefined): readonly SparkColumn[] {
  return schema?.kind.case === "struct"
    ? schema.kind.value.fields.map(({ name, dataType }) => ({ name, type: sparkTypeText(dataType) }))
    : [];
}

function sqlRelation(query: string) {
  return { relType: { case: "sql", value: { query } } } as const;
}

function asked(signal: AbortSignal | undefined): { readonly signal?: AbortSignal } {
  return signal ? { signal } : {};
}

/** Ignores the failure of a call that changes nothing: the server is gone, or does not know the call. */
function ignore(_: unknown): void {}

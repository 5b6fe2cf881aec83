import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { quoteName } from "../../base/sql-quote.ts";
import { isLoopback } from "../egress/host-rules.ts";
import { CopyOut } from "./copy-out.ts";
import { DriverError, isDriverFailure } from "./driver-error.ts";
import type { DriverContext } from "./file-store.ts";
import { buildSelectSql, type TableExtract } from "./postgresql-select.ts";
import type { PostgresqlParameters } from "./providers.ts";

/** A column of a table. */
interface TableColumn {
  readonly name: string;
  /** Type as PostgreSQL writes it, such as `numeric(38,10)` or `timestamp with time zone`. */
  readonly type: string;
}

/** SQLSTATE classes whose messages are shown, because they name tables and columns, never values. */
const shownStates = /^(08|28|3D|3F|42|53|54|55|57)/;
const connectTimeoutMs = 30_000;

/**
 * A session of a PostgreSQL database, in one schema, whose times are in UTC. Methods throw `DriverError`, errors of the
 * egress, or the signal's reason.
 */
export class PostgresqlSession {
  readonly #client: pg.Client;
  readonly #schema: string;
  readonly #signal: AbortSignal;
  readonly #place: string;
  #stop: () => void = () => undefined;

  private constructor(
    client: pg.Client,
    { schema = "public", database, host }: PostgresqlParameters,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#schema = schema;
    this.#signal = signal;
    this.#place = `The database ${database} on ${host}`;
  }

  /**
   * Opens a session. One that is read-only sees the database as it was at its first statement.
   */
  static async open(
    parameters: PostgresqlParameters,
    { egress, signal }: Pick<DriverContext, "egress" | "signal">,
    { isReadOnly }: { readonly isReadOnly: boolean },
  ): Promise<PostgresqlSession> {
    const { host, port = 5432, database, user, password, certificateAuthority } = parameters;
    const socket = await egress.connect(host, port, { signal, timeoutMs: connectTimeoutMs });
    const isLocal = isLoopback(socket.remoteAddress ?? "");
    const { tls = !isLocal } = parameters;
    if (!tls && !isLocal) {
      socket.destroy();
      throw new DriverError(
        `The password is sent to ${host} over an encrypted connection only. Leave out postgresql.tls, or set it to true.`,
      );
    }
    const client = new pg.Client({
      database,
      user,
      password,
      stream: () => connected(socket),
      ...(tls && { ssl: { servername: host, ...(certificateAuthority && { ca: certificateAuthority }) } }),
      connectionTimeoutMillis: connectTimeoutMs,
      application_name: "workforce-analytics",
      client_encoding: "UTF8",
      keepAlive: true,
    });
    const session = new PostgresqlSession(client, parameters, signal);
    const stop = () => socket.destroy();
    signal.addEventListener("abort", stop, { once: true });
    session.#stop = () => signal.removeEventListener("abort", stop);
    // An idle session whose server goes away fails at its next statement.
    client.on("error", () => undefined);
    try {
      await session.#run(() => client.connect());
      await session.#query("SET TIME ZONE 'UTC'; SET datestyle TO ISO; SET extra_float_digits TO 3");
      if (isReadOnly) {
        await session.#query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
      }
      return session;
    } catch (error) {
      await session.close();
      throw error;
    }
  }

  /** Returns the columns of a table or view that may be read, in their order; none if there is no such table. */
  async columns(table: string): Promise<readonly TableColumn[]> {
    const found = await this.#query(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND relname = $2 AND attnum > 0 AND NOT attisdropped AND relkind IN ('r', 'v', 'm', 'f', 'p')
         AND has_schema_privilege(pg_namespace.oid, 'USAGE')
         AND has_column_privilege(pg_class.oid, attnum, 'SELECT')
       ORDER BY attnum`,
      [this.#schema, table],
    );
    return found.rows.map(({ name, type }) => ({ name: String(name), type: String(type) }));
  }

  /** Returns the names of the tables and views of the schema of which something may be read. */
  async tables(): Promise<readonly string[]> {
    const found = await this.#query(
      `SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT relispartition
         AND has_schema_privilege(pg_namespace.oid, 'USAGE') AND has_any_column_privilege(pg_class.oid, 'SELECT')
       ORDER BY relname`,
      [this.#schema],
    );
    return found.rows.map(({ name }) => String(name));
  }

  /** Returns the tables of the schema that may not be read, or of which the named columns may not be. */
  async unreadableTables(): Promise<readonly { readonly table: string; readonly columns: readonly string[] }[]> {
    const found = await this.#query(
      `SELECT relname AS name,
         CASE WHEN has_schema_privilege(pg_namespace.oid, 'USAGE') AND has_any_column_privilege(pg_class.oid, 'SELECT') THEN
           array(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
             AND NOT has_column_privilege(pg_class.oid, attnum, 'SELECT') ORDER BY attnum)
           ELSE '{}' END AS columns
       FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE nspname = $1 AND relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT relispartition
         AND NOT (has_schema_privilege(pg_namespace.oid, 'USAGE') AND has_table_privilege(pg_class.oid, 'SELECT'))
       ORDER BY relname LIMIT 100`,
      [this.#schema],
    );
    return found.rows.map(({ name, columns }) => ({ table: String(name), columns: columns as readonly string[] }));
  }

  /**
   * Writes rows of a table to a CSV file with a header line. A missing value is an empty field, an empty text `""`; values
   * are in the notations of load files. `onBytes` is called with all bytes in their order. Returns the number of rows.
   */
  async extract(extract: TableExtract, target: string, onBytes?: (bytes: Uint8Array) => void): Promise<number> {
    const select = buildSelectSql(extract, this.#nameOf(extract.table), await this.columns(extract.table));
    return this.#run(async () => {
      const rows = this.#client.query(new CopyOut(`COPY (${select}) TO STDOUT (FORMAT csv, HEADER true)`));
      if (onBytes) {
        rows.on("data", onBytes);
      }
      await pipeline(rows, createWriteStream(target, { flags: "wx", mode: 0o600, highWaterMark: 1 << 20 }), {
        signal: this.#signal,
      });
      return rows.rowCount;
    });
  }

  /**
   * Replaces a table by a new one with the rows of CSV without a header line, in the form that `extract` writes: in one
   * transaction, so that the former table stays until the new one is complete. Others may do with the new table what
   * they were allowed to do with the former one.
   */
  async replaceTable(table: string, columns: readonly TableColumn[], csv: Readable): Promise<void> {
    const building = this.#nameOf(`workforce_building_${randomBytes(8).toString("hex")}`);
    const definitions = columns.map(({ name, type }) => `${quoteName(name)} ${type}`).join(", ");
    await this.#inTransaction(async () => {
      await this.#query(`CREATE TABLE ${building} (${definitions})`);
      await this.#run(async () => {
        const rows = this.#client.query(copyFrom(`COPY ${building} FROM STDIN (FORMAT csv)`));
        await pipeline(csv, rows, { signal: this.#signal });
      });
      await this.#copyPrivileges(table, building);
      await this.#query(`DROP TABLE IF EXISTS ${this.#nameOf(table)}`);
      await this.#query(`ALTER TABLE ${building} RENAME TO ${quoteName(table)}`);
    });
  }

  /** Writes and removes a table, to find out whether tables can be replaced. */
  async probe(name: string): Promise<void> {
    await this.#inTransaction(async () => {
      const table = this.#nameOf(name);
      await this.#query(`CREATE TABLE ${table} (probe integer)`);
      await this.#query(`INSERT INTO ${table} VALUES (1)`);
      await this.#query(`DROP TABLE ${table}`);
    });
  }

  async close(): Promise<void> {
    this.#stop();
    // Ends the socket; nobody has to wait for what the server says to it.
    this.#client.end().catch(() => undefined);
  }

  #nameOf(table: string): string {
    return `${quoteName(this.#schema)}.${quoteName(table)}`;
  }

  /** Gives a new table what others may do with the table that it replaces. */
  async #copyPrivileges(table: string, building: string): Promise<void> {
    const { rows } = await this.#query(
      `SELECT DISTINCT privilege_type AS privilege, grantee FROM information_schema.role_table_grants
       WHERE table_schema = $1 AND table_name = $2 AND grantee <> current_user
         AND privilege_type IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')`,
      [this.#schema, table],
    );
    for (const { privilege, grantee } of rows) {
      const to = grantee === "PUBLIC" ? "PUBLIC" : quoteName(String(grantee));
      await this.#query(`GRANT ${String(privilege)} ON ${building} TO ${to}`);
    }
  }

  async #inTransaction(work: () => Promise<void>): Promise<void> {
    await this.#query("BEGIN");
    try {
      await work();
      await this.#query("COMMIT");
    } catch (error) {
      // The server rolls back by itself when the connection is gone.
      await this.#client.query("ROLLBACK").catch(() => undefined);
      throw error;
    }
  }

  #query(sql: string, values?: readonly unknown[]): Promise<pg.QueryResult<Record<string, unknown>>> {
    return this.#run(() => this.#client.query<Record<string, unknown>>(sql, values && [...values]));
  }

  async #run<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      this.#signal.throwIfAborted();
      throw isDriverFailure(error) ? error : this.#failureOf(error);
    }
  }

  #failureOf(error: unknown): DriverError {
    if (!(error instanceof pg.DatabaseError)) {
      const isTls = error instanceof Error && /SSL|certificate|TLS/i.test(error.message);
      const what = isTls
        ? "has no encrypted connection that can be trusted: check postgresql.tls and postgresql.certificateAuthority"
        : "ended the connection";
      return new DriverError(`${this.#place} ${what}.`, { cause: error });
    }
    const { code = "", message, table, column } = error;
    if (shownStates.test(code)) {
      return new DriverError(`${this.#place}: ${message} (${code}).`, { cause: error });
    }
    if (code === "2BP01") {
      return new DriverError(
        `${this.#place}: other objects, such as views, depend on the table, so it cannot be replaced (${code}). Remove them, or export to another table.`,
        { cause: error },
      );
    }
    const at = [table && `table ${table}`, column && `column ${column}`].filter(Boolean).join(", ");
    return new DriverError(
      `${this.#place} refused a statement or a row${at && ` (${at})`}; its log has the reason (${code}).`,
      { cause: error },
    );
  }
}

/** A connected socket for `pg`, which asks it to connect and waits for the event. */
function connected(socket: Socket): Socket {
  socket.connect = () => {
    process.nextTick(() => socket.emit("connect"));
    return socket;
  };
  return socket;
}

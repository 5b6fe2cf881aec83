import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import { TaskQueue } from "../../base/task-queue.ts";
import { type Connection, type Database, inTransaction, type SqlValue } from "../../duckdb/database.ts";
import { openDatabase } from "./open-database.ts";
import { StoreError } from "./store-error.ts";

/** Id of the permission that shows all data. The sample's catalogue has it. */
export const allDataPermission = "AllData";

const schema = [
  "CREATE TABLE IF NOT EXISTS settings (name VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)",
  `CREATE TABLE IF NOT EXISTS tenants (
     code VARCHAR PRIMARY KEY, parent VARCHAR, display_name VARCHAR NOT NULL, vanity_name VARCHAR NOT NULL,
     api_key_hash VARCHAR, people INTEGER, seed INTEGER)`,
  "ALTER TABLE tenants ADD COLUMN IF NOT EXISTS sample_layout INTEGER",
  "ALTER TABLE tenants ADD COLUMN IF NOT EXISTS has_documents BOOLEAN",
  // Codes of the tenants that a consolidated tenant is made of, as a JSON list.
  "ALTER TABLE tenants ADD COLUMN IF NOT EXISTS consolidates VARCHAR",
  // The members' data versions that the next version of a consolidated tenant is made of.
  `CREATE TABLE IF NOT EXISTS consolidated_versions (
     tenant VARCHAR NOT NULL, category VARCHAR NOT NULL, member VARCHAR NOT NULL, number BIGINT NOT NULL,
     PRIMARY KEY (tenant, category, member))`,
  `CREATE TABLE IF NOT EXISTS users (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, username VARCHAR NOT NULL UNIQUE, display_name VARCHAR NOT NULL,
     email VARCHAR NOT NULL, password_hash VARCHAR NOT NULL, capabilities VARCHAR NOT NULL)`,
  // An earlier version had names that were unique over all tenants, and capabilities in place of profiles. It knew no
  // permissions, so its users see all data.
  `CREATE TABLE IF NOT EXISTS accounts (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, username VARCHAR NOT NULL, password_hash VARCHAR,
     document VARCHAR NOT NULL)`,
  `INSERT INTO accounts
   SELECT id, tenant, username, password_hash, json_object('displayName', display_name, 'email', email,
     'isEnabled', true, 'groupIds', [], 'permissionIds', ['${allDataPermission}'], 'profileAssignments', [],
     'capabilities', capabilities::JSON)
   FROM users`,
  "DELETE FROM users",
  // Includes deleted users, whom a restart must not create again.
  "CREATE TABLE IF NOT EXISTS provisioned_users (username VARCHAR PRIMARY KEY)",
  `CREATE TABLE IF NOT EXISTS clients (id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, secret_hash VARCHAR NOT NULL)`,
  "ALTER TABLE clients ADD COLUMN IF NOT EXISTS default_redirect_uri VARCHAR",
  `CREATE TABLE IF NOT EXISTS tokens (
     hash VARCHAR PRIMARY KEY, kind VARCHAR NOT NULL, user_id VARCHAR NOT NULL, scope VARCHAR NOT NULL,
     expires_at BIGINT NOT NULL)`,
  // Tokens of an earlier version have NULL here: each is a family of its own.
  "ALTER TABLE tokens ADD COLUMN IF NOT EXISTS family VARCHAR",
  "ALTER TABLE tokens ADD COLUMN IF NOT EXISTS is_used BOOLEAN",
  "ALTER TABLE tokens ADD COLUMN IF NOT EXISTS detail VARCHAR",
  "CREATE TABLE IF NOT EXISTS redirect_uris (client VARCHAR NOT NULL, uri VARCHAR NOT NULL, PRIMARY KEY (client, uri))",
  `CREATE TABLE IF NOT EXISTS reports (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, title VARCHAR NOT NULL, description VARCHAR NOT NULL,
     updated_time VARCHAR NOT NULL, is_published BOOLEAN NOT NULL, owner VARCHAR NOT NULL, owner_id VARCHAR, query VARCHAR)`,
  // A JSON object.
  "ALTER TABLE reports ADD COLUMN IF NOT EXISTS options VARCHAR",
  `CREATE TABLE IF NOT EXISTS projects (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, stage VARCHAR NOT NULL, ordinal INTEGER NOT NULL,
     document VARCHAR NOT NULL)`,
  // Projects of an earlier version have no owner, and those that were shared are shared with everybody.
  "ALTER TABLE projects ADD COLUMN IF NOT EXISTS owner_id VARCHAR",
  `CREATE TABLE IF NOT EXISTS project_changes (
     id VARCHAR NOT NULL, project VARCHAR NOT NULL, tenant VARCHAR NOT NULL, ordinal INTEGER NOT NULL, author_id VARCHAR,
     name VARCHAR NOT NULL, description VARCHAR NOT NULL, is_committed BOOLEAN NOT NULL, version VARCHAR,
     PRIMARY KEY (project, id))`,
  // What a change does to the model, as JSON (see `ModelChange`). Changes of an earlier version have NULL and do nothing.
  "ALTER TABLE project_changes ADD COLUMN IF NOT EXISTS document VARCHAR",
  // Of users whom a project is shared with, in addition to what its document says of everybody.
  `CREATE TABLE IF NOT EXISTS project_shares (
     project VARCHAR NOT NULL, user_id VARCHAR NOT NULL, capabilities VARCHAR NOT NULL, PRIMARY KEY (project, user_id))`,
  `CREATE TABLE IF NOT EXISTS production_versions (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, number INTEGER NOT NULL, document VARCHAR NOT NULL,
     UNIQUE (tenant, number))`,
  `CREATE TABLE IF NOT EXISTS jobs (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, type VARCHAR NOT NULL, state VARCHAR NOT NULL,
     created_at BIGINT NOT NULL, started_at BIGINT, ended_at BIGINT, parent VARCHAR, message VARCHAR,
     data_version VARCHAR)`,
  // Jobs of the sample and of an earlier version have NULL in all of these.
  "ALTER TABLE jobs ADD COLUMN IF NOT EXISTS kind VARCHAR",
  "ALTER TABLE jobs ADD COLUMN IF NOT EXISTS request VARCHAR",
  "ALTER TABLE jobs ADD COLUMN IF NOT EXISTS lane VARCHAR",
  "ALTER TABLE jobs ADD COLUMN IF NOT EXISTS not_before BIGINT",
  "ALTER TABLE jobs ADD COLUMN IF NOT EXISTS progress VARCHAR",
  `CREATE TABLE IF NOT EXISTS table_sources (
     uuid VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, object_name VARCHAR NOT NULL, document VARCHAR NOT NULL,
     metadata VARCHAR NOT NULL, transaction_id VARCHAR, updated_at VARCHAR, UNIQUE (tenant, object_name))`,
  // Columns are the load schema's with the table's of which each is filled, as a JSON object.
  `CREATE TABLE IF NOT EXISTS table_mappings (
     tenant VARCHAR NOT NULL, source VARCHAR NOT NULL, schema VARCHAR NOT NULL, columns VARCHAR NOT NULL,
     PRIMARY KEY (tenant, source, schema))`,
  `CREATE TABLE IF NOT EXISTS uploads (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, category VARCHAR NOT NULL, kind VARCHAR NOT NULL,
     time BIGINT NOT NULL, ordinal BIGINT NOT NULL, job VARCHAR NOT NULL, is_included BOOLEAN NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS upload_files (
     id VARCHAR PRIMARY KEY, upload VARCHAR NOT NULL, kind VARCHAR NOT NULL, source VARCHAR, schema VARCHAR NOT NULL,
     name VARCHAR NOT NULL, snapshot_time BIGINT, bytes BIGINT NOT NULL, sha256 VARCHAR NOT NULL, rows BIGINT NOT NULL,
     columns VARCHAR NOT NULL, original VARCHAR NOT NULL, parquet VARCHAR, is_included BOOLEAN NOT NULL)`,
  // Objects are those whose data the category's versions hold, as a JSON list of ids.
  `CREATE TABLE IF NOT EXISTS data_categories (
     tenant VARCHAR NOT NULL, id VARCHAR NOT NULL, ordinal INTEGER NOT NULL, name VARCHAR NOT NULL,
     object_name VARCHAR NOT NULL, objects VARCHAR NOT NULL, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE IF NOT EXISTS data_versions (
     tenant VARCHAR NOT NULL, number BIGINT NOT NULL, category VARCHAR NOT NULL, created BIGINT NOT NULL,
     activated BIGINT NOT NULL, job VARCHAR, state VARCHAR NOT NULL, is_baseline BOOLEAN NOT NULL,
     is_kept BOOLEAN NOT NULL, project VARCHAR, fingerprint VARCHAR, uploads VARCHAR NOT NULL, data_start VARCHAR,
     data_end VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS version_objects (
     tenant VARCHAR NOT NULL, number BIGINT NOT NULL, object VARCHAR NOT NULL, file VARCHAR NOT NULL)`,
  "CREATE TABLE IF NOT EXISTS intake_configs (tenant VARCHAR PRIMARY KEY, mode VARCHAR NOT NULL, extended VARCHAR NOT NULL)",
  `CREATE TABLE IF NOT EXISTS intake_transactions (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, created_by VARCHAR NOT NULL, created BIGINT NOT NULL,
     updated BIGINT NOT NULL, state VARCHAR NOT NULL, job VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS intake_files (
     file VARCHAR PRIMARY KEY, transaction_id VARCHAR NOT NULL, schema VARCHAR NOT NULL, name VARCHAR NOT NULL,
     ordinal INTEGER NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS transfer_sessions (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, created_by VARCHAR NOT NULL, created BIGINT NOT NULL,
     state VARCHAR NOT NULL, job VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS transfer_files (
     file VARCHAR PRIMARY KEY, session VARCHAR NOT NULL, tenant VARCHAR NOT NULL, source VARCHAR NOT NULL,
     sequence BIGINT NOT NULL, name VARCHAR NOT NULL, bytes BIGINT NOT NULL, rows BIGINT NOT NULL, header VARCHAR NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS pgp_keys (
     tenant VARCHAR NOT NULL, id VARCHAR NOT NULL, created BIGINT NOT NULL, expires BIGINT NOT NULL,
     recipient VARCHAR NOT NULL, public_key VARCHAR NOT NULL, private_key VARCHAR NOT NULL, PRIMARY KEY (tenant, id))`,
  "ALTER TABLE pgp_keys ADD COLUMN IF NOT EXISTS encryption_id VARCHAR",
  // A deleted pair stays as its ids, so that files that are encrypted to it can be told.
  "ALTER TABLE pgp_keys ADD COLUMN IF NOT EXISTS deleted BIGINT",
  `CREATE TABLE IF NOT EXISTS inbox_files (
     tenant VARCHAR NOT NULL, name VARCHAR NOT NULL, file VARCHAR NOT NULL, bytes BIGINT NOT NULL, time BIGINT NOT NULL,
     PRIMARY KEY (tenant, name))`,
  // Details and credentials are JSON objects. Event types are in the details as well.
  `CREATE TABLE IF NOT EXISTS webhooks (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, ordinal BIGINT NOT NULL, is_active BOOLEAN NOT NULL,
     key_name VARCHAR, event_types VARCHAR NOT NULL, details VARCHAR NOT NULL, credentials VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS webhook_keys (
     tenant VARCHAR NOT NULL, name VARCHAR NOT NULL, secret VARCHAR NOT NULL, PRIMARY KEY (tenant, name))`,
  // The outbox. Deliveries that have ended stay for a while, to be looked at.
  `CREATE TABLE IF NOT EXISTS webhook_deliveries (
     id VARCHAR NOT NULL, webhook VARCHAR NOT NULL, event_type VARCHAR NOT NULL, job VARCHAR, body VARCHAR NOT NULL,
     created BIGINT NOT NULL, state VARCHAR NOT NULL, attempts INTEGER NOT NULL, next_at BIGINT, last_at BIGINT,
     last_status INTEGER, last_message VARCHAR)`,
  // Exports of data versions. The content, a JSON document with tables and files, is NULL until the job has succeeded.
  `CREATE TABLE IF NOT EXISTS version_exports (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, job VARCHAR NOT NULL, version BIGINT NOT NULL, base BIGINT,
     created BIGINT NOT NULL, completed BIGINT, content VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS data_exports (
     tenant VARCHAR NOT NULL, id VARCHAR NOT NULL, is_aggregate BOOLEAN NOT NULL, request VARCHAR NOT NULL,
     PRIMARY KEY (tenant, id))`,
  `CREATE TABLE IF NOT EXISTS export_connectors (
     tenant VARCHAR NOT NULL, id VARCHAR NOT NULL, object_name VARCHAR NOT NULL, basic_information VARCHAR NOT NULL,
     links VARCHAR NOT NULL, PRIMARY KEY (tenant, id))`,
  `CREATE TABLE IF NOT EXISTS export_credentials (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, basic_information VARCHAR, destination VARCHAR NOT NULL,
     parameters VARCHAR NOT NULL, created BIGINT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS export_connector_credentials (
     tenant VARCHAR NOT NULL, connector VARCHAR NOT NULL, credential VARCHAR NOT NULL)`,
  // Errors are a JSON list; NULL while the validation runs.
  `CREATE TABLE IF NOT EXISTS credential_validations (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, created BIGINT NOT NULL, errors VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS sync_jobs (
     id VARCHAR NOT NULL, job VARCHAR NOT NULL, ordinal INTEGER NOT NULL, data_export VARCHAR NOT NULL,
     table_name VARCHAR NOT NULL, credential VARCHAR NOT NULL, state VARCHAR NOT NULL, message VARCHAR)`,
  `CREATE TABLE IF NOT EXISTS ssh_host_keys (
     host VARCHAR NOT NULL, port INTEGER NOT NULL, fingerprint VARCHAR NOT NULL, PRIMARY KEY (host, port))`,
  // Parameters have secrets, as a JSON object.
  `CREATE TABLE IF NOT EXISTS connector_credentials (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, ordinal BIGINT NOT NULL, symbol_name VARCHAR NOT NULL,
     display_name VARCHAR NOT NULL, description VARCHAR NOT NULL, provider VARCHAR NOT NULL, auth_context VARCHAR,
     can_children_inherit BOOLEAN NOT NULL, parameters VARCHAR NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS connector_assignments (
     tenant VARCHAR NOT NULL, connector VARCHAR NOT NULL, credential VARCHAR NOT NULL,
     PRIMARY KEY (tenant, connector))`,
  `CREATE TABLE IF NOT EXISTS connector_settings (
     tenant VARCHAR NOT NULL, connector VARCHAR NOT NULL, key VARCHAR NOT NULL, value VARCHAR NOT NULL,
     PRIMARY KEY (tenant, connector, key))`,
  // Targets are the sources and table sources that a connector fills.
  `CREATE TABLE IF NOT EXISTS connector_runs (
     tenant VARCHAR NOT NULL, connector VARCHAR NOT NULL, target VARCHAR NOT NULL, extracted_to BIGINT NOT NULL,
     job VARCHAR NOT NULL, PRIMARY KEY (tenant, connector, target))`,
  `CREATE TABLE IF NOT EXISTS connector_artifacts (
     tenant VARCHAR NOT NULL, connector VARCHAR NOT NULL, target VARCHAR NOT NULL, document VARCHAR NOT NULL,
     PRIMARY KEY (tenant, connector, target))`,
  // Choices are a JSON list.
  `CREATE TABLE IF NOT EXISTS assistant_feedback (
     id VARCHAR PRIMARY KEY, tenant VARCHAR NOT NULL, user_id VARCHAR NOT NULL, words VARCHAR NOT NULL,
     choices VARCHAR NOT NULL, is_approved BOOLEAN NOT NULL, description VARCHAR NOT NULL, time BIGINT NOT NULL)`,
  // The version that stored no layout wrote the table sources last, so a sample tenant with one has all of its
  // documents.
  `UPDATE tenants SET has_documents = true
   WHERE has_documents IS NULL AND people IS NOT NULL AND sample_layout IS NULL
     AND EXISTS (FROM table_sources WHERE table_sources.tenant = tenants.code)`,
];

/** Remedy when the file is lost, and with it users, tokens, reports, projects and the definitions of table sources. */
const remedy = "Restore the data folder from a backup, or start on another folder; to start over, move the file away";

/**
 * The database of tenants, users, tokens, reports, projects and definitions of table sources. While it is open, DuckDB
 * holds an operating-system lock on its file. The lock keeps other processes from using the data folder.
 */
export class PlatformDatabase {
  readonly #database: Database;
  readonly #transactions = new TaskQueue();
  #revision = 0;
  #isCommitting = false;
  #kept: Promise<Connection> | undefined;

  private constructor(database: Database) {
    this.#database = database;
  }

  /** Opens the database of a data folder. Throws a `StoreError` of kind `inUse` when another process has it open. */
  static async open(folder: string, onWarning: (message: string) => void = () => undefined): Promise<PlatformDatabase> {
    // The data is about people: only the owner of the folder may read it.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, "platform.duckdb");
    await checkFileExists(folder, path);
    const database = await openDatabase(path, { threads: 1, memoryLimit: "256MB", onWarning }, remedy);
    const platform = new PlatformDatabase(database);
    // In one call: each by itself goes through a thread, which takes as long again as the statements.
    await platform.transaction((connection) => connection.run(schema.join(";\n")));
    return platform;
  }

  use<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    return this.#database.use(work);
  }

  /** Runs a frequently used statement as a cached prepared statement. */
  async runPrepared(sql: string, values: SqlValue[]): Promise<void> {
    this.#kept ??= this.#database.connect();
    await (await this.#kept).runPrepared(sql, values);
  }

  /**
   * Changes with every transaction: what was read from the database holds as long as the number stays the same. NaN, which
   * equals no number, during a commit: others may see it before this process knows that it is done.
   */
  get revision(): number {
    return this.#isCommitting ? Number.NaN : this.#revision;
  }

  /**
   * Runs work in a database transaction. Transactions run one after the other, so that nothing changes what the work
   * has read.
   */
  transaction<Value>(work: (connection: Connection) => Promise<Value>): Promise<Value> {
    return this.#inTurn(() =>
      this.#database.use((connection) =>
        inTransaction(connection, async () => {
          const value = await work(connection);
          this.#isCommitting = true;
          return value;
        }),
      ),
    );
  }

  /** Runs a frequently used statement, as a cached prepared statement, in a transaction of its own. */
  writePrepared(sql: string, values: SqlValue[]): Promise<void> {
    return this.#inTurn(() => {
      this.#isCommitting = true;
      return this.runPrepared(sql, values);
    });
  }

  #inTurn<Value>(write: () => Promise<Value>): Promise<Value> {
    return this.#transactions.run(async () => {
      try {
        return await write();
      } finally {
        this.#revision++;
        this.#isCommitting = false;
      }
    });
  }

  async close(): Promise<void> {
    (await this.#kept)?.close();
    await this.#database.checkpointAndClose();
  }
}

/**
 * Throws if the file is missing although there are tenants' files: those are useless without it, and a new one would
 * overwrite them.
 */
async function checkFileExists(folder: string, path: string): Promise<void> {
  const names = await readdir(join(folder, "tenants")).catch(() => []);
  if (!existsSync(path) && names.some((name) => name.endsWith(".duckdb"))) {
    throw new StoreError(
      `the file ${path} is missing, but there is data of tenants. Restore the data folder from a backup, or start on another folder; to start over, move the tenants folder away`,
    );
  }
}

/**
 * Returns the private key (ES256) that signs access tokens. The key is created on the first start and stored, so that a
 * restart signs nobody out.
 */
export async function readOrCreateSigningKey(platform: PlatformDatabase): Promise<JWK> {
  const kept = await platform.use((connection) =>
    connection.rows("SELECT value FROM settings WHERE name = 'accessTokenKey'"),
  );
  if (kept[0]) {
    return JSON.parse(String(kept[0].value));
  }
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const key = await exportJWK(privateKey);
  await platform.transaction(async (connection) => {
    // Shared secret with which an earlier version signed.
    await connection.run("DELETE FROM settings WHERE name = 'signingKey'");
    await connection.run("INSERT INTO settings VALUES ('accessTokenKey', ?)", [JSON.stringify(key)]);
  });
  return key;
}

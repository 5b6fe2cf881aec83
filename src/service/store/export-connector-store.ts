import { randomUUID } from "node:crypto";
import type { DescriptiveFields } from "../../contract/table-sources.ts";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import type { JobState } from "./stored-job.ts";

/** Rows that are exported: the answer to a query of the production version. */
export interface DataExport {
  readonly id: string;
  /** Whether the request is one of an aggregate query; else it is one of a list query. */
  readonly isAggregate: boolean;
  /** Request of the query in JSON (service-api, "Query"). */
  readonly request: unknown;
}

/** Connector that sends data exports to destinations (service-api, "Data export connectors"). */
export interface ExportConnector {
  readonly id: string;
  readonly objectName: string;
  readonly basicInformation: DescriptiveFields;
  readonly links: readonly ExportLink[];
}

/** A data export and the name of the table that it becomes at the destination. */
interface ExportLink {
  readonly dataExportId: string;
  readonly tableName: string;
}

/** Work of an export job: one table for one destination. */
export interface SyncJob {
  readonly id: string;
  readonly state: JobState;
  readonly message: string | undefined;
  readonly tableName: string;
  readonly dataExportId: string;
  readonly credentialId: string;
}

/** Stores data exports, the connectors that send them, and what their jobs did. */
export class ExportConnectorStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Adds data exports and connectors. Leaves those unchanged whose ids exist. */
  addAll(
    tenant: string,
    exports: readonly DataExport[],
    connectors: readonly (ExportConnector & { readonly credentialIds: readonly string[] })[],
  ): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const { id, isAggregate, request } of exports) {
        await connection.run("INSERT OR IGNORE INTO data_exports VALUES (?, ?, ?, ?)", [
          tenant,
          id,
          isAggregate,
          JSON.stringify(request),
        ]);
      }
      for (const { id, objectName, basicInformation, links, credentialIds } of connectors) {
        const added = await connection.rows(
          "INSERT OR IGNORE INTO export_connectors VALUES (?, ?, ?, ?, ?) RETURNING id",
          [tenant, id, objectName, JSON.stringify(basicInformation), JSON.stringify(links)],
        );
        for (const credential of added.length > 0 ? credentialIds : []) {
          await connection.run("INSERT INTO export_connector_credentials VALUES (?, ?, ?)", [tenant, id, credential]);
        }
      }
    });
  }

  /** Returns the connectors of a tenant, ordered by name. */
  list(tenant: string): Promise<readonly ExportConnector[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT * FROM export_connectors WHERE tenant = ? ORDER BY object_name, id", [
        tenant,
      ]);
      return rows.map(toConnector);
    });
  }

  async find(tenant: string, id: string): Promise<ExportConnector | undefined> {
    return (await this.list(tenant)).find((connector) => connector.id === id);
  }

  async findExport(tenant: string, id: string): Promise<DataExport | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT * FROM data_exports WHERE tenant = ? AND id = ?", [tenant, id]),
    );
    return row && { id, isAggregate: row.is_aggregate === true, request: JSON.parse(String(row.request)) };
  }

  /** Adds the sync jobs of an export job, in a transaction of the platform database. */
  async addSyncJobs(
    connection: Connection,
    job: string,
    syncJobs: readonly Pick<SyncJob, "tableName" | "dataExportId" | "credentialId">[],
  ): Promise<void> {
    for (const [ordinal, { tableName, dataExportId, credentialId }] of syncJobs.entries()) {
      await connection.run(
        `INSERT INTO sync_jobs (id, job, ordinal, data_export, table_name, credential, state)
         VALUES (?, ?, ?, ?, ?, ?, 'pending')`,
        [randomUUID(), job, ordinal, dataExportId, tableName, credentialId],
      );
    }
  }

  /** Returns the sync jobs of an export job in their order. */
  syncJobs(job: string): Promise<readonly SyncJob[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows("SELECT * FROM sync_jobs WHERE job = ? ORDER BY ordinal", [job]);
      return rows.map((row) => ({
        id: String(row.id),
        state: String(row.state) as JobState,
        message: row.message === null ? undefined : String(row.message),
        tableName: String(row.table_name),
        dataExportId: String(row.data_export),
        credentialId: String(row.credential),
      }));
    });
  }

  /** Removes the sync jobs of jobs that are kept no more. */
  async removeOldSyncJobs(): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("DELETE FROM sync_jobs WHERE job NOT IN (SELECT id FROM jobs)"),
    );
  }

  async setSyncState(id: string, state: JobState, message?: string): Promise<void> {
    await this.#platform.transaction((connection) =>
      connection.run("UPDATE sync_jobs SET state = ?, message = ? WHERE id = ?", [state, message ?? null, id]),
    );
  }

  /** Returns the newest export job of each connector that has one, by the id of the connector. */
  lastJobs(tenant: string): Promise<ReadonlyMap<string, string>> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        `SELECT connector, arg_max(id, created_at) AS job
         FROM (SELECT id, created_at, json_extract_string(request, '$.connector') AS connector FROM jobs
               WHERE tenant = ? AND kind = ?)
         GROUP BY connector`,
        [tenant, exportConnectorKind],
      );
      return new Map(rows.map(({ connector, job }) => [String(connector), String(job)]));
    });
  }
}

/** Name of the function that runs the jobs of export connectors. */
export const exportConnectorKind = "export connector";

function toConnector(row: SqlRow): ExportConnector {
  return {
    id: String(row.id),
    objectName: String(row.object_name),
    basicInformation: JSON.parse(String(row.basic_information)),
    links: JSON.parse(String(row.links)),
  };
}

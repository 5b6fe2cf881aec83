import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import type { SqlLikeQueryRequest } from "../../contract/queries.ts";
import type { SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** A stored report with its query. */
export interface StoredReport {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Time of the last change, as an ISO 8601 instant. */
  readonly updatedTime: string;
  readonly isPublished: boolean;
  /** Display name of the owner. */
  readonly owner: string;
  /** User id of the owner. Undefined for people of the sample who are not users of the service. */
  readonly ownerId: string | undefined;
  /**
   * Query in the SQL-like language. Its time column is named `Service_Time` in every deployment. Undefined for a report
   * without a query.
   */
  readonly query: string | undefined;
  /** Options that the query is run with. */
  readonly options: ReportOptions | undefined;
}

type ReportOptions = Pick<SqlLikeQueryRequest, "aggregateQueryOptions" | "listQueryOptions">;

export class ReportStore {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;

  constructor(platform: PlatformDatabase, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /** Returns the published reports of a tenant and the user's own drafts, ordered by title. */
  list(tenant: string, userId: string): Promise<StoredReport[]> {
    return this.#select("WHERE tenant = ? AND (is_published OR owner_id = ?) ORDER BY title, id", [tenant, userId]);
  }

  /** Finds a published report or one of the user's own drafts. */
  async find(tenant: string, id: string, userId: string): Promise<StoredReport | undefined> {
    const [report] = await this.#select("WHERE tenant = ? AND id = ? AND (is_published OR owner_id = ?)", [
      tenant,
      id,
      userId,
    ]);
    return report;
  }

  /** Adds a report with a new id and the current time. */
  async add(tenant: string, report: Omit<StoredReport, "id" | "updatedTime">): Promise<StoredReport> {
    const added = { ...report, id: randomUUID(), updatedTime: new Date(this.#clock.now()).toISOString() };
    await this.addAll(tenant, [added]);
    return added;
  }

  /** Adds several reports in one transaction. Leaves reports unchanged whose ids exist. */
  addAll(tenant: string, reports: readonly StoredReport[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const report of reports) {
        await connection.runPrepared("INSERT OR IGNORE INTO reports VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", [
          report.id,
          tenant,
          report.title,
          report.description,
          report.updatedTime,
          report.isPublished,
          report.owner,
          report.ownerId ?? null,
          report.query ?? null,
          report.options ? JSON.stringify(report.options) : null,
        ]);
      }
    });
  }

  delete(tenant: string, id: string): Promise<void> {
    return this.#platform.use((connection) =>
      connection.run("DELETE FROM reports WHERE tenant = ? AND id = ?", [tenant, id]),
    );
  }

  async #select(clauses: string, values: SqlValue[]): Promise<StoredReport[]> {
    const rows = await this.#platform.use((connection) => connection.rows(`SELECT * FROM reports ${clauses}`, values));
    return rows.map(toReport);
  }
}

function toReport(row: SqlRow): StoredReport {
  return {
    id: String(row.id),
    title: String(row.title),
    description: String(row.description),
    updatedTime: String(row.updated_time),
    isPublished: row.is_published === true,
    owner: String(row.owner),
    ownerId: row.owner_id === null ? undefined : String(row.owner_id),
    query: row.query === null ? undefined : String(row.query),
    options: row.options === null ? undefined : JSON.parse(String(row.options)),
  };
}

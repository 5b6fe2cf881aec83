import { randomUUID } from "node:crypto";
import type { Project } from "../../contract/projects.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { ModelChange } from "../model/model-change.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import {
  incrementProjectVersion,
  insertProjectChanges,
  type ProjectChange,
  readNextChangeOrdinal,
} from "./project-change-store.ts";
import type { StoredProject } from "./project-store.ts";

/** A published version of a tenant's model. `versionNumber` counts from 1 in each tenant. */
export type ProductionVersion = Project & { readonly id: string; readonly versionNumber: number };

/** Makes the changes of a version, in the order of the commits, those of the tenant, in the transaction that publishes. */
type ReleaseChanges = (connection: Connection, changes: readonly ModelChange[]) => Promise<void>;

/** Stores the production versions of tenants (service-api, "Projects and production versions"). */
export class ProductionVersionStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the production versions of a tenant, latest first. */
  list(tenant: string, page: { readonly limit: number; readonly start: number }): Promise<ProductionVersion[]> {
    return this.#select("WHERE tenant = ? ORDER BY number DESC LIMIT ? OFFSET ?", [tenant, page.limit, page.start]);
  }

  async find(tenant: string, id: string): Promise<ProductionVersion | undefined> {
    const [version] = await this.#select("WHERE tenant = ? AND id = ?", [tenant, id]);
    return version;
  }

  /** Returns the versions with numbers from `first` to `last`, both inclusive, oldest first. */
  between(tenant: string, first: number, last: number): Promise<ProductionVersion[]> {
    return this.#select("WHERE tenant = ? AND number BETWEEN ? AND ? ORDER BY number", [tenant, first, last]);
  }

  /**
   * Commits the user's changes in a project, then publishes all committed changes of the project as a new version, in a
   * transaction of the caller. Returns undefined if there is nothing to publish. `release` makes the changes those of the
   * tenant; what it throws is thrown, and nothing may be published then.
   */
  async publishIn(
    connection: Connection,
    tenant: string,
    { project }: StoredProject,
    userId: string,
    release?: ReleaseChanges,
  ): Promise<ProductionVersion | undefined> {
    const committed = await commit(connection, project.id, userId);
    const id = randomUUID();
    const published = await connection.rows(
      `UPDATE project_changes SET version = ? WHERE project = ? AND is_committed AND version IS NULL
       RETURNING ordinal, id, document`,
      [id, project.id],
    );
    if (published.length === 0) {
      return undefined;
    }
    await release?.(connection, inOrder(published));
    if (committed > 0) {
      await incrementProjectVersion(connection, project.id);
    }
    const { capabilities: _, ...fields } = project;
    const version = { ...fields, id, versionNumber: await nextNumber(connection, tenant) };
    await connection.run("INSERT INTO production_versions VALUES (?, ?, ?, ?)", toRow(tenant, version));
    return version;
  }

  /** Adds a version with one change that was made without a project, in a transaction of the caller. */
  async releaseIn(connection: Connection, tenant: string, change: ProjectChange, authorId: string): Promise<void> {
    const { name, description } = change;
    const versionNumber = await nextNumber(connection, tenant);
    const version: ProductionVersion = {
      name,
      description,
      projectType: "Standard",
      id: randomUUID(),
      versionNumber,
    };
    await connection.run("INSERT INTO production_versions VALUES (?, ?, ?, ?)", toRow(tenant, version));
    // No project has the id of a version, so that no project lists the change.
    await insertProjectChanges(connection, tenant, {
      project: version.id,
      authorId,
      isCommitted: true,
      version: version.id,
      changes: [change],
    });
  }

  /** Adds several versions in one transaction. Leaves versions unchanged whose ids exist. */
  addAll(tenant: string, versions: readonly ProductionVersion[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const version of versions) {
        await connection.runPrepared(
          "INSERT OR IGNORE INTO production_versions VALUES (?, ?, ?, ?)",
          toRow(tenant, version),
        );
      }
    });
  }

  async #select(clauses: string, values: SqlValue[]): Promise<ProductionVersion[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(`SELECT document FROM production_versions ${clauses}`, values),
    );
    return rows.map((row: SqlRow) => JSON.parse(String(row.document)));
  }
}

/** The documents of changes in the order of the commits. */
function inOrder(rows: readonly SqlRow[]): readonly ModelChange[] {
  return [...rows]
    .sort((one, other) => Number(one.ordinal) - Number(other.ordinal) || (String(one.id) < String(other.id) ? -1 : 1))
    .flatMap(({ document }) => (document === null ? [] : [JSON.parse(String(document)) as ModelChange]));
}

/** Commits the user's changes, after those that are committed already, and returns their number. */
async function commit(connection: Connection, project: string, userId: string): Promise<number> {
  const rows = await connection.rows(
    `UPDATE project_changes SET is_committed = true, ordinal = ordinal + ?
     WHERE project = ? AND author_id = ? AND NOT is_committed RETURNING id`,
    [await readNextChangeOrdinal(connection, project), project, userId],
  );
  return rows.length;
}

async function nextNumber(connection: Connection, tenant: string): Promise<number> {
  const [row] = await connection.rows(
    "SELECT coalesce(max(number), 0) + 1 AS next FROM production_versions WHERE tenant = ?",
    [tenant],
  );
  return Number(row?.next);
}

function toRow(tenant: string, version: ProductionVersion): SqlValue[] {
  return [version.id, tenant, version.versionNumber, JSON.stringify(version)];
}

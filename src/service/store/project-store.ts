import { randomUUID } from "node:crypto";
import type { Project } from "../../contract/project-schemas.ts";
import type { SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { insertChanges, type ProjectChange } from "./project-change-store.ts";

export type Stage = "Open" | "Approval" | "Rejected" | "Archived";

export interface StoredProject {
  readonly stage: Stage;
  /** Id of a user of the service; none where nobody who can sign in owns it. */
  readonly ownerId: string | undefined;
  /** Its capabilities are those of everybody but the owner; none where it is shared with nobody. */
  readonly project: Project & { readonly id: string };
}

export type NewProject = Omit<Project, "id" | "capabilities">;

const visible = "(owner_id = ? OR json_array_length(document, '$.capabilities') > 0)";

export class ProjectStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** The projects of one stage that a user sees, in the order they were added. */
  list(tenant: string, userId: string, stage: Stage, limit: number): Promise<StoredProject[]> {
    return this.#select(`WHERE tenant = ? AND ${visible} AND stage = ? ORDER BY ordinal, id LIMIT ?`, [
      tenant,
      userId,
      stage,
      limit,
    ]);
  }

  /** Every project that a user sees. */
  all(tenant: string, userId: string): Promise<StoredProject[]> {
    return this.#select(`WHERE tenant = ? AND ${visible} ORDER BY ordinal, id`, [tenant, userId]);
  }

  /** A project that the user sees; `undefined` also for one that is there but not shared. */
  async find(tenant: string, userId: string, id: string): Promise<StoredProject | undefined> {
    const [project] = await this.#select(`WHERE tenant = ? AND ${visible} AND id = ?`, [tenant, userId, id]);
    return project;
  }

  /** Adds an open project that is the owner's alone, with what the owner has changed in it and not committed. */
  async add(tenant: string, ownerId: string, project: NewProject, changes: readonly ProjectChange[] = []) {
    const id = randomUUID();
    const added: StoredProject = { stage: "Open", ownerId, project: { id, ...project, capabilities: [] } };
    await this.#platform.transaction(async (connection) => {
      await connection.run(
        `INSERT INTO projects (id, tenant, stage, ordinal, document, owner_id)
         SELECT ?, ?, ?, coalesce(max(ordinal), -1) + 1, ?, ? FROM projects WHERE tenant = ?`,
        [id, tenant, added.stage, JSON.stringify(added.project), ownerId, tenant],
      );
      await insertChanges(connection, tenant, {
        project: id,
        authorId: ownerId,
        isCommitted: false,
        version: undefined,
        changes,
      });
    });
    return added;
  }

  /** All of them or none; what is there under its id already stays as it is. */
  addAll(tenant: string, projects: readonly StoredProject[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const [ordinal, { stage, ownerId, project }] of projects.entries()) {
        await connection.run(
          `INSERT OR IGNORE INTO projects (id, tenant, stage, ordinal, document, owner_id)
           VALUES (?, ?, ?, ?, ?, ?)`,
          [project.id, tenant, stage, ordinal, JSON.stringify(project), ownerId ?? null],
        );
      }
    });
  }

  /** With the changes that were never published; those of production versions stay. */
  delete(tenant: string, id: string): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      await connection.run("DELETE FROM project_changes WHERE tenant = ? AND project = ? AND version IS NULL", [
        tenant,
        id,
      ]);
      await connection.run("DELETE FROM projects WHERE tenant = ? AND id = ?", [tenant, id]);
    });
  }

  async #select(clauses: string, values: SqlValue[]): Promise<StoredProject[]> {
    const rows = await this.#platform.use((connection) => connection.rows(`SELECT * FROM projects ${clauses}`, values));
    return rows.map(toStoredProject);
  }
}

function toStoredProject(row: SqlRow): StoredProject {
  return {
    stage: row.stage as Stage,
    ownerId: row.owner_id === null ? undefined : String(row.owner_id),
    project: JSON.parse(String(row.document)),
  };
}

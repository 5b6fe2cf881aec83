import { randomUUID } from "node:crypto";
import { RecentMap } from "../../base/recent-map.ts";
import type { Project } from "../../contract/projects.ts";
import type { Connection, SqlRow, SqlValue } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { insertProjectChanges, type ProjectChange } from "./project-change-store.ts";

/** Stage of a project, such as open. */
export type ProjectStage = "Open" | "Approval" | "Rejected" | "Archived";

export interface StoredProject {
  readonly stage: ProjectStage;
  /** User id of the owner. Undefined if the owner is not a user of the service. */
  readonly ownerId: string | undefined;
  /**
   * Document of the project. Its `capabilities` are what the project is shared with, with everybody and with the user who
   * reads it. They are empty if it is not shared.
   */
  readonly project: Project & { readonly id: string };
}

export type NewProject = Omit<Project, "id" | "capabilities">;

/** Capabilities that a project is shared with; with a user, or with everybody of the tenant without one. */
export interface ProjectShare {
  readonly userId: string | undefined;
  readonly capabilities: readonly ShareCapability[];
}
type ShareCapability = "canRead" | "canWrite" | "canShare";

/** Projects with what they are shared with a user; the user's id is the first value. */
const shared = `(SELECT p.*, s.capabilities AS share FROM projects AS p
  LEFT JOIN project_shares AS s ON s.project = p.id AND s.user_id = $1)`;
const visible = "(owner_id = $1 OR share IS NOT NULL OR json_array_length(document, '$.capabilities') > 0)";

export class ProjectStore {
  readonly #platform: PlatformDatabase;
  /**
   * Cache of found projects, with the revision of the database for which it is valid. Each query of a project looks it
   * up.
   */
  readonly #found = new RecentMap<string, { readonly revision: number; readonly project: StoredProject | undefined }>(
    500,
  );

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the projects of one stage that are visible to a user, in the order in which they were added. */
  list(tenant: string, userId: string, stage: ProjectStage, limit: number): Promise<StoredProject[]> {
    return this.#select(`WHERE tenant = $2 AND ${visible} AND stage = $3 ORDER BY ordinal, id LIMIT $4`, [
      userId,
      tenant,
      stage,
      limit,
    ]);
  }

  /** Returns all projects that are visible to a user. */
  all(tenant: string, userId: string): Promise<StoredProject[]> {
    return this.#select(`WHERE tenant = $2 AND ${visible} ORDER BY ordinal, id`, [userId, tenant]);
  }

  /**
   * Finds a project that is visible to the user. Returns undefined for an unknown project and for one that is not
   * shared with the user.
   */
  async find(tenant: string, userId: string, id: string): Promise<StoredProject | undefined> {
    const key = JSON.stringify([tenant, userId, id]);
    const { revision } = this.#platform;
    const known = this.#found.get(key);
    if (known?.revision === revision) {
      return known.project;
    }
    const [project] = await this.#select(`WHERE tenant = $2 AND ${visible} AND id = $3`, [userId, tenant, id]);
    this.#found.set(key, { revision, project });
    return project;
  }

  /** Adds an open project that is not shared, with the owner's uncommitted changes. */
  add(
    tenant: string,
    ownerId: string,
    project: NewProject,
    changes: readonly ProjectChange[] = [],
  ): Promise<StoredProject> {
    return this.#platform.transaction((connection) => this.addIn(connection, tenant, ownerId, project, changes));
  }

  /** Same as `add`, in a transaction of the caller. */
  async addIn(
    connection: Connection,
    tenant: string,
    ownerId: string,
    project: NewProject,
    changes: readonly ProjectChange[],
  ): Promise<StoredProject> {
    const id = randomUUID();
    const added: StoredProject = { stage: "Open", ownerId, project: { id, ...project, capabilities: [] } };
    await connection.run(
      `INSERT INTO projects (id, tenant, stage, ordinal, document, owner_id)
       SELECT ?, ?, ?, coalesce(max(ordinal), -1) + 1, ?, ? FROM projects WHERE tenant = ?`,
      [id, tenant, added.stage, JSON.stringify(added.project), ownerId, tenant],
    );
    await insertProjectChanges(connection, tenant, {
      project: id,
      authorId: ownerId,
      isCommitted: false,
      version: undefined,
      changes,
    });
    return added;
  }

  /** Adds several projects in one transaction. Leaves projects unchanged whose ids exist. */
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

  /** Deletes a project with its unpublished changes. Keeps the changes of production versions. */
  delete(tenant: string, id: string): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      await connection.run("DELETE FROM project_changes WHERE tenant = ? AND project = ? AND version IS NULL", [
        tenant,
        id,
      ]);
      await connection.run("DELETE FROM project_shares WHERE project = ?", [id]);
      await connection.run("DELETE FROM projects WHERE tenant = ? AND id = ?", [tenant, id]);
    });
  }

  /**
   * Moves a project to another stage, or shares it, in place of what it was shared with. Changes nothing and returns false
   * if the project is not in the stage `from` any more.
   */
  change(
    { stage: from, project: { id } }: StoredProject,
    {
      stage = from,
      shares,
    }: { readonly stage?: ProjectStage | undefined; readonly shares?: readonly ProjectShare[] | undefined },
  ): Promise<boolean> {
    return this.#platform.transaction(async (connection) => {
      const [row] = await connection.rows("SELECT document FROM projects WHERE id = ? AND stage = ?", [id, from]);
      if (!row) {
        return false;
      }
      await connection.run("UPDATE projects SET stage = ? WHERE id = ?", [stage, id]);
      if (shares) {
        const everybody = shares.find(({ userId }) => userId === undefined);
        const document = { ...JSON.parse(String(row.document)), capabilities: everybody?.capabilities ?? [] };
        await connection.run("UPDATE projects SET document = ? WHERE id = ?", [JSON.stringify(document), id]);
        await connection.run("DELETE FROM project_shares WHERE project = ?", [id]);
        for (const { userId, capabilities } of shares) {
          if (userId !== undefined) {
            await connection.run("INSERT INTO project_shares VALUES (?, ?, ?)", [
              id,
              userId,
              JSON.stringify(capabilities),
            ]);
          }
        }
      }
      return true;
    });
  }

  async #select(clauses: string, values: SqlValue[]): Promise<StoredProject[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(`SELECT * FROM ${shared} ${clauses}`, values),
    );
    return rows.map(toStoredProject);
  }
}

function toStoredProject(row: SqlRow): StoredProject {
  const project: StoredProject["project"] = JSON.parse(String(row.document));
  const own: readonly ShareCapability[] = row.share === null ? [] : JSON.parse(String(row.share));
  return {
    stage: row.stage as ProjectStage,
    ownerId: row.owner_id === null ? undefined : String(row.owner_id),
    project:
      own.length === 0
        ? project
        : { ...project, capabilities: [...new Set([...(project.capabilities ?? []), ...own])] },
  };
}

import type { Project } from "../../contract/project-schemas.ts";
import type { PlatformDatabase } from "./platform-database.ts";

export type Stage = "Open" | "Approval" | "Rejected" | "Archived";

export interface StoredProject {
  readonly stage: Stage;
  readonly project: Project & { readonly id: string };
}

export class ProjectStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** The projects of one stage, in the order they were added. */
  async list(tenant: string, stage: Stage, limit: number): Promise<Project[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT document FROM projects WHERE tenant = ? AND stage = ? ORDER BY ordinal, id LIMIT ?", [
        tenant,
        stage,
        limit,
      ]),
    );
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  async all(tenant: string): Promise<Project[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT document FROM projects WHERE tenant = ? ORDER BY ordinal, id", [tenant]),
    );
    return rows.map((row) => JSON.parse(String(row.document)));
  }

  async find(tenant: string, id: string): Promise<Project | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT document FROM projects WHERE tenant = ? AND id = ?", [tenant, id]),
    );
    return row && JSON.parse(String(row.document));
  }

  /** All of them or none; what is there under its id already stays as it is. */
  addAll(tenant: string, projects: readonly StoredProject[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const [ordinal, { stage, project }] of projects.entries()) {
        await connection.run("INSERT OR IGNORE INTO projects VALUES (?, ?, ?, ?, ?)", [
          project.id,
          tenant,
          stage,
          ordinal,
          JSON.stringify(project),
        ]);
      }
    });
  }
}

import { type Connection, type SqlRow, type SqlValue, textList } from "../../duckdb/database.ts";
import type { ModelChange } from "../model/model-change.ts";
import type { ProjectView } from "./model-changes.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** One change in a project. */
export interface ProjectChange {
  /** Id of the change, which stays the same when the change is imported into another project. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Effect of the change on the model. Undefined for a change that only describes in words what was done. */
  readonly document?: ModelChange;
}

/** Changes of one project that have the same author and the same state. */
export interface StoredChanges {
  readonly project: string;
  /** Id of the user who made the changes. Only this user can commit them. */
  readonly authorId: string | undefined;
  readonly isCommitted: boolean;
  /** Id of the production version that contains the changes. */
  readonly version: string | undefined;
  readonly changes: readonly ProjectChange[];
}

/** Stores the changes of projects (service-api, "Projects and production versions"). */
export class ProjectChangeStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the committed changes of a project, in the order of the commits. */
  listCommitted(
    tenant: string,
    project: string,
    page: { readonly limit: number; readonly start: number },
  ): Promise<ProjectChange[]> {
    return this.#select("WHERE tenant = ? AND project = ? AND is_committed ORDER BY ordinal, id LIMIT ? OFFSET ?", [
      tenant,
      project,
      page.limit,
      page.start,
    ]);
  }

  /** Returns the changes of a project that a user made and has not committed, in the order in which they were made. */
  listUncommitted(tenant: string, project: string, userId: string): Promise<ProjectChange[]> {
    return this.#select(
      "WHERE tenant = ? AND project = ? AND author_id = ? AND NOT is_committed ORDER BY ordinal, id",
      [tenant, project, userId],
    );
  }

  /** Returns the changes of a production version, in the order of the commits. */
  listPublished(tenant: string, version: string): Promise<ProjectChange[]> {
    return this.#select("WHERE tenant = ? AND version = ? ORDER BY ordinal, id", [tenant, version]);
  }

  /** Adds committed changes after the existing ones. Leaves changes unchanged whose ids exist in the project. */
  importAll(tenant: string, project: string, changes: readonly ProjectChange[]): Promise<void> {
    return this.importChecked(tenant, project, async () => changes);
  }

  /**
   * Adds the changes that `read` returns like `importAll`. `read` gets the ids that the project has; what it throws is
   * thrown, and nothing is added.
   */
  async importChecked(
    tenant: string,
    project: string,
    read: (connection: Connection, known: ReadonlySet<string>) => Promise<readonly ProjectChange[]>,
  ): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      const rows = await connection.rows("SELECT id FROM project_changes WHERE project = ?", [project]);
      const changes = await read(connection, new Set(rows.map(({ id }) => String(id))));
      const before = await countCommitted(connection, project);
      await insertProjectChanges(connection, tenant, {
        project,
        authorId: undefined,
        isCommitted: true,
        version: undefined,
        changes,
      });
      if ((await countCommitted(connection, project)) > before) {
        await incrementProjectVersion(connection, project);
      }
    });
  }

  /** Adds the change that `read` returns to the user's uncommitted ones, after what the project has then. */
  addUncommitted(tenant: string, { project, userId }: ProjectView, read: () => Promise<ProjectChange>): Promise<void> {
    return this.#platform.transaction(async (connection) =>
      insertProjectChanges(connection, tenant, {
        project,
        authorId: userId,
        isCommitted: false,
        version: undefined,
        changes: [await read()],
      }),
    );
  }

  /** Adds several changes in one transaction. Leaves changes unchanged whose ids exist. */
  addAll(tenant: string, all: readonly StoredChanges[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const changes of all) {
        await insertProjectChanges(connection, tenant, changes);
      }
    });
  }

  async #select(clauses: string, values: SqlValue[]): Promise<ProjectChange[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(`SELECT id, name, description, document FROM project_changes ${clauses}`, values),
    );
    return rows.map(toChange);
  }
}

function toChange(row: SqlRow): ProjectChange {
  return {
    id: String(row.id),
    name: String(row.name),
    description: String(row.description),
    ...(row.document !== null && { document: JSON.parse(String(row.document)) }),
  };
}

/** Returns the ordinal for the next change of a project. */
export async function readNextChangeOrdinal(connection: Connection, project: string): Promise<number> {
  const [row] = await connection.rows(
    "SELECT coalesce(max(ordinal), -1) + 1 AS next FROM project_changes WHERE project = ?",
    [project],
  );
  return Number(row?.next);
}

/** Increments the version number of a project. Every commit of changes does this. */
export async function incrementProjectVersion(connection: Connection, project: string): Promise<void> {
  const [row] = await connection.rows("SELECT document FROM projects WHERE id = ?", [project]);
  if (row) {
    const { versionNumber = 1, ...rest } = JSON.parse(String(row.document));
    const document = JSON.stringify({ ...rest, versionNumber: versionNumber + 1 });
    await connection.run("UPDATE projects SET document = ? WHERE id = ?", [document, project]);
  }
}

const changesPerStatement = 2_000;

export async function insertProjectChanges(
  connection: Connection,
  tenant: string,
  { project, authorId, isCommitted, version, changes }: StoredChanges,
): Promise<void> {
  const first = await readNextChangeOrdinal(connection, project);
  // Many rows in one statement, because each statement of a transaction occupies memory until the transaction ends.
  for (let start = 0; start < changes.length; start += changesPerStatement) {
    const batch = changes.slice(start, start + changesPerStatement);
    const listOf = (field: "id" | "name" | "description") => textList(batch.map((change) => change[field]));
    const documents = batch.map(({ document }) => (document ? JSON.stringify(document) : ""));
    await connection.runPrepared(
      `INSERT OR IGNORE INTO project_changes
         (id, project, tenant, ordinal, author_id, name, description, is_committed, version, document)
       SELECT id, $1, $2, $3::BIGINT + place - 1, $4, name, description, $5, $6, nullif(document, '')
       FROM (SELECT unnest($7::VARCHAR[]) AS id, unnest($8::VARCHAR[]) AS name, unnest($9::VARCHAR[]) AS description,
         unnest($10::VARCHAR[]) AS document, generate_subscripts($7::VARCHAR[], 1) AS place)`,
      [
        project,
        tenant,
        first + start,
        authorId ?? null,
        isCommitted,
        version ?? null,
        listOf("id"),
        listOf("name"),
        listOf("description"),
        textList(documents),
      ],
    );
  }
}

async function countCommitted(connection: Connection, project: string): Promise<number> {
  const [row] = await connection.rows(
    "SELECT count(*) AS size FROM project_changes WHERE project = ? AND is_committed",
    [project],
  );
  return Number(row?.size);
}

import { RecentMap } from "../../base/recent-map.ts";
import type { SqlValue } from "../../duckdb/database.ts";
import type { ModelChange } from "../model/model-change.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** A project as one of its users sees it. */
export interface ProjectView {
  readonly project: string;
  readonly userId: string;
}

interface CachedChanges {
  /** Revision of the database for which the state is known. */
  revision: number;
  /** State of the changes. It differs whenever they may have changed. */
  readonly state: string;
  readonly changes: readonly ModelChange[];
}

/** Changes of projects that the cache keeps, by tenant or by project and user. */
const cachedLists = 500;

/** The changes of the model that are in production, and those of projects that are not yet. */
export class ModelChanges {
  readonly #platform: PlatformDatabase;
  readonly #cached = new RecentMap<string, CachedChanges>(cachedLists);

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the published changes of a tenant, without those of users, in the order in which they were published. */
  published(tenant: string): Promise<readonly ModelChange[]> {
    return this.#read(
      tenant,
      ["SELECT max(number) AS state FROM production_versions WHERE tenant = ?", [tenant]],
      [
        `SELECT c.document FROM project_changes AS c JOIN production_versions AS v ON v.id = c.version
         WHERE c.tenant = ? AND json_extract_string(c.document, '$.kind') <> 'user' ORDER BY v.number, c.ordinal, c.id`,
        [tenant],
      ],
    );
  }

  /** Returns the unpublished changes of a project: those that are committed, then those of the user. */
  unpublished({ project, userId }: ProjectView): Promise<readonly ModelChange[]> {
    const condition = "project = ? AND version IS NULL AND document IS NOT NULL AND (is_committed OR author_id = ?)";
    const values = [project, userId];
    return this.#read(
      `${project} ${userId}`,
      [
        `SELECT concat_ws(' ', count(*), max(ordinal), sum(is_committed::INTEGER)) AS state FROM project_changes WHERE ${condition}`,
        values,
      ],
      [`SELECT document FROM project_changes WHERE ${condition} ORDER BY is_committed DESC, ordinal, id`, values],
    );
  }

  async #read(
    key: string,
    [stateSql, stateValues]: readonly [string, SqlValue[]],
    [sql, values]: readonly [string, SqlValue[]],
  ): Promise<readonly ModelChange[]> {
    const known = this.#cached.get(key);
    const { revision } = this.#platform;
    if (known?.revision === revision) {
      return known.changes;
    }
    return this.#platform.use(async (connection) => {
      const [row] = await connection.rows(stateSql, stateValues);
      const state = String(row?.state);
      if (known?.state === state) {
        known.revision = revision;
        return known.changes;
      }
      const rows = await connection.rows(sql, values);
      const changes = rows.map(({ document }) => JSON.parse(String(document)) as ModelChange);
      this.#cached.set(key, { revision, state, changes });
      return changes;
    });
  }
}

import type { Connection } from "../../duckdb/database.ts";
import type { DataVersion } from "./data-version-store.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** A data version of a member of a consolidated tenant. */
export interface MemberVersion {
  /** Code of the member. */
  readonly member: string;
  readonly number: DataVersion["number"];
}

/** Stores which data versions of their members consolidated tenants have taken in. */
export class ConsolidationStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the versions of the members, ordered by member, that were last taken in for a category; none at first. */
  taken(tenant: string, category: string): Promise<readonly MemberVersion[]> {
    return this.#platform.use(async (connection) => {
      const rows = await connection.rows(
        "SELECT member, number FROM consolidated_versions WHERE tenant = ? AND category = ? ORDER BY member",
        [tenant, category],
      );
      return rows.map(({ member, number }) => ({ member: String(member), number: Number(number) }));
    });
  }

  /** Replaces the versions of a category in a platform transaction. */
  async take(
    connection: Connection,
    tenant: string,
    category: string,
    versions: readonly MemberVersion[],
  ): Promise<void> {
    await connection.run("DELETE FROM consolidated_versions WHERE tenant = ? AND category = ?", [tenant, category]);
    for (const { member, number } of versions) {
      await connection.run("INSERT INTO consolidated_versions VALUES (?, ?, ?, ?)", [
        tenant,
        category,
        member,
        BigInt(number),
      ]);
    }
  }
}

import type { PlatformDatabase } from "./platform-database.ts";

/** Says that the rows of a table source are rows of an analytic object, which a processing job takes in. */
export interface TableMapping {
  readonly tenant: string;
  /** Uuid of the table source. */
  readonly source: string;
  /** Name of the load schema, such as `Employee` or `Employee--Skill`. */
  readonly schema: string;
  /** Column of the table by the column of the load schema that it fills. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Id of the object that a mapping fills, such as `Employee` of `Employee--Skill`. */
export function mappedObjectOf({ schema }: TableMapping): string {
  return schema.split("--")[0] ?? schema;
}

/** Stores which table sources the analytic objects of a tenant are filled from. */
export class TableMappingStore {
  readonly #platform: PlatformDatabase;

  constructor(platform: PlatformDatabase) {
    this.#platform = platform;
  }

  /** Returns the mappings of a tenant's tables in the order of `sources`. */
  async ofTables(tenant: string, sources: readonly string[]): Promise<readonly TableMapping[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows("SELECT * FROM table_mappings WHERE tenant = ? ORDER BY schema", [tenant]),
    );
    const mappings = rows.map(
      (row): TableMapping => ({
        tenant,
        source: String(row.source),
        schema: String(row.schema),
        columns: JSON.parse(String(row.columns)),
      }),
    );
    return sources.flatMap((source) => mappings.filter((mapping) => mapping.source === source));
  }

  /** Adds mappings in one transaction. Leaves those unchanged that exist. */
  addAll(mappings: readonly TableMapping[]): Promise<void> {
    return this.#platform.transaction(async (connection) => {
      for (const { tenant, source, schema, columns } of mappings) {
        await connection.run("INSERT OR IGNORE INTO table_mappings VALUES (?, ?, ?, ?)", [
          tenant,
          source,
          schema,
          JSON.stringify(columns),
        ]);
      }
    });
  }
}

import type { Connection } from "../../duckdb/database.ts";
import { type MappingDefinition, type ModelChange, mappingIdOf } from "../model/model-change.ts";
import type { PlatformDatabase } from "./platform-database.ts";

/** Mapping of the rows of a table source to rows of an analytic object, which a processing job reads. */
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

  /** Returns the mappings of a tenant's tables in the order of `sources`; with a project, as its committed changes say. */
  async ofTables(tenant: string, sources: readonly string[], project?: string): Promise<readonly TableMapping[]> {
    const mappings = await this.#platform.use((connection) => readOf(connection, tenant, project));
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

async function readOf(
  connection: Connection,
  tenant: string,
  project: string | undefined,
): Promise<readonly TableMapping[]> {
  const rows = await connection.rows("SELECT * FROM table_mappings WHERE tenant = ? ORDER BY schema", [tenant]);
  const mappings = rows.map((row) => ({
    tenant,
    source: String(row.source),
    schema: String(row.schema),
    columns: JSON.parse(String(row.columns)),
  }));
  const changes =
    project === undefined
      ? []
      : await connection.rows(
          `SELECT document FROM project_changes WHERE project = ? AND is_committed AND version IS NULL
           AND json_extract_string(document, '$.kind') = 'mapping' ORDER BY ordinal, id`,
          [project],
        );
  const byKey = new Map<string, TableMapping>(mappings.map((one) => [`${one.source} ${one.schema}`, one]));
  for (const { document } of changes) {
    const { before, after }: Extract<ModelChange, { kind: "mapping" }> = JSON.parse(String(document));
    const mapping = after ?? before;
    const source = mapping && (await findTable(connection, tenant, mapping.table));
    if (source) {
      const key = `${source} ${mapping.schema}`;
      byKey.delete(key);
      if (after) {
        byKey.set(key, { tenant, source, schema: after.schema, columns: after.columns });
      }
    }
  }
  return [...byKey.values()];
}

/** Returns the mappings of a tenant with the names of their tables. */
export async function readMappings(connection: Connection, tenant: string): Promise<readonly MappingDefinition[]> {
  const rows = await connection.rows(
    `SELECT s.object_name AS "table", m.schema, m.columns FROM table_mappings AS m
     JOIN table_sources AS s ON s.uuid = m.source WHERE m.tenant = ? ORDER BY 1, 2`,
    [tenant],
  );
  return rows.map((row) => {
    const { table, schema } = { table: String(row.table), schema: String(row.schema) };
    return { id: mappingIdOf({ table, schema }), table, schema, columns: JSON.parse(String(row.columns)) };
  });
}

/**
 * Makes changes of mappings those of the tenant. Returns the name of a table that the tenant does not have, and then has
 * changed nothing more.
 */
export async function storeMappings(
  connection: Connection,
  tenant: string,
  changes: readonly ModelChange[],
): Promise<string | undefined> {
  for (const change of changes) {
    const mapping = change.kind === "mapping" ? (change.after ?? change.before) : null;
    if (!mapping) {
      continue;
    }
    const uuid = await findTable(connection, tenant, mapping.table);
    if (uuid === undefined) {
      return mapping.table;
    }
    const key = [tenant, uuid, mapping.schema];
    await connection.run("DELETE FROM table_mappings WHERE tenant = ? AND source = ? AND schema = ?", key);
    if (change.after) {
      await connection.run("INSERT INTO table_mappings VALUES (?, ?, ?, ?)", [...key, JSON.stringify(mapping.columns)]);
    }
  }
  return undefined;
}

/** Finds the uuid of a table source that a tenant has or inherits. */
async function findTable(connection: Connection, tenant: string, name: string): Promise<string | undefined> {
  const [row] = await connection.rows(
    `SELECT s.uuid FROM table_sources AS s JOIN tenants AS t ON t.code = $1 AND s.tenant IN (t.code, t.parent)
     WHERE lower(s.object_name) = lower($2) ORDER BY s.tenant = $1 DESC LIMIT 1`,
    [tenant, name],
  );
  return row && String(row.uuid);
}

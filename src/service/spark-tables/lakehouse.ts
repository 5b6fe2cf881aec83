import { quoteSparkName } from "../../base/sql-quote.ts";
import { IcebergCatalog } from "../../lakehouse/iceberg-catalog.ts";
import type { IcebergTable } from "../../lakehouse/iceberg-table.ts";
import type { SparkCluster } from "../../lakehouse/spark-cluster.ts";
import { isSameName } from "../store/same-name.ts";
import type { TableColumn, TenantTable } from "../table-data/table-data.ts";
import { TableDataError } from "../table-data/table-data-error.ts";
import { icebergTypeOf, isPromotable } from "./column-types.ts";

const dayMs = 86_400_000;
/** Property of a table with the id of the service that made it. */
const ownerProperty = "workforce.service";

/**
 * The service's tables in the Iceberg catalog: a namespace for each tenant, in it a table named by the uuid of each table
 * source, so that renaming a definition moves no rows. Methods throw LakehouseError or TableDataError.
 */
export class Lakehouse {
  readonly #cluster: SparkCluster;
  /** Id of the service, which tells its tables from those of another data folder. */
  readonly #owner: string;
  #catalog: Promise<IcebergCatalog> | undefined;
  readonly #namespaces = new Set<string>();

  constructor(cluster: SparkCluster, owner: string) {
    this.#cluster = cluster;
    this.#owner = owner;
  }

  /** The catalog for a tenant's tables. It is asked how to call it once it answers. */
  async of(tenant: string, signal?: AbortSignal): Promise<IcebergCatalog> {
    return (await this.catalog(signal)).within([...this.#cluster.catalog.namespace, namespaceOf(tenant)]);
  }

  async catalog(signal?: AbortSignal): Promise<IcebergCatalog> {
    this.#catalog ??= IcebergCatalog.open(this.#cluster.catalog, signal);
    try {
      return await this.#catalog;
    } catch (error) {
      this.#catalog = undefined;
      throw error;
    }
  }

  /** Quoted path of a table in Spark SQL. */
  pathOf({ source, tenant }: TenantTable): string {
    const { catalogName, catalog } = this.#cluster;
    return [catalogName, ...catalog.namespace, namespaceOf(tenant), source].map(quoteSparkName).join(".");
  }

  /** Loads a table with all its snapshots. Throws a TableDataError if it is not in the catalog any more. */
  load(table: TenantTable, signal?: AbortSignal): Promise<IcebergTable> {
    return this.#load(table, "all", signal);
  }

  /** Like `load`, with the snapshots only that a branch is at, so that it does not take longer with every commit. */
  loadHeads(table: TenantTable, signal?: AbortSignal): Promise<IcebergTable> {
    return this.#load(table, "refs", signal);
  }

  async #load({ source, tenant }: TenantTable, snapshots: "refs" | "all", signal: AbortSignal | undefined) {
    const table = await (await this.of(tenant, signal)).loadTable(source, signal, snapshots);
    if (!table) {
      throw new TableDataError(
        `The catalog has no table ${source} of ${tenant} any more; restore it there, or define the table source again.`,
      );
    }
    return table;
  }

  /** Creates a table, and the namespace of its tenant. Throws a TableDataError if another service has made one. */
  async createTable(
    { source, tenant }: TenantTable,
    columns: readonly TableColumn[],
    retentionDays: number,
  ): Promise<void> {
    const catalog = await this.of(tenant);
    if (!this.#namespaces.has(tenant)) {
      await catalog.createNamespace();
      this.#namespaces.add(tenant);
    }
    const fields = columns.map(({ name, type }, index) => ({ id: index + 1, name, type: icebergTypeOf(type) }));
    const isNew = await catalog.createTable(source, fields, {
      "format-version": "3",
      "write.delete.mode": "merge-on-read",
      "write.update.mode": "merge-on-read",
      "write.merge.mode": "merge-on-read",
      // Maintenance of the cluster keeps the snapshots that a table can be reset to.
      "history.expire.max-snapshot-age-ms": String((retentionDays + 1) * dayMs),
      [ownerProperty]: this.#owner,
    });
    const known = isNew ? undefined : await catalog.loadTable(source);
    if (known && (known.properties[ownerProperty] !== this.#owner || known.mainSnapshotId !== undefined)) {
      throw new TableDataError(
        `The namespace ${catalog.namespace.join(".")} of the catalog already has a table ${source}, which this data folder has not made. Start the service with another --namespace.`,
      );
    }
  }

  /** Changes the columns of a table. A column that keeps its name, and a type that can be promoted, keeps its values. */
  async changeColumns({ source, tenant }: TenantTable, columns: readonly TableColumn[]): Promise<void> {
    const { fields: known, lastColumnId } = await this.load({ source, tenant });
    let lastId = lastColumnId;
    const fields = columns.map((column) => {
      const { name } = column;
      const type = icebergTypeOf(column.type);
      const same = known.find((field) => isSameName(field.name, name) && isPromotable(field.type, type));
      return { id: same?.id ?? ++lastId, name, type, required: false };
    });
    const updates = [
      { action: "add-schema", schema: { type: "struct", fields }, "last-column-id": lastId },
      { action: "set-current-schema", "schema-id": -1 },
    ];
    const catalog = await this.of(tenant);
    if ((await catalog.changeTable({ name: source, requirements: [], updates })) !== "changed") {
      throw new TableDataError(`The catalog did not change the columns of the table ${source}; try it again.`);
    }
  }

  /** Sets a branch of a table to a snapshot, or makes it. */
  async setBranch({ source, tenant }: TenantTable, branch: string, snapshot: string): Promise<void> {
    const catalog = await this.of(tenant);
    const updates = [{ action: "set-snapshot-ref", "ref-name": branch, type: "branch", "snapshot-id": snapshot }];
    if ((await catalog.changeTable({ name: source, requirements: [], updates })) !== "changed") {
      throw new TableDataError(`The catalog did not make the branch ${branch} of the table ${source}; run it again.`);
    }
  }
}

/** Name of a tenant's namespace. Catalogs take letters, digits and underscores, and separate namespaces by dots. */
function namespaceOf(tenant: string): string {
  return tenant.replace(/[^A-Za-z0-9_]/g, (sign) => `_x${sign.codePointAt(0)?.toString(16)}_`);
}

import type { StoredTableSource, TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { accessibleTableOf } from "./accessible-table.ts";
import type { AccessibleTable, MaterializedView, TableData } from "./table-data.ts";

interface ViewEnvironment {
  readonly tableData: TableData;
  /** All table sources that a tenant defines or inherits. */
  readonly listSources: (tenant: string) => Promise<readonly StoredTableSource[]>;
  /** Codes of the tenants that may inherit from a tenant. */
  readonly childrenOf: (tenant: string) => readonly string[];
  /** Called when a view could not be refreshed; a later commit tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** Updates the rows of materialized views when their upstream tables change (sql-like-language 13.4). */
export class MaterializedViews {
  readonly #environment: ViewEnvironment;
  #last: Promise<void> = Promise.resolve();

  constructor(environment: ViewEnvironment) {
    this.#environment = environment;
  }

  /**
   * Refreshes the views that depend on a tenant's changed tables, including views of tenants that inherit the rows.
   * Calls run one after the other.
   */
  refreshAfter(tenant: string, changed: readonly string[]): Promise<void> {
    this.#last = this.#last.then(() => this.#refresh(tenant, changed)).catch(this.#environment.onFailure);
    return this.#last;
  }

  async #refresh(tenant: string, changed: readonly string[]): Promise<void> {
    const sources = await this.#environment.listSources(tenant);
    await this.#refreshTenant(tenant, sources, changed);
    const shared = sources.flatMap(({ definition }) =>
      definition.canChildrenInheritData && changed.includes(definition.uuid) ? definition.uuid : [],
    );
    for (const child of shared.length > 0 ? this.#environment.childrenOf(tenant) : []) {
      await this.#refreshTenant(child, await this.#environment.listSources(child), shared);
    }
  }

  async #refreshTenant(
    tenant: string,
    sources: readonly StoredTableSource[],
    changed: readonly string[],
  ): Promise<void> {
    const tables = sources.map((source) => accessibleTableOf(source, tenant));
    for (const view of sortViews(sources, tables, changed)) {
      try {
        await this.#environment.tableData.refreshView(view, tables);
      } catch (error) {
        this.#environment.onFailure(error);
      }
    }
  }
}

/** Views downstream of changed tables, each after the views upstream of it. */
function sortViews(
  sources: readonly StoredTableSource[],
  tables: readonly AccessibleTable[],
  changed: readonly string[],
): MaterializedView[] {
  const byUuid = new Map(tables.map((accessible) => [accessible.table.source, accessible]));
  const waiting = sources.flatMap((source) => toView(source, byUuid) ?? []);
  const affected = new Set(changed);
  const sorted: MaterializedView[] = [];
  // A view is ready when none of its dependencies is waiting; definitions have no cycles (semantics.md, "Table
  // sources").
  for (let ready = takeReady(waiting); ready.length > 0; ready = takeReady(waiting)) {
    for (const view of ready) {
      if (view.dependencies.some(({ upstream }) => affected.has(upstream.table.source))) {
        affected.add(view.accessible.table.source);
        sorted.push(view);
      }
    }
  }
  return sorted;
}

function toView(
  { definition }: StoredTableSource,
  byUuid: ReadonlyMap<string, AccessibleTable>,
): MaterializedView | undefined {
  const { materializedView: view, uuid } = definition;
  const accessible = byUuid.get(uuid);
  if (!view?.enabled || !view.query || !accessible || accessible.isReadonly) {
    return undefined;
  }
  const dependencies = (view.dependencies ?? []).flatMap(({ upstreamTable = "", joinFilter = "" }) => {
    const upstream = byUuid.get(upstreamTable);
    return upstream ? { upstream, joinFilter } : [];
  });
  return { accessible, query: view.query, dependencies };
}

/** Removes and returns the views in `waiting` that do not depend on others in it. */
function takeReady(waiting: MaterializedView[]): MaterializedView[] {
  const names = new Set(waiting.map(({ accessible }) => accessible.table.source));
  const ready = waiting.filter(({ dependencies }) =>
    dependencies.every(({ upstream }) => !names.has(upstream.table.source)),
  );
  for (const view of ready) {
    waiting.splice(waiting.indexOf(view), 1);
  }
  return ready;
}

/** Registers the refresh of materialized views, which then runs after each commit in any tenant. */
export function refreshViewsAfterCommits(parts: {
  readonly tableData: TableData;
  readonly tableSources: TableSourceStore;
  readonly tenants: TenantStore;
  readonly onFailure: (error: unknown) => void;
}): void {
  const { tableData, tableSources, tenants, onFailure } = parts;
  const views = new MaterializedViews({
    tableData,
    listSources: (tenant) => tableSources.list(tenant, tenants.record(tenant)?.parent),
    childrenOf: (tenant) => tenants.children(tenant).map(({ code }) => code),
    onFailure,
  });
  tableData.afterCommit((tenant, changed) => views.refreshAfter(tenant, changed));
}

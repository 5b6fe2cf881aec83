import { translateSparkSql } from "../engine/spark/translate.ts";
import type { SparkScope, TranslatedQuery, TranslatedStatement } from "../engine/spark/types/translated-statement.ts";
import type { StoredTableSource, TableSourceStore } from "../store/table-source-store.ts";
import type { TenantStore } from "../store/tenant-store.ts";
import { accessibleTableOf } from "./accessible-table.ts";
import { physicalTableNameOf } from "./catalogue.ts";
import { changedRowsName, type UpstreamChange, viewRowNumberColumn, viewRowsName } from "./refresh-rows.ts";
import { sparkTypeOf } from "./spark-type.ts";
import type { AccessibleTable, TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { VersionedTables } from "./versioned-tables.ts";
import { type CommitNumbers, readCommitNumbers, readViewProgress, type UpstreamCommit } from "./view-progress.ts";

interface ViewEnvironment {
  readonly tableData: VersionedTables;
  /** All table sources that a tenant defines or inherits. */
  readonly listSources: (tenant: string) => Promise<readonly StoredTableSource[]>;
  /** Codes of the tenants that may inherit from a tenant. */
  readonly childrenOf: (tenant: string) => readonly string[];
  readonly translate: (text: string, scope: SparkScope) => Promise<TranslatedStatement>;
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
        await this.#refreshView(view, tables);
      } catch (error) {
        this.#environment.onFailure(error);
      }
    }
  }

  async #refreshView(view: View, tables: readonly AccessibleTable[]): Promise<void> {
    const { tableData } = this.#environment;
    const definition = JSON.stringify([view.query, view.dependencies.map(toText), view.accessible.columns]);
    const { known, numbers } = await tableData.read(async (connection) => {
      const known = await readViewProgress(connection, view.accessible.table, definition);
      const numbers: CommitNumbers[] = [];
      for (const { upstream } of view.dependencies) {
        numbers.push(await readCommitNumbers(connection, upstream.table));
      }
      return { known, numbers };
    });
    const commits: UpstreamCommit[] = [];
    const changes: UpstreamChange[] = [];
    let needsCompleteRefresh = false;
    for (const [index, { upstream, joinFilter }] of view.dependencies.entries()) {
      const { last = 0, oldest = 0 } = numbers[index] ?? {};
      const after = known.get(physicalTableNameOf(upstream.table));
      commits.push({ upstream: upstream.table, number: last });
      if (after === undefined || (after < last && (after < oldest || joinFilter.trim() === ""))) {
        needsCompleteRefresh = true;
      } else if (after < last) {
        changes.push({ upstream, after, upTo: last, related: await this.#relate(view, upstream, joinFilter) });
      }
    }
    if (needsCompleteRefresh || changes.length > 0) {
      const query = await this.#query(view, view.query, tables.map(toScopeTable));
      const changed = needsCompleteRefresh ? undefined : changes;
      await tableData.refreshView(view.accessible, tables, { query, changes: changed }, { definition, commits });
    }
  }

  #relate(view: View, upstream: AccessibleTable, joinFilter: string): Promise<TranslatedQuery> {
    const text = `SELECT ${viewRowsName}.\`${viewRowNumberColumn}\` FROM ${viewRowsName} LEFT SEMI JOIN ${changedRowsName} ON (${joinFilter}\n)`;
    return this.#query(view, text, [
      toScopeTable({
        name: viewRowsName,
        columns: [{ name: viewRowNumberColumn, storage: "BIGINT" }, ...view.accessible.columns],
      }),
      toScopeTable({ name: changedRowsName, columns: upstream.columns }),
    ]);
  }

  async #query(view: View, text: string, tables: SparkScope["tables"]): Promise<TranslatedQuery> {
    const statement = await this.#environment.translate(text, { tables });
    if (statement.kind !== "query") {
      throw new TableDataError(`The query of the view ${view.accessible.name} is not a SELECT.`);
    }
    return statement;
  }
}

function toScopeTable({ name, columns }: { readonly name: string; readonly columns: readonly TableColumn[] }) {
  return { name, columns: columns.map((column) => ({ name: column.name, type: sparkTypeOf(column.storage) })) };
}

function toText({ upstream, joinFilter }: View["dependencies"][number]): readonly string[] {
  return [upstream.table.source, joinFilter];
}

/** An enabled view with rows of the tenant itself, and its dependencies. */
interface View {
  readonly accessible: AccessibleTable;
  readonly query: string;
  readonly dependencies: readonly { readonly upstream: AccessibleTable; readonly joinFilter: string }[];
}

/** Views downstream of changed tables, each after the views upstream of it. */
function sortViews(
  sources: readonly StoredTableSource[],
  tables: readonly AccessibleTable[],
  changed: readonly string[],
): View[] {
  const byUuid = new Map(tables.map((accessible) => [accessible.table.source, accessible]));
  const waiting = sources.flatMap((source) => toView(source, byUuid) ?? []);
  const affected = new Set(changed);
  const sorted: View[] = [];
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

function toView({ definition }: StoredTableSource, byUuid: ReadonlyMap<string, AccessibleTable>): View | undefined {
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
function takeReady(waiting: View[]): View[] {
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
  readonly tableData: VersionedTables;
  readonly tableSources: TableSourceStore;
  readonly tenants: TenantStore;
  readonly onFailure: (error: unknown) => void;
}): void {
  const { tableData, tableSources, tenants, onFailure } = parts;
  const views = new MaterializedViews({
    tableData,
    listSources: (tenant) => tableSources.list(tenant, tenants.record(tenant)?.parent),
    childrenOf: (tenant) => tenants.children(tenant).map(({ code }) => code),
    translate: async (text, scope) => translateSparkSql(text, scope),
    onFailure,
  });
  tableData.afterCommit((tenant, changed) => views.refreshAfter(tenant, changed));
}

import type { SparkScope, TranslatedQuery, TranslatedStatement } from "../engine/spark/translated-statement.ts";
import type { StoredTableSource } from "../store/table-source-definitions.ts";
import { physicalName } from "./physical-table.ts";
import { changedRows, rowNumber, type UpstreamChange, viewRows } from "./refresh-rows.ts";
import { sparkTypeOf } from "./spark-type.ts";
import type { TableColumn, TableInReach } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { tableInReach } from "./table-in-reach.ts";
import type { VersionedTables } from "./versioned-tables.ts";
import { sortViews, type View } from "./view-order.ts";
import { type CommitNumbers, readCommitNumbers, readProgress, type UpstreamCommit } from "./view-progress.ts";

export interface ViewSurroundings {
  readonly tableData: VersionedTables;
  /** All that a tenant defines or inherits. */
  readonly listSources: (tenant: string) => Promise<readonly StoredTableSource[]>;
  /** Codes of the tenants that may inherit from one. */
  readonly childrenOf: (tenant: string) => readonly string[];
  readonly translate: (text: string, scope: SparkScope) => Promise<TranslatedStatement>;
  /** Is told why a view stays as it is; its rows are brought up to date after a later commit. */
  readonly onFailure: (error: unknown) => void;
}

/** Keeps the rows of materialized views what their queries give (sql-like-language 13.4). */
export class MaterializedViews {
  readonly #around: ViewSurroundings;
  #last: Promise<void> = Promise.resolve();

  constructor(around: ViewSurroundings) {
    this.#around = around;
  }

  /** Refreshes what is downstream of changed tables of a tenant, also in tenants that inherit their rows; one call after the other. */
  refreshAfter(tenant: string, changed: readonly string[]): Promise<void> {
    this.#last = this.#last.then(() => this.#refresh(tenant, changed)).catch(this.#around.onFailure);
    return this.#last;
  }

  async #refresh(tenant: string, changed: readonly string[]): Promise<void> {
    const sources = await this.#around.listSources(tenant);
    await this.#refreshTenant(tenant, sources, changed);
    const shared = sources.flatMap(({ definition }) =>
      definition.canChildrenInheritData && changed.includes(definition.uuid) ? definition.uuid : [],
    );
    for (const child of shared.length > 0 ? this.#around.childrenOf(tenant) : []) {
      await this.#refreshTenant(child, await this.#around.listSources(child), shared);
    }
  }

  async #refreshTenant(
    tenant: string,
    sources: readonly StoredTableSource[],
    changed: readonly string[],
  ): Promise<void> {
    const tables = sources.map((source) => tableInReach(source, tenant));
    for (const view of sortViews(sources, tables, changed)) {
      try {
        await this.#refreshView(view, tables);
      } catch (error) {
        this.#around.onFailure(error);
      }
    }
  }

  async #refreshView(view: View, tables: readonly TableInReach[]): Promise<void> {
    const { tableData } = this.#around;
    const definition = JSON.stringify([view.query, view.dependencies.map(toText), view.reach.columns]);
    const { known, numbers } = await tableData.read(async (connection) => {
      const known = await readProgress(connection, view.reach.table, definition);
      const numbers: CommitNumbers[] = [];
      for (const { upstream } of view.dependencies) {
        numbers.push(await readCommitNumbers(connection, upstream.table));
      }
      return { known, numbers };
    });
    const commits: UpstreamCommit[] = [];
    const changes: UpstreamChange[] = [];
    let isWhole = false;
    for (const [index, { upstream, joinFilter }] of view.dependencies.entries()) {
      const { last = 0, oldest = 0 } = numbers[index] ?? {};
      const after = known.get(physicalName(upstream.table));
      commits.push({ upstream: upstream.table, number: last });
      if (after === undefined || (after < last && (after < oldest || joinFilter.trim() === ""))) {
        isWhole = true;
      } else if (after < last) {
        changes.push({ upstream, after, upTo: last, related: await this.#relate(view, upstream, joinFilter) });
      }
    }
    if (isWhole || changes.length > 0) {
      const query = await this.#query(view, view.query, tables.map(toScopeTable));
      const changed = isWhole ? undefined : changes;
      await tableData.refreshView(view.reach, tables, { query, changes: changed }, { definition, commits });
    }
  }

  #relate(view: View, upstream: TableInReach, joinFilter: string): Promise<TranslatedQuery> {
    const text = `SELECT ${viewRows}.\`${rowNumber}\` FROM ${viewRows} LEFT SEMI JOIN ${changedRows} ON (${joinFilter}\n)`;
    return this.#query(view, text, [
      toScopeTable({
        name: viewRows,
        columns: [{ name: rowNumber, storage: "BIGINT" }, ...view.reach.columns],
      }),
      toScopeTable({ name: changedRows, columns: upstream.columns }),
    ]);
  }

  async #query(view: View, text: string, tables: SparkScope["tables"]): Promise<TranslatedQuery> {
    const statement = await this.#around.translate(text, { tables });
    if (statement.kind !== "query") {
      throw new TableDataError(`The query of the view ${view.reach.name} is no SELECT.`);
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

import type { ConnectionSource } from "../../duckdb/database.ts";
import { translateSparkSql } from "../engine/spark/translate.ts";
import type { SparkScope, TranslatedQuery } from "../engine/spark/types/translated-statement.ts";
import { storageTypeOf } from "../store/column-storage.ts";
import { physicalTableNameOf } from "./catalogue.ts";
import {
  changedRowsName,
  type UpstreamChange,
  type ViewRefresh,
  viewRowNumberColumn,
  viewRowsName,
} from "./refresh-rows.ts";
import { sparkTypeOf } from "./spark-type.ts";
import type { AccessibleTable, MaterializedView, TableColumn } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import {
  type CommitNumbers,
  readCommitNumbers,
  readViewProgress,
  type UpstreamCommit,
  type ViewProgress,
} from "./view-progress.ts";

/** Way to refresh a view, and its progress afterwards. */
interface RefreshPlan {
  readonly refresh: ViewRefresh;
  readonly progress: ViewProgress;
}

/**
 * Plans the refresh of a view: of the rows that changed upstream since the last one, or of all rows. Returns undefined
 * if the view's rows are those of the last commits. Throws a `SparkSqlError` for a query that the engine does not run.
 */
export async function planRefresh(
  database: ConnectionSource,
  view: MaterializedView,
  tables: readonly AccessibleTable[],
): Promise<RefreshPlan | undefined> {
  const definition = JSON.stringify([view.query, view.dependencies.map(toText), view.accessible.columns]);
  const { known, numbers } = await database.use(async (connection) => {
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
      changes.push({ upstream, after, upTo: last, related: relateRows(view, upstream, joinFilter) });
    }
  }
  if (!needsCompleteRefresh && changes.length === 0) {
    return undefined;
  }
  const query = translateViewQuery(view, view.query, tables.map(toScopeTable));
  return {
    refresh: { query, changes: needsCompleteRefresh ? undefined : changes },
    progress: { definition, commits },
  };
}

function relateRows(view: MaterializedView, upstream: AccessibleTable, joinFilter: string): TranslatedQuery {
  const text = `SELECT ${viewRowsName}.\`${viewRowNumberColumn}\` FROM ${viewRowsName} LEFT SEMI JOIN ${changedRowsName} ON (${joinFilter}\n)`;
  return translateViewQuery(view, text, [
    toScopeTable({
      name: viewRowsName,
      columns: [{ name: viewRowNumberColumn, type: "LONG" }, ...view.accessible.columns],
    }),
    toScopeTable({ name: changedRowsName, columns: upstream.columns }),
  ]);
}

function translateViewQuery(view: MaterializedView, text: string, tables: SparkScope["tables"]): TranslatedQuery {
  const statement = translateSparkSql(text, { tables });
  if (statement.kind !== "query") {
    throw new TableDataError(`The query of the view ${view.accessible.name} is not a SELECT.`);
  }
  return statement;
}

function toScopeTable({ name, columns }: { readonly name: string; readonly columns: readonly TableColumn[] }) {
  return {
    name,
    columns: columns.map((column) => ({ name: column.name, type: sparkTypeOf(storageTypeOf(column.type)) })),
  };
}

function toText({ upstream, joinFilter }: MaterializedView["dependencies"][number]): readonly string[] {
  return [upstream.table.source, joinFilter];
}

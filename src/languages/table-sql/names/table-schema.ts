import type { TableColumn, TableEntry, TableModel } from "../../core/model/table-model.ts";
import type { SqlName, StatementScopes } from "../syntax/scopes.ts";
import { tablesReferencedBy } from "../syntax/walk.ts";
import type { FoundTable, ResolvedTables } from "./name-resolver.ts";

/**
 * A local view that a SQL text can query: an input of a job (sql-like-language 13.3), or a side of a joinFilter (13.4).
 */
export interface LocalView {
  readonly name: string;
  /** Columns of the view in order. Omitted if unknown. */
  readonly columns?: readonly TableColumn[];
}

/**
 * Looks up all tables that SQL statements refer to, in one request. A local view takes precedence over a table of the
 * same name.
 */
export async function resolveTables(
  statements: readonly StatementScopes[],
  tables: TableModel,
  views: readonly LocalView[] = [],
): Promise<ResolvedTables> {
  const viewsByName = new Map(views.map((view) => [view.name.toLowerCase(), view]));
  const wanted = new Set<string>();
  for (const statement of statements) {
    for (const { path } of tablesReferencedBy(statement)) {
      const name = path.at(-1)?.text.toLowerCase() ?? "";
      if (!viewsByName.has(name)) {
        wanted.add(name);
      }
    }
  }
  const { tables: found, isComplete } =
    wanted.size > 0 ? await tables.find([...wanted].sort()) : { tables: [], isComplete: true };
  const tablesByName = new Map(found.map((table) => [table.objectName.toLowerCase(), table]));
  return { find: (path) => findTable(path, viewsByName, tablesByName, isComplete) };
}

function findTable(
  path: readonly SqlName[],
  views: ReadonlyMap<string, LocalView>,
  tables: ReadonlyMap<string, TableEntry>,
  isComplete: boolean,
): FoundTable {
  const name = path.at(-1)?.text.toLowerCase() ?? "";
  const view = views.get(name);
  if (view) {
    return { kind: "view", name: view.name, columns: view.columns };
  }
  const table = tables.get(name);
  if (table) {
    return { kind: "table", table };
  }
  return { kind: isComplete ? "missing" : "unknown" };
}

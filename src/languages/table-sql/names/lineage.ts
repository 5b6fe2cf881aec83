import type { StatementScopes } from "../syntax/scopes.ts";
import { parseTextStatements } from "../syntax/text-parts.ts";
import { scopesOfStatement, tablesReadBy } from "../syntax/walk.ts";
import type { ColumnOrigin } from "./column.ts";
import { NameResolver, type ResolvedTables } from "./name-resolver.ts";
import type { TableSqlOptions } from "./options.ts";
import { resolveTables } from "./table-schema.ts";

/** Tables and columns that a SQL text reads and writes, by the names of table sources and local views. */
export interface SqlLineage {
  readonly tablesRead: readonly string[];
  readonly tablesWritten: readonly string[];
  /** Columns that the text reads, of those tables whose columns are known. */
  readonly columnsRead: readonly ColumnOrigin[];
  readonly columnsWritten: readonly ColumnOrigin[];
  /** Result columns of the text's last query, in order, with the columns they derive from. Undefined if unknown. */
  readonly outputs?: readonly { readonly name: string; readonly origins: readonly ColumnOrigin[] }[];
}

/**
 * Looks up the tables of a SQL text and returns the tables and columns that it reads and writes (sql-like-language
 * 13.3, `tableAccess`).
 */
export async function findLineage(
  text: string,
  options: Pick<TableSqlOptions, "tables" | "views" | "form">,
): Promise<SqlLineage> {
  const statements = parseTextStatements(text, options).flatMap(({ parsed }) => parsed.statement ?? []);
  return computeLineage(statements, await resolveTables(statements, options.tables, options.views));
}

/**
 * Returns the tables and columns that SQL statements read and write. An unknown table has the name written in the text.
 */
function computeLineage(statements: readonly StatementScopes[], schema: ResolvedTables): SqlLineage {
  const resolver = new NameResolver(schema);
  const read = new Map<string, string>();
  const written = new Map<string, string>();
  const columnsRead = new Map<string, ColumnOrigin>();
  const columnsWritten = new Map<string, ColumnOrigin>();
  for (const statement of statements) {
    for (const { target } of statement.writes) {
      addTable(written, tableName(schema, target.path));
    }
    for (const { path } of tablesReadBy(statement)) {
      addTable(read, tableName(schema, path));
    }
    addColumns(statement, resolver, columnsRead, columnsWritten);
  }
  const last = statements.findLast(({ verb, query }) => verb === "SELECT" && query);
  const outputs = last?.query && resolver.outputColumns(last.query);
  return {
    tablesRead: [...read.values()],
    tablesWritten: [...written.values()],
    columnsRead: [...columnsRead.values()],
    columnsWritten: [...columnsWritten.values()],
    ...(outputs && { outputs: outputs.map(({ name, origins }) => ({ name, origins })) }),
  };
}

function tableName(schema: ResolvedTables, path: Parameters<ResolvedTables["find"]>[0]): string {
  const found = schema.find(path);
  if (found.kind === "table") {
    return found.table.objectName;
  }
  return found.kind === "view" ? found.name : (path.at(-1)?.text ?? "");
}

function addTable(tables: Map<string, string>, name: string): void {
  if (!tables.has(name.toLowerCase())) {
    tables.set(name.toLowerCase(), name);
  }
}

function addColumns(
  statement: StatementScopes,
  resolver: NameResolver,
  read: Map<string, ColumnOrigin>,
  written: Map<string, ColumnOrigin>,
): void {
  const add = (columns: Map<string, ColumnOrigin>, origins: readonly ColumnOrigin[]) => {
    for (const origin of origins) {
      columns.set(`${origin.table}.${origin.column}`.toLowerCase(), origin);
    }
  };
  for (const scope of scopesOfStatement(statement)) {
    for (const use of scope.uses) {
      if (use.kind !== "column") {
        continue;
      }
      const resolution = resolver.resolve(use, scope);
      if (resolution.kind === "column") {
        add(use.target ? written : read, resolution.column.origins);
      }
    }
    for (const { use } of scope.items) {
      if (use?.kind === "star") {
        add(
          read,
          (resolver.starColumns(use.path, scope) ?? []).flatMap(({ origins }) => origins),
        );
      }
    }
  }
  for (const { target, writesAllColumns } of statement.writes) {
    add(written, writesAllColumns ? (resolver.columnsOf(target) ?? []).flatMap(({ origins }) => origins) : []);
  }
}

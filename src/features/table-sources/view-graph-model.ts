import type { TableSource } from "../../contract/table-sources.ts";

/** A materialized view with the tables that it depends on. */
export interface GraphView {
  readonly id: string;
  readonly name: string;
  readonly isEnabled: boolean;
  readonly upstream: readonly GraphEdge[];
  readonly warnings: readonly GraphWarning[];
}

interface GraphEdge {
  readonly id: string;
  /** Undefined if the table does not exist. */
  readonly name: string | undefined;
  readonly isView: boolean;
  readonly joinFilter: string;
}

export type GraphWarning =
  | { readonly kind: "notThere"; readonly id: string }
  | { readonly kind: "notNamed" | "notRead"; readonly name: string }
  /** Names along the cycle. The first name is also the last. */
  | { readonly kind: "cycle"; readonly names: readonly string[] };

/** Returns the materialized views of a tenant with their dependencies (sql-like-language 13.4), sorted by name. */
export function buildViewGraph(tables: readonly TableSource[]): readonly GraphView[] {
  const byId = new Map(tables.map((table) => [table.uuid ?? "", table]));
  return tables
    .filter(
      (table) => table.materializedView !== undefined && (isView(table) || table.materializedView.query !== undefined),
    )
    .map((table) => graphView(table, tables, byId))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Returns the sorted names of the enabled views that depend on a table. */
export function dependentsOf(tables: readonly TableSource[], tableId: string): readonly string[] {
  return tables
    .filter((table) => isView(table) && upstreamIds(table).includes(tableId))
    .map(({ objectName = "" }) => objectName)
    .toSorted();
}

function graphView(
  table: TableSource,
  tables: readonly TableSource[],
  byId: ReadonlyMap<string, TableSource>,
): GraphView {
  const { uuid = "", objectName = "", materializedView: { query = "", dependencies = [] } = {} } = table;
  const upstream = dependencies.map(({ upstreamTable: id = "", joinFilter = "" }): GraphEdge => {
    const other = byId.get(id);
    return { id, name: other?.objectName, isView: other !== undefined && isView(other), joinFilter };
  });
  const read = tableNamesIn(query);
  const named = new Set(upstream.map(({ name }) => name?.toLowerCase()));
  const notNamed = tables.filter(
    ({ objectName: name = "" }) => read.has(name.toLowerCase()) && !named.has(name.toLowerCase()),
  );
  const cycle = findCycle(uuid, byId);
  const warnings: GraphWarning[] = [
    ...upstream.flatMap(({ id, name }) => (name === undefined ? [{ kind: "notThere", id } as const] : [])),
    ...notNamed.map(({ objectName: name = "" }) => ({ kind: "notNamed", name }) as const),
    ...upstream.flatMap(({ name }) =>
      name !== undefined && !read.has(name.toLowerCase()) ? [{ kind: "notRead", name } as const] : [],
    ),
    ...(cycle ? [{ kind: "cycle", names: cycle.map((id) => byId.get(id)?.objectName ?? id) } as const] : []),
  ];
  return { id: uuid, name: objectName, isEnabled: isView(table), upstream, warnings };
}

function isView({ materializedView }: TableSource): boolean {
  return materializedView?.enabled === true;
}

function upstreamIds({ materializedView }: TableSource): readonly string[] {
  return (materializedView?.dependencies ?? []).map(({ upstreamTable = "" }) => upstreamTable);
}

/** Finds the shortest dependency cycle through a view. */
function findCycle(start: string, byId: ReadonlyMap<string, TableSource>): readonly string[] | undefined {
  const visited = new Set<string>();
  let paths: readonly (readonly string[])[] = [[start]];
  while (paths.length > 0) {
    const next: string[][] = [];
    for (const path of paths) {
      for (const id of upstreamIds(byId.get(path.at(-1) ?? "") ?? {})) {
        if (id === start) {
          return [...path, id];
        }
        if (!visited.has(id)) {
          visited.add(id);
          next.push([...path, id]);
        }
      }
    }
    paths = next;
  }
  return undefined;
}

/**
 * Returns the names that a query uses as tables (after FROM, JOIN or a comma between tables), in lower case and without
 * its own common table expressions.
 */
export function tableNamesIn(query: string): ReadonlySet<string> {
  const tokens = [...withoutLiterals(query).matchAll(/`((?:[^`]|``)*)`|([A-Za-z_]\w*)|([(),.])/g)].map(
    ([, quoted, word, sign]) => ({
      name: (quoted?.replaceAll("``", "`") ?? word ?? "").toLowerCase(),
      word: (word ?? "").toUpperCase(),
      sign: sign ?? "",
    }),
  );
  const names = new Set<string>();
  const commonTables = new Set<string>();
  /** Whether a name after a comma is a table, for each open bracket. */
  const inFrom: boolean[] = [false];
  let expectsTable = false;
  for (const [index, { name, word, sign }] of tokens.entries()) {
    const depth = inFrom.length - 1;
    if (sign === "(") {
      inFrom.push(false);
      expectsTable = false;
    } else if (sign === ")") {
      inFrom.length = Math.max(1, depth);
    } else if (sign === ",") {
      expectsTable = inFrom[depth] ?? false;
    } else if (word === "FROM" || word === "JOIN") {
      inFrom[depth] = true;
      expectsTable = true;
    } else if (endsFrom.has(word)) {
      inFrom[depth] = false;
      expectsTable = false;
    } else if (name !== "") {
      if (tokens[index + 1]?.word === "AS" && tokens[index + 2]?.sign === "(") {
        commonTables.add(name);
      } else if (expectsTable && tokens[index + 1]?.sign !== "(" && word !== "LATERAL") {
        // The last part of `catalog.schema.table` is the table.
        expectsTable = tokens[index + 1]?.sign === ".";
        if (!expectsTable) {
          names.add(name);
        }
      }
    }
  }
  return new Set([...names].filter((name) => !commonTables.has(name)));
}

const endsFrom = new Set([
  "WHERE",
  "GROUP",
  "HAVING",
  "ORDER",
  "WINDOW",
  "LIMIT",
  "UNION",
  "INTERSECT",
  "EXCEPT",
  "SELECT",
  "ON",
]);

/** Removes string literals and comments from a query. Names in backquotes stay. */
function withoutLiterals(query: string): string {
  return query.replace(/'(?:[^'\\]|\\.|'')*'|"(?:[^"\\]|\\.)*"|--[^\n]*|\/\*[\s\S]*?\*\/|`(?:[^`]|``)*`/g, (piece) =>
    piece.startsWith("`") ? piece : " ",
  );
}

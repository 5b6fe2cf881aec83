import type { Statement } from "../../../../src/languages/table-sql/syntax/tree.ts";

/** Names of read and written tables, in lower case and sorted. */
export interface ParserTables {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** Finds the tables in a tree, without names defined by WITH. Independent of the scopes. */
export function tablesInTree(statement: Statement): ParserTables {
  const read = new Set<string>();
  const written = new Set<string>();
  visit(statement, new Set(), read, written);
  return { read: [...read].sort(), written: [...written].sort() };
}

type Visited = Readonly<Record<string, unknown>>;

function visit(node: unknown, hidden: ReadonlySet<string>, read: Set<string>, written: Set<string>): void {
  if (Array.isArray(node)) {
    for (const one of node) {
      visit(one, hidden, read, written);
    }
    return;
  }
  if (typeof node !== "object" || node === null) {
    return;
  }
  const { kind, path, ctes, target, ...rest } = node as Visited;
  let hiddenInside = hidden;
  for (const cte of Array.isArray(ctes) ? (ctes as Visited[]) : []) {
    visit(cte.query, hiddenInside, read, written);
    hiddenInside = new Set([...hiddenInside, String(cte.name).toLowerCase()]);
  }
  if ((kind === "table" || kind === "tableBody") && Array.isArray(path)) {
    const name = path.join(".").toLowerCase();
    if (path.length > 1 || !hidden.has(name)) {
      read.add(name);
    }
  }
  if (typeof target === "object" && target !== null) {
    written.add(((target as Visited).path as string[]).join(".").toLowerCase());
  }
  for (const value of Object.values(rest)) {
    visit(value, hiddenInside, read, written);
  }
}

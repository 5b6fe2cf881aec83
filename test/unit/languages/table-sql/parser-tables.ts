import type { Statement } from "../../../../src/languages/table-sql/syntax/tree.ts";

/** Names of tables in small letters, sorted. */
export interface ParserTables {
  readonly read: readonly string[];
  readonly written: readonly string[];
}

/** The tables of a tree, found by nothing but its nodes: names that no WITH hides. */
export function tablesOfTree(statement: Statement): ParserTables {
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
  let seen = hidden;
  for (const cte of Array.isArray(ctes) ? (ctes as Visited[]) : []) {
    visit(cte.query, seen, read, written);
    seen = new Set([...seen, String(cte.name).toLowerCase()]);
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
    visit(value, seen, read, written);
  }
}

import { isRecord } from "../base/guards.ts";

/** A part of the syntax tree that DuckDB's `json_serialize_sql` gives. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

interface ScopedNode {
  readonly node: SyntaxNode;
  /** The named queries that a table of this part may mean, in small letters. */
  readonly visible: ReadonlySet<string>;
}

/**
 * Every part of a syntax tree, in no order. As in SQL, a named query is visible in the SELECT that its WITH belongs to and in what is
 * nested in it, in the named queries behind it, and in itself only where it is recursive, behind the first part.
 */
export function* scopedNodes(tree: unknown): Generator<ScopedNode> {
  // No recursion, since a long statement nests deep.
  const waiting: { readonly value: unknown; readonly visible: ReadonlySet<string> }[] = [
    { value: tree, visible: new Set() },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, visible } = next;
    if (Array.isArray(value)) {
      waiting.push(...value.map((item) => ({ value: item, visible })));
    } else if (isRecord(value)) {
      const node = value as SyntaxNode;
      const { cte_map: named, left, ...others } = node;
      let inner = visible;
      for (const { key, value: query } of entriesOf(named)) {
        waiting.push({ value: query, visible: inner });
        inner = withName(inner, key);
      }
      yield { node, visible: inner };
      waiting.push({ value: left, visible: inner });
      const isRecursive = node.type === "RECURSIVE_CTE_NODE";
      const rest = isRecursive ? withName(inner, String(node.cte_name)) : inner;
      waiting.push(...Object.values(others).map((part) => ({ value: part, visible: rest })));
    }
  }
}

/** The queries of a WITH, in their order. */
function entriesOf(named: unknown): readonly { readonly key: string; readonly value: unknown }[] {
  const { map = [] } = (named ?? {}) as { readonly map?: readonly { readonly key: string; readonly value: unknown }[] };
  return map;
}

/** Names of SQL do not tell upper from lower case. */
function withName(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names, name.toLowerCase()]);
}

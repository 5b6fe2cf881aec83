import { isRecord } from "../base/guards.ts";

/** Node of the syntax tree that DuckDB's function `json_serialize_sql` returns. */
export type SyntaxNode = Readonly<Record<string, unknown>>;

/** Node of a syntax tree with the common table expressions (WITH) in scope. */
interface ScopedNode {
  readonly node: SyntaxNode;
  /** Names of the common table expressions that a table name in this node can refer to, in lower case. */
  readonly visible: ReadonlySet<string>;
}

/**
 * Yields all nodes of a syntax tree, in no particular order. As in SQL, a common table expression is in scope in the
 * SELECT of its WITH, including nested queries, and in the later expressions of that WITH. A recursive one is also in
 * scope in itself, except in the first operand of its UNION.
 */
export function* scopedNodes(tree: unknown): Generator<ScopedNode> {
  // Not recursive, because the nodes of a long statement can be nested deeply.
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

/** Returns the common table expressions of a WITH, in their order. */
function entriesOf(named: unknown): readonly { readonly key: string; readonly value: unknown }[] {
  const { map = [] } = (named ?? {}) as { readonly map?: readonly { readonly key: string; readonly value: unknown }[] };
  return map;
}

/** Adds a name in lower case, because names in SQL are case-insensitive. */
function withName(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set([...names, name.toLowerCase()]);
}

import { findColumn } from "./column.ts";
import { type Names, type Resolution, sourceName } from "./names.ts";
import type { ColumnUse, Statement } from "./tree.ts";

/** A column that is written is one of the target, by its own name or after the target's. */
export function resolveTarget(use: ColumnUse, { target }: Statement, names: Names): Resolution {
  const columns = target && names.columnsOf(target);
  const [first, second] = use.path;
  if (!columns || !first) {
    return { kind: "unknown" };
  }
  const isQualified = second && first.text.toLowerCase() === sourceName(target)?.toLowerCase();
  const column = findColumn(columns, (isQualified ? second : first).text);
  return column ? { kind: "column", source: target, column } : { kind: "missing", source: target };
}

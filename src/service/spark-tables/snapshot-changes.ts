import type { IcebergSnapshot, RowDifference } from "../../lakehouse/iceberg-table.ts";
import type { RowChanges } from "../table-data/table-data.ts";

/** Kind of a statement that writes, as far as the summary of its snapshot means something else for it. */
export type WriteKind = "update" | "upsert" | "other";

/**
 * Changes of one statement by the summary of its snapshot. Undefined where that tells too little: rows that a MERGE added
 * and removed may be changed ones, as all of an upsert are.
 */
export function changesOfStatement({ difference }: IcebergSnapshot, kind: WriteKind): RowChanges | undefined {
  if (!difference) {
    return undefined;
  }
  const { added, removed } = difference;
  if (kind === "update" ? added === removed : kind === "upsert" && added >= removed) {
    return { added: added - removed, changed: removed, removed: 0 };
  }
  return added === 0 || removed === 0 ? { added, changed: 0, removed } : undefined;
}

/**
 * Rows that one snapshot of a table has and another has not, by the summaries of those between them. A row that differs
 * counts as removed and added. Undefined where neither descends from the other, or the summaries do not tell it exactly.
 */
export function differenceBetween(
  snapshots: ReadonlyMap<string, IcebergSnapshot>,
  from: string | undefined,
  to: string,
): RowDifference | undefined {
  const forward = sumOf(lineBetween(snapshots, from, to));
  if (forward) {
    return forward;
  }
  const back = from === undefined ? undefined : sumOf(lineBetween(snapshots, to, from));
  return back && { added: back.removed, removed: back.added };
}

/** Snapshots after `ancestor` up to `descendant`, the oldest first. Undefined where they are not of one line. */
function lineBetween(
  snapshots: ReadonlyMap<string, IcebergSnapshot>,
  ancestor: string | undefined,
  descendant: string,
): readonly IcebergSnapshot[] | undefined {
  const line: IcebergSnapshot[] = [];
  for (let id: string | undefined = descendant; id !== ancestor; ) {
    const snapshot: IcebergSnapshot | undefined = id === undefined ? undefined : snapshots.get(id);
    if (!snapshot) {
      return undefined;
    }
    line.push(snapshot);
    id = snapshot.parentId;
  }
  return line.reverse();
}

function sumOf(line: readonly IcebergSnapshot[] | undefined): RowDifference | undefined {
  const sum = { added: 0, removed: 0 };
  for (const { difference } of line ?? []) {
    // A later snapshot may remove what one of the line has added.
    if (!difference || (difference.removed > 0 && sum.added > 0)) {
      return undefined;
    }
    sum.added += difference.added;
    sum.removed += difference.removed;
  }
  return line && sum;
}

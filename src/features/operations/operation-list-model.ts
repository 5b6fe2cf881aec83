import type { OperationDefinition } from "../../contract/operation.ts";
import { groupOf, groupTitles } from "./operation-groups.ts";

/** One operation as a list shows it. */
export interface OperationEntry {
  readonly operation: string;
  readonly title: string;
  readonly route: string;
  readonly kind: string;
  readonly isPathAssumed: boolean;
}

export interface OperationGroup {
  readonly title: string;
  readonly entries: readonly OperationEntry[];
}

/** All operations by area, in the order of service-api; an area without any is left out. */
export function groupOperations(rows: Readonly<Record<string, OperationDefinition>>): OperationGroup[] {
  const entries = Object.entries(rows).map(([operation, row]) => ({
    group: groupOf(operation),
    ...entryOf(operation, row),
  }));
  return groupTitles
    .map((title) => ({
      title,
      entries: entries.filter(({ group }) => group === title).map(({ group: _, ...entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0);
}

function entryOf(operation: string, row: OperationDefinition): OperationEntry {
  return {
    operation,
    title: row.title,
    route: row.route,
    kind: row.kind,
    isPathAssumed: row.assumed?.includes("route") ?? false,
  };
}

import type { OperationDefinition } from "../../contract/operation.ts";
import { groupOf, groupTitles } from "./operation-groups.ts";

/** One operation as a list shows it. */
export interface OperationEntry {
  readonly operation: string;
  readonly title: string;
  readonly route: string;
  readonly kind: string;
  readonly isPathAssumed: boolean;
  /** Whether the service of the place answers it. */
  readonly isAvailable: boolean;
}

interface OperationGroup {
  readonly title: string;
  readonly entries: readonly OperationEntry[];
}

/**
 * All operations by area, in the order of service-api, "Endpoints"; those that the service does not offer last in their area. An area
 * without any is left out.
 */
export function groupOperations(
  rows: Readonly<Record<string, OperationDefinition>>,
  unavailable: ReadonlySet<string>,
): OperationGroup[] {
  const entries = Object.entries(rows).map(([operation, row]) => ({
    group: groupOf(operation),
    ...entryOf(operation, row, !unavailable.has(operation)),
  }));
  const sorted = [...entries.filter((entry) => entry.isAvailable), ...entries.filter((entry) => !entry.isAvailable)];
  return groupTitles
    .map((title) => ({
      title,
      entries: sorted.filter(({ group }) => group === title).map(({ group: _, ...entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Without the operations that the service does not offer. */
export function onlyAvailable(groups: readonly OperationGroup[]): OperationGroup[] {
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(({ isAvailable }) => isAvailable) }))
    .filter(({ entries }) => entries.length > 0);
}

function entryOf(operation: string, row: OperationDefinition, isAvailable: boolean): OperationEntry {
  return {
    operation,
    title: row.title,
    route: row.route,
    kind: row.kind,
    isPathAssumed: row.assumed?.includes("route") ?? false,
    isAvailable,
  };
}

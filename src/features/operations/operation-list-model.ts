import type { OperationDefinition } from "../../contract/operation.ts";
import { operationGroups } from "../../contract/operation-groups.ts";

/** One operation in the list. */
export interface OperationEntry {
  readonly operation: string;
  readonly title: string;
  readonly route: string;
  readonly kind: string;
  readonly isPathAssumed: boolean;
  /** Whether the target's service offers the operation. */
  readonly isAvailable: boolean;
}

interface OperationGroup {
  readonly title: string;
  readonly entries: readonly OperationEntry[];
}

/**
 * Groups all operations by area, in the order of service-api, "Endpoints". Empty areas are left out. The order does not
 * depend on what the service offers, so that a list that is refilled while somebody chooses keeps its places.
 */
export function groupOperations(
  rows: Readonly<Record<string, OperationDefinition>>,
  unavailable: ReadonlySet<string>,
): OperationGroup[] {
  const entries = Object.entries(rows).map(([operation, row]) => ({
    group: groupOf(operation),
    ...entryOf(operation, row, !unavailable.has(operation)),
  }));
  return groupTitles
    .map((title) => ({
      title,
      entries: entries.filter(({ group }) => group === title).map(({ group: _, ...entry }) => entry),
    }))
    .filter((group) => group.entries.length > 0);
}

/** Drops operations that the service does not offer. */
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

/** Title for operations that belong to no area. */
const otherGroup = "Other operations";

/** Titles of the areas, in the order of service-api, "Endpoints". */
const groupTitles: readonly string[] = [...operationGroups.map(({ title }) => title), otherGroup];

/** Title of an operation's area. */
export function groupOf(operation: string): string {
  const group = operationGroups.find(({ operations }) => operations.some((name) => name === operation));
  return group?.title ?? otherGroup;
}

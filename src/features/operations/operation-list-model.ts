import type { OperationDefinition } from "../../contract/operation.ts";
import { operationGroups } from "../../contract/operation-groups.ts";

/** API operation in the list of all operations. */
export interface OperationEntry {
  readonly operation: string;
  readonly title: string;
  readonly route: string;
  readonly kind: string;
  readonly isPathAssumed: boolean;
  /** Whether the service of the active connection supports the operation. */
  readonly isAvailable: boolean;
}

interface OperationGroup {
  readonly title: string;
  readonly entries: readonly OperationEntry[];
}

/**
 * Groups all API operations by area, in the order of service-api, "Endpoints". Empty areas are left out. Unsupported
 * operations keep their position, so that the order is stable while the user chooses.
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

/** Returns the groups without the operations that the service does not support. */
export function onlyAvailable(groups: readonly OperationGroup[]): OperationGroup[] {
  return filterEntries(groups, ({ isAvailable }) => isAvailable);
}

/**
 * Returns the groups with the operations that contain every word of a text in their title, name, path or kind, in any
 * order: `gen pgp` finds *Generate PGP Key*.
 */
export function matchingOperations(groups: readonly OperationGroup[], text: string): OperationGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return filterEntries(groups, ({ title, operation, route, kind }) => {
    const searched = `${title} ${operation} ${route} ${kind}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
}

function filterEntries(
  groups: readonly OperationGroup[],
  isIncluded: (entry: OperationEntry) => boolean,
): OperationGroup[] {
  return groups
    .map(({ title, entries }) => ({ title, entries: entries.filter(isIncluded) }))
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

/** Title of the group of operations that belong to no area. */
const otherGroup = "Other operations";

/** Titles of the groups of operations, in the order of service-api, "Endpoints". */
const groupTitles: readonly string[] = [...operationGroups.map(({ title }) => title), otherGroup];

/** Returns the title of the group that contains an operation. */
export function groupOf(operation: string): string {
  const group = operationGroups.find(({ operations }) => operations.some((name) => name === operation));
  return group?.title ?? otherGroup;
}

import { operationGroups } from "../../contract/operation-groups.ts";

/** Title for operations that belong to no area. */
const otherGroup = "Other operations";

/** Titles of the areas, in the order of service-api, "Endpoints". */
export const groupTitles: readonly string[] = [...operationGroups.map(({ title }) => title), otherGroup];

/** Title of an operation's area. */
export function groupOf(operation: string): string {
  const group = operationGroups.find(({ operations }) => operations.some((name) => name === operation));
  return group?.title ?? otherGroup;
}

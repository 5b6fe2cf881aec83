import { type OperationGroupTitle, operationGroups } from "../../contract/operation-groups.ts";
import type { Area } from "./capabilities.ts";

/**
 * The area whose capability a group of operations needs: read access for those that only read, full access for the others
 * (ours: the specification shows that profiles have capability groups, and not what each opens). What is about the caller
 * alone needs none.
 */
const areaOfGroup: Readonly<Record<OperationGroupTitle, Area | undefined>> = {
  Authentication: undefined,
  "Direct data intake": "dataManagement",
  "Data intake into sources": "dataManagement",
  "Data and jobs": "dataManagement",
  "PGP keys and upload": "dataManagement",
  "Table sources": "dataManagement",
  "Data query": "dataQuery",
  "Data version export": "dataManagement",
  Assistant: "dataQuery",
  "Search, source files and reports": "reporting",
  "Data export connectors": "dataManagement",
  "Projects and production versions": "projects",
  Users: "administration",
  Webhooks: "administration",
};

/** Operations that belong to another area than the rest of their group. */
const exceptions: Readonly<Record<string, Area>> = {
  searchObjects: "dataQuery",
  downloadSourceFiles: "dataManagement",
  downloadSourceFile: "dataManagement",
};

const areas = new Map(
  operationGroups.flatMap(({ title, operations }) =>
    operations.map((name): readonly [string, Area | undefined] => [name, exceptions[name] ?? areaOfGroup[title]]),
  ),
);

/** The area of an operation, by its name in the contract. */
export function areaOf(operation: string): Area | undefined {
  return areas.get(operation);
}

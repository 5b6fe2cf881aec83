import { type OperationGroupTitle, operationGroups } from "../../contract/operation-groups.ts";
import type { Area } from "./capabilities.ts";

/**
 * Area whose capability each group of operations requires: read access for operations that only read, full access for
 * others. Our choice: the specification shows that profiles have capability groups, but not what each permits.
 * Operations about the caller only require none.
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

/** Operations whose area differs from the rest of their group. */
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

/** Area of an operation, given its name in the contract. */
export function areaOfOperation(operation: string): Area | undefined {
  return areas.get(operation);
}

import { type OperationGroupTitle, operationGroups } from "../../contract/operation-groups.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { accessLevelOf, type Capability, type CapabilityArea, type Capable } from "../call/capabilities.ts";

/** Names in the user metadata of the groups that clients know. Other names would fail those that parse a fixed list. */
const publicGroups = {
  dataManagement: "Data",
  impersonator: "Impersonator",
  readImpersonated: "ReadImpersonated",
  writeImpersonated: "WriteImpersonated",
} as const satisfies Partial<Record<CapabilityArea | Capability, ResponseValue<"capabilityGroup">>>;

/** Converts the capabilities of a user to the form of the user metadata (service-api, "UserMetadata"). */
export function toPublicCapabilities(user: Capable) {
  return (Object.keys(publicGroups) as (keyof typeof publicGroups)[]).flatMap((group) => {
    const level = accessLevelOf(user, group);
    const word: ResponseValue<"accessLevel"> = level === "FullAccess" ? "Write" : level;
    const view: ResponseValue<"viewLevel"> = "Simple";
    return level === "NoAccess"
      ? []
      : [{ group: publicGroups[group], accessLevel: word, viewLevel: view, apiAccessLevel: word, apiViewLevel: view }];
  });
}

/**
 * Area whose capability each group of operations requires: read access for operations that only read, full access for
 * others. Our choice: the specification shows that profiles have capability groups, but not what each permits.
 * Operations about the caller only require none.
 */
const areaOfGroup: Readonly<Record<OperationGroupTitle, CapabilityArea | undefined>> = {
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
const exceptions: Readonly<Record<string, CapabilityArea>> = {
  searchObjects: "dataQuery",
  listUploadedFiles: "dataManagement",
  downloadSourceFiles: "dataManagement",
  downloadSourceFile: "dataManagement",
};

const areas = new Map(
  operationGroups.flatMap(({ title, operations }) =>
    operations.map((name): readonly [string, CapabilityArea | undefined] => [
      name,
      exceptions[name] ?? areaOfGroup[title],
    ]),
  ),
);

/** Returns the capability area of an operation, given the operation's name in the contract. */
export function capabilityAreaOf(operation: string): CapabilityArea | undefined {
  return areas.get(operation);
}

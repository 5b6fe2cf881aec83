import { type OperationGroupTitle, operationGroups } from "../../contract/operation-groups.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import type { CapabilityGroup, User } from "../store/user-store.ts";

/** Area of the service. Each area is the name of a capability group in a user's profile. */
export type CapabilityArea = "dataQuery" | "dataManagement" | "reporting" | "projects" | "administration";

/**
 * Display names of the capabilities that belong to no area (service-api, "Basic authentication" and "Impersonation").
 */
export const capabilityNames = {
  legacyApiRestricted: "Legacy API Restricted",
  impersonator: "Impersonator",
  readImpersonated: "Read Impersonated",
  writeImpersonated: "Write Impersonated",
} as const;

export type Capability = keyof typeof capabilityNames;

/**
 * Level of access to an area through the HTTP interface. `NoAccess` is from the specification, the other levels are our
 * choice.
 */
export type AccessLevel = "NoAccess" | "ReadOnly" | "FullAccess";

export function hasCapability(user: Pick<User, "capabilities">, capability: Capability): boolean {
  return accessLevelOf(user, capability) !== "NoAccess";
}

/** Whether the user may read data of an area. */
export function canRead(user: Pick<User, "capabilities"> | undefined, area: CapabilityArea): boolean {
  return user !== undefined && accessLevelOf(user, area) !== "NoAccess";
}

/** Returns the user's access level for an area or capability. Unknown levels count as `NoAccess`. */
export function accessLevelOf(
  { capabilities }: Pick<User, "capabilities">,
  group: CapabilityArea | Capability,
): AccessLevel {
  const level = capabilities.find((line) => line.group === group)?.apiAccessLevel;
  return level === "FullAccess" || level === "ReadOnly" ? level : "NoAccess";
}

/**
 * Creates a capability group of a profile, with the same access level for the HTTP interface and for other
 * applications.
 */
export function createCapabilityGroup(group: CapabilityArea | Capability, level: AccessLevel): CapabilityGroup {
  const view = level === "FullAccess" ? "Detailed" : "Simple";
  return { group, accessLevel: level, viewLevel: view, apiAccessLevel: level, apiViewLevel: view };
}

/** Names in the user metadata of the groups that clients know. Other names would fail those that parse a fixed list. */
const publicGroups = {
  dataManagement: "Data",
  impersonator: "Impersonator",
  readImpersonated: "ReadImpersonated",
  writeImpersonated: "WriteImpersonated",
} as const satisfies Partial<Record<CapabilityArea | Capability, ResponseValue<"capabilityGroup">>>;

/** Converts the capabilities of a user to the form of the user metadata (service-api, "UserMetadata"). */
export function toPublicCapabilities(user: Pick<User, "capabilities">) {
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

import type { AnswerValue } from "../../contract/answer-values.ts";
import { type OperationGroupTitle, operationGroups } from "../../contract/operation-groups.ts";
import type { CapabilityGroup, User } from "../store/user-store.ts";

/** Areas of the service; each is the name of a capability group in a user's profile. */
export type Area = "dataQuery" | "dataManagement" | "reporting" | "projects" | "administration";

/** Capabilities outside the areas, by their display names (service-api, "Basic authentication" and "Impersonation"). */
export const capabilityNames = {
  legacyApiRestricted: "Legacy API Restricted",
  impersonator: "Impersonator",
  readImpersonated: "Read Impersonated",
  writeImpersonated: "Write Impersonated",
} as const;

export type Capability = keyof typeof capabilityNames;

/** Access to an area over the interface. `NoAccess` is from the specification, the others are our choice. */
export type AccessLevel = "NoAccess" | "ReadOnly" | "FullAccess";

export function hasCapability(user: Pick<User, "capabilities">, capability: Capability): boolean {
  return accessLevel(user, capability) !== "NoAccess";
}

/** Whether the user may read data of an area. */
export function canRead(user: Pick<User, "capabilities"> | undefined, area: Area): boolean {
  return user !== undefined && accessLevel(user, area) !== "NoAccess";
}

/** Access level of a group; unknown levels count as `NoAccess`. */
export function accessLevel({ capabilities }: Pick<User, "capabilities">, group: Area | Capability): AccessLevel {
  const level = capabilities.find((line) => line.group === group)?.apiAccessLevel;
  return level === "FullAccess" || level === "ReadOnly" ? level : "NoAccess";
}

/** A line of a profile with the same access over the interface as in other applications. */
export function capabilityGroup(group: Area | Capability, level: AccessLevel): CapabilityGroup {
  const view = level === "FullAccess" ? "Detailed" : "Simple";
  return { group, accessLevel: level, viewLevel: view, apiAccessLevel: level, apiViewLevel: view };
}

/** Names in the user metadata of the groups that clients know. Other names would fail those that parse a fixed list. */
const publicGroups = {
  dataManagement: "Data",
  impersonator: "Impersonator",
  readImpersonated: "ReadImpersonated",
  writeImpersonated: "WriteImpersonated",
} as const satisfies Partial<Record<Area | Capability, AnswerValue<"capabilityGroup">>>;

/** The lines of a user's profile in the form of the user metadata (service-api, "UserMetadata"). */
export function publicCapabilities(user: Pick<User, "capabilities">) {
  return (Object.keys(publicGroups) as (keyof typeof publicGroups)[]).flatMap((group) => {
    const level = accessLevel(user, group);
    const word: AnswerValue<"accessLevel"> = level === "FullAccess" ? "Write" : level;
    const view: AnswerValue<"viewLevel"> = "Simple";
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

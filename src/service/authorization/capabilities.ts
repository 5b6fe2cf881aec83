import type { AnswerValue } from "../../contract/answer-values.ts";
import type { CapabilityGroup, User } from "../store/user-store.ts";

/** Areas of the service that a profile opens, by the name of its capability group. */
export type Area = "dataQuery" | "dataManagement" | "reporting" | "projects" | "administration";

/** Capabilities that a profile has or has not (service-api, "Basic authentication" and "Impersonation"). */
export const capabilityNames = {
  legacyApiRestricted: "Legacy API Restricted",
  impersonator: "Impersonator",
  readImpersonated: "Read Impersonated",
  writeImpersonated: "Write Impersonated",
} as const;

export type Capability = keyof typeof capabilityNames;

/** What a profile gives in an area over the interface; `NoAccess` is of the specification, the others are ours. */
export type AccessLevel = "NoAccess" | "ReadOnly" | "FullAccess";

export function hasCapability(user: Pick<User, "capabilities">, capability: Capability): boolean {
  return accessLevel(user, capability) !== "NoAccess";
}

/** Whether the user may read what an area of the service holds. */
export function canRead(user: Pick<User, "capabilities"> | undefined, area: Area): boolean {
  return user !== undefined && accessLevel(user, area) !== "NoAccess";
}

/** Levels that nobody knows give nothing. */
export function accessLevel({ capabilities }: Pick<User, "capabilities">, group: Area | Capability): AccessLevel {
  const level = capabilities.find((line) => line.group === group)?.apiAccessLevel;
  return level === "FullAccess" || level === "ReadOnly" ? level : "NoAccess";
}

/** A line of a profile that gives the same over the interface as elsewhere. */
export function capabilityGroup(group: Area | Capability, level: AccessLevel): CapabilityGroup {
  const view = level === "FullAccess" ? "Detailed" : "Simple";
  return { group, accessLevel: level, viewLevel: view, apiAccessLevel: level, apiViewLevel: view };
}

/** What the user metadata call a group of this service. */
const publicGroups: Readonly<Record<Area | Capability, AnswerValue<"capabilityGroup">>> = {
  dataQuery: "Query",
  dataManagement: "Data",
  reporting: "Reports",
  projects: "Projects",
  administration: "Administration",
  legacyApiRestricted: "LegacyApiRestricted",
  impersonator: "Impersonator",
  readImpersonated: "ReadImpersonated",
  writeImpersonated: "WriteImpersonated",
};

/** The lines of a user's profile in the words of the user metadata (service-api, "UserMetadata"). */
export function publicCapabilities(user: Pick<User, "capabilities">) {
  return (Object.keys(publicGroups) as (Area | Capability)[]).flatMap((group) => {
    const level = accessLevel(user, group);
    const word: AnswerValue<"accessLevel"> = level === "FullAccess" ? "Write" : level;
    const view: AnswerValue<"viewLevel"> = "Simple";
    return level === "NoAccess"
      ? []
      : [{ group: publicGroups[group], accessLevel: word, viewLevel: view, apiAccessLevel: word, apiViewLevel: view }];
  });
}

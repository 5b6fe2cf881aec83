/** A capability group of a user's profile (service-api, "UserMetadata"). */
export interface CapabilityGroup {
  readonly group: string;
  readonly accessLevel: string;
  readonly viewLevel: string;
  readonly apiAccessLevel: string;
  readonly apiViewLevel: string;
}

/** Areas of the service. Each area is the name of a capability group in a user's profile. */
export const capabilityAreas = ["dataQuery", "dataManagement", "reporting", "projects", "administration"] as const;

export type CapabilityArea = (typeof capabilityAreas)[number];

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
 * Levels of access to an area through the HTTP interface, lowest first. `NoAccess` is from the specification, the other
 * levels are our choice.
 */
export const accessLevels = ["NoAccess", "ReadOnly", "FullAccess"] as const;

export type AccessLevel = (typeof accessLevels)[number];

/** Rights that a user's profiles grant, one entry for each capability group. */
export interface Capable {
  readonly capabilities: readonly CapabilityGroup[];
}

export function hasCapability(user: Capable, capability: Capability): boolean {
  return accessLevelOf(user, capability) !== "NoAccess";
}

/** Whether the user may read data of an area. */
export function canRead(user: Capable | undefined, area: CapabilityArea): boolean {
  return user !== undefined && accessLevelOf(user, area) !== "NoAccess";
}

/** Returns the user's access level for an area or capability: the highest one. Unknown levels count as `NoAccess`. */
export function accessLevelOf({ capabilities }: Capable, group: CapabilityArea | Capability): AccessLevel {
  const levels = capabilities.filter((line) => line.group === group).map((line) => line.apiAccessLevel);
  return accessLevels.findLast((level) => levels.includes(level)) ?? "NoAccess";
}

/**
 * Creates a capability group of a profile, with the same access level for the HTTP interface and for other
 * applications.
 */
export function createCapabilityGroup(group: CapabilityArea | Capability, level: AccessLevel): CapabilityGroup {
  const view = level === "FullAccess" ? "Detailed" : "Simple";
  return { group, accessLevel: level, viewLevel: view, apiAccessLevel: level, apiViewLevel: view };
}

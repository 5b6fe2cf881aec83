import { type AccessLevel, type Area, type Capability, capabilityGroup } from "../authorization/capabilities.ts";
import type { CapabilityGroup } from "../store/user-store.ts";

export const administrating = "WFF_demo";
export const analytic = "WFF_demo~north";

/** User name in the ready line and in `service.json`. */
export const analyst = "analyst@demo.example";

/** A sample user without the password, which is random in each data folder. */
export interface SampleUser {
  readonly tenant: string;
  readonly username: string;
  readonly displayName: string;
  /** What the profile permits, for display. */
  readonly profile: string;
  readonly capabilities: readonly CapabilityGroup[];
}

const areas: readonly Area[] = ["dataQuery", "dataManagement", "reporting", "projects", "administration"];

/** Sample users; for each kind of refused call there is one whose profile lacks the permission. */
export const sampleUsers: readonly SampleUser[] = [
  {
    tenant: administrating,
    username: analyst,
    displayName: "Ada Analyst",
    profile: "may do everything, and impersonate others",
    capabilities: profile("FullAccess", areas, ["legacyApiRestricted", "impersonator"]),
  },
  {
    tenant: administrating,
    username: "viewer@demo.example",
    displayName: "Vera Viewer",
    profile: "reads everything, changes nothing; others may read as this user",
    capabilities: profile("ReadOnly", areas, ["legacyApiRestricted", "readImpersonated"]),
  },
  {
    tenant: administrating,
    username: "loader@demo.example",
    displayName: "Leo Loader",
    profile: "loads data and does not query; others may write as this user",
    capabilities: profile("FullAccess", ["dataManagement"], ["legacyApiRestricted", "writeImpersonated"]),
  },
  {
    tenant: administrating,
    username: "portal@demo.example",
    displayName: "Pia Portal",
    profile: "reads reports and queries, signs in by OAuth 2.0 only",
    capabilities: profile("ReadOnly", ["dataQuery", "reporting"], []),
  },
  {
    tenant: analytic,
    username: "north@demo.example",
    displayName: "Nora North",
    profile: "may do everything in the analytic tenant; others may read and write as this user",
    capabilities: profile("FullAccess", areas, ["legacyApiRestricted", "readImpersonated", "writeImpersonated"]),
  },
];

/** Client application that is registered with the sample, for all grant types. */
export const sampleClient = "workforce-analytics";

const editors = ["vscode", "vscode-insiders", "code-oss", "vscodium", "cursor", "windsurf"];

/** Callback of the local clients in the service's samples; the default for requests that name none. */
export const sampleDefaultRedirectUri = "http://localhost:5000/oauth2/callback";

/** Callbacks of the extension in various editors, of programs on this machine with any port, and of local clients. */
export const sampleRedirectUris: readonly string[] = [
  ...editors.map((scheme) => `${scheme}://workforce.workforce-analytics/signed-in`),
  "http://127.0.0.1/callback",
  "http://[::1]/callback",
  sampleDefaultRedirectUri,
];

function profile(
  level: AccessLevel,
  areasOfUser: readonly Area[],
  capabilities: readonly Capability[],
): readonly CapabilityGroup[] {
  return [
    ...areasOfUser.map((area) => capabilityGroup(area, level)),
    ...capabilities.map((capability) => capabilityGroup(capability, "FullAccess")),
  ];
}

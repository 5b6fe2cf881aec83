import { allDataPermission } from "../store/platform-database.ts";

/** Code of the administrating tenant in the sample. */
export const sampleAdministratingTenant = "WFF_demo";
/** Code of the analytic tenant in the sample. */
export const sampleAnalyticTenant = "WFF_demo~north";

/** Code of the tenant in the sample that consolidates the other two. */
export const sampleConsolidatedTenant = "WFF_demo~group";

/** User name of the sample's analyst, in the ready line and in `service.json`. */
export const sampleAnalystUserName = "analyst@demo.example";

/** A sample user without the password, which is random in each data folder. */
export interface SampleUser {
  readonly tenant: string;
  readonly username: string;
  readonly displayName: string;
  /** Description of the user's permissions, for display. */
  readonly profile: string;
  /** Id of a profile in the sample's catalogue. */
  readonly profileId: string;
  /** Id of a permission in the sample's catalogue. */
  readonly permissionId: string;
}

/** Users of the sample. They include one user without each of the capabilities that an operation can require. */
export const sampleUsers: readonly SampleUser[] = [
  {
    tenant: sampleAdministratingTenant,
    username: sampleAnalystUserName,
    displayName: "Ada Analyst",
    profile: "may do everything, and impersonate others",
    profileId: "Administrator",
    permissionId: allDataPermission,
  },
  {
    tenant: sampleAdministratingTenant,
    username: "viewer@demo.example",
    displayName: "Vera Viewer",
    profile: "reads everything, changes nothing; others may read as this user",
    profileId: "Viewer",
    permissionId: allDataPermission,
  },
  {
    tenant: sampleAdministratingTenant,
    username: "loader@demo.example",
    displayName: "Leo Loader",
    profile: "loads data and does not query; others may write as this user",
    profileId: "Loader",
    permissionId: allDataPermission,
  },
  {
    tenant: sampleAdministratingTenant,
    username: "portal@demo.example",
    displayName: "Pia Portal",
    profile: "reads reports and queries, signs in by OAuth 2.0 only",
    profileId: "Portal",
    permissionId: allDataPermission,
  },
  {
    tenant: sampleAnalyticTenant,
    username: "north@demo.example",
    displayName: "Nora North",
    profile: "may do everything in the analytic tenant; others may read and write as this user",
    profileId: "TenantAdministrator",
    permissionId: allDataPermission,
  },
  {
    tenant: sampleAdministratingTenant,
    username: "emea@demo.example",
    displayName: "Emma Emea",
    profile: "queries and reports on EMEA, without pay; others may read as this user",
    profileId: "Analyst",
    permissionId: "EMEA",
  },
  {
    tenant: sampleAdministratingTenant,
    username: "planner@demo.example",
    displayName: "Paul Planner",
    profile: "queries and reports on everybody, without pay; others may read as this user",
    profileId: "Analyst",
    permissionId: "WithoutPay",
  },
];

/** Client application of the sample, which is registered for all grant types. */
export const sampleClient = "workforce-analytics";

const editors = ["vscode", "vscode-insiders", "code-oss", "vscodium", "cursor", "windsurf"];

/** Callback URI of the sample's local clients, for requests without a callback URI. */
export const sampleDefaultRedirectUri = "http://localhost:5000/oauth2/callback";

/**
 * Callback URIs of the sample's client application: for the extension in several editors, for programs on this machine
 * with any port, and for local clients.
 */
export const sampleRedirectUris: readonly string[] = [
  ...editors.map((scheme) => `${scheme}://workforce.workforce-analytics/signed-in`),
  "http://127.0.0.1/callback",
  "http://[::1]/callback",
  sampleDefaultRedirectUri,
];

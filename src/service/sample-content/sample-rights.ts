import { type AccessLevel, type Capability, type CapabilityArea, capabilityAreas } from "../call/capabilities.ts";
import { allDataPermission } from "../store/platform-database.ts";
import type { RightsDocuments } from "../store/rights-catalogue.ts";

/** The catalogue of profiles, permissions and groups that a data folder starts with. */
export const sampleRights: RightsDocuments = {
  profiles: {
    Administrator: profile("Administrator", "FullAccess", capabilityAreas, ["legacyApiRestricted", "impersonator"]),
    TenantAdministrator: profile("Administrator of an analytic tenant", "FullAccess", capabilityAreas, [
      "legacyApiRestricted",
      "readImpersonated",
      "writeImpersonated",
    ]),
    Analyst: profile("Analyst", "FullAccess", ["dataQuery", "reporting"], ["legacyApiRestricted", "readImpersonated"]),
    Viewer: profile("Viewer", "ReadOnly", capabilityAreas, ["legacyApiRestricted", "readImpersonated"]),
    Loader: profile("Loader", "FullAccess", ["dataManagement"], ["legacyApiRestricted", "writeImpersonated"]),
    Portal: profile("Portal", "ReadOnly", ["dataQuery", "reporting"], []),
  },
  permissions: {
    [allDataPermission]: { displayName: "All data", objects: { "*": {} } },
    WithoutPay: {
      displayName: "Everybody, without pay",
      objects: { "*": {}, Employee: { hides: ["Base_Salary", "Pay_Level"] }, Pay_Change: { hides: ["Change_Amount"] } },
    },
    EMEA: {
      displayName: "Europe, Middle East and Africa, without pay",
      objects: {
        "*": {},
        Employee: { rows: "Location IN ('EMEA')", hides: ["Base_Salary", "Pay_Level"] },
        Pay_Change: { hides: ["Change_Amount"] },
      },
    },
  },
  groups: {
    HR_Business_Partners: {
      displayName: "HR business partners",
      profiles: ["Analyst"],
      permissions: ["WithoutPay"],
    },
  },
};

function profile(
  displayName: string,
  level: AccessLevel,
  areas: readonly CapabilityArea[],
  capabilities: readonly Capability[],
): RightsDocuments["profiles"][string] {
  return {
    displayName,
    capabilities: {
      ...Object.fromEntries(areas.map((area) => [area, level])),
      ...Object.fromEntries(capabilities.map((capability) => [capability, "FullAccess"])),
    },
  };
}

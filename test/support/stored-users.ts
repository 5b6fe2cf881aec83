import type { CapabilityGroup } from "../../src/service/call/capabilities.ts";
import type { UserRecord, UserStore } from "../../src/service/store/user-store.ts";

/** A user with a password and, unless `fields` say otherwise, without any rights. */
export function newUser(
  username: string,
  fields: Partial<UserRecord> & { readonly password: string },
): Parameters<UserStore["create"]>[0] {
  return {
    tenant: "WFF_demo",
    username,
    displayName: username,
    email: username,
    isEnabled: true,
    groupIds: [],
    permissionIds: [],
    profileAssignments: [],
    ...fields,
  };
}

/** Changes what is stored of a user. */
export async function changeUser(
  users: UserStore,
  tenant: string,
  name: string,
  fields: Partial<UserRecord>,
): Promise<void> {
  await users.change(tenant, [name], () => {
    const record = users.record(tenant, name);
    return { put: record ? [{ ...record, ...fields }] : [] };
  });
}

/** Gives a user of the sample these capabilities in place of the profiles. */
export async function setCapabilities(
  users: UserStore,
  userId: string,
  capabilities: readonly CapabilityGroup[],
): Promise<void> {
  await users.change("WFF_demo", [], () => {
    const record = users.recordById("WFF_demo", userId);
    return { put: record ? [{ ...record, profileAssignments: [], capabilities }] : [] };
  });
}

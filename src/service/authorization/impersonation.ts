import { HttpError } from "../call/call.ts";
import { type Capability, capabilityNames, hasCapability } from "../call/capabilities.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { User } from "../store/user-store.ts";

/**
 * Lifetime of an impersonation token; our choice, the same as an ASID token's, because the specification shows none.
 */
const impersonationLifetimeMs = 60 * 60 * 1000;

interface ImpersonationRequest {
  readonly requester: User;
  readonly targetUsername: string;
  /** Code of the tenant to which the target user belongs. */
  readonly tenant: string;
  readonly canWrite: boolean;
}

/**
 * Issues a token for acting as another user (service-api, "Impersonation"). Throws a 403 that names the missing
 * capability, or a 404 for an unknown user.
 */
export async function issueImpersonationToken(
  request: ImpersonationRequest,
  parts: ServiceDependencies,
): Promise<string> {
  const { requester, targetUsername, tenant, canWrite } = request;
  if (!hasCapability(requester, "impersonator")) {
    refuse("The user's profile", "impersonator");
  }
  const target = parts.users.byName(tenant, targetUsername);
  if (!target) {
    throw new HttpError(
      404,
      "USER_UNKNOWN",
      `${tenant} has no such user; send a user name as TargetUsername, and the user's tenant as TargetTenantID.`,
    );
  }
  const needed = canWrite ? "writeImpersonated" : "readImpersonated";
  if (!hasCapability(target, needed)) {
    refuse("The profile of the user to impersonate", needed);
  }
  const scope = canWrite ? "write" : "read";
  const detail = { requesterId: requester.userId };
  return parts.tokens.issue({ kind: "impersonation", userId: target.userId, scope, detail }, impersonationLifetimeMs);
}

function refuse(whose: string, capability: Capability): never {
  throw new HttpError(
    403,
    "CAPABILITY_MISSING",
    `${whose} lacks the ${capabilityNames[capability]} capability; an administrator of the tenant can grant it.`,
  );
}

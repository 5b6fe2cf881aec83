import { HttpError } from "../call/call.ts";
import type { ServiceParts } from "../parts/service-parts.ts";
import type { User } from "../store/user-store.ts";
import { type Capability, capabilityNames, hasCapability } from "./capabilities.ts";

/** Ours, as long as an ASID token lives: the specification shows no life of an impersonation token. */
const impersonationLifeMs = 60 * 60 * 1000;

interface ImpersonationRequest {
  readonly requester: User;
  readonly targetUsername: string;
  /** Code of the tenant the target is looked for in. */
  readonly tenant: string;
  readonly canWrite: boolean;
}

/** A token to act as another user with (service-api, "Impersonation"); a 403 that names the capability that is missing. */
export async function issueImpersonation(request: ImpersonationRequest, parts: ServiceParts): Promise<string> {
  const { requester, targetUsername, tenant, canWrite } = request;
  if (!hasCapability(requester, "impersonator")) {
    refuse("The user's profile", "impersonator");
  }
  const target = parts.users.byName(targetUsername);
  if (!target || target.loginTenant !== tenant) {
    throw new HttpError(
      404,
      "USER_UNKNOWN",
      `${tenant} has no such user; name one as TargetUsername, and the user's tenant as TargetTenantID.`,
    );
  }
  const needed = canWrite ? "writeImpersonated" : "readImpersonated";
  if (!hasCapability(target, needed)) {
    refuse("The profile of the user to impersonate", needed);
  }
  const scope = canWrite ? "write" : "read";
  const detail = { requesterId: requester.userId };
  return parts.tokens.issue({ kind: "impersonation", userId: target.userId, scope, detail }, impersonationLifeMs);
}

function refuse(whose: string, capability: Capability): never {
  throw new HttpError(
    403,
    "CAPABILITY_MISSING",
    `${whose} lacks the ${capabilityNames[capability]} capability; an administrator of the tenant can give it.`,
  );
}

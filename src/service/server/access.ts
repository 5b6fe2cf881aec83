import type { OperationDefinition } from "../../contract/operation.ts";
import { accessLevel, capabilityNames, hasCapability } from "../authorization/capabilities.ts";
import { areaOfOperation } from "../authorization/operation-areas.ts";
import { HttpError } from "../call/call.ts";
import type { SignedIn } from "./sign-in.ts";

/** Throws a 403 that names the missing capability or the kind of token that the operation needs. */
export function checkAccess(name: string, { kind, title }: OperationDefinition, signedIn: SignedIn): void {
  const { user, impersonation } = signedIn;
  if (impersonation && !hasCapability(impersonation.requester, "impersonator")) {
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `The profile of the user who requested the impersonation token no longer has the ${capabilityNames.impersonator} capability; an administrator of the tenant can grant it.`,
    );
  }
  if (impersonation && !impersonation.canWrite && kind !== "read") {
    throw new HttpError(
      403,
      "IMPERSONATION_READ_ONLY",
      `"${title}" changes data, but the impersonation token is read-only; request one with write=true.`,
    );
  }
  if (impersonation && !hasCapability(user, impersonation.canWrite ? "writeImpersonated" : "readImpersonated")) {
    const needed = capabilityNames[impersonation.canWrite ? "writeImpersonated" : "readImpersonated"];
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `The impersonated user's profile no longer has the ${needed} capability; an administrator of the tenant can grant it.`,
    );
  }
  const area = areaOfOperation(name);
  if (area === undefined) {
    return;
  }
  const level = accessLevel(user, area);
  const needed = kind === "read" ? "read" : "full";
  if (level === "NoAccess" || (needed === "full" && level !== "FullAccess")) {
    throw new HttpError(
      403,
      "CAPABILITY_MISSING",
      `"${title}" needs ${needed} access to ${area}, which the user's profile lacks; an administrator of the tenant can grant it.`,
    );
  }
}

import type { Static } from "typebox";
import * as Type from "typebox";
import { type OperationDefinition, type OperationMethod, splitRoute } from "./operation.ts";

/**
 * How one deployment names what the prose specification leaves open. Client and embedded service take the same profile;
 * what is left out has its usual name.
 */
export const DeploymentProfile = Type.Object({
  routes: Type.Optional(
    Type.Record(Type.String(), Type.String({ pattern: "^(GET|POST|PUT|DELETE) /[^\\s?#]*$" }), {
      description: "Method and path by the name of the operation, with the path parameters of its row.",
    }),
  ),
  timeColumn: Type.Optional(Type.String({ default: "Service_Time" })),
  cookies: Type.Optional(
    Type.Object({
      asid: Type.Optional(Type.String({ default: "ServiceASIDToken" })),
      impersonation: Type.Optional(Type.String({ default: "ServiceImpersonationToken" })),
    }),
  ),
  claimPrefix: Type.Optional(Type.String({ default: "service:" })),
  grantPrefix: Type.Optional(Type.String({ default: "urn:service:params:oauth:grant-type:" })),
});
export type DeploymentProfile = Static<typeof DeploymentProfile>;

/** Method and path of an operation in a deployment. */
export function routeOf(
  profile: DeploymentProfile,
  name: string,
  row: OperationDefinition,
): { method: OperationMethod; path: string } {
  const override = profile.routes?.[name];
  return splitRoute((override as OperationDefinition["route"] | undefined) ?? row.route);
}

/** Names of the two credential cookies of a deployment. */
export function cookieNames(profile: DeploymentProfile): { asid: string; impersonation: string } {
  return {
    asid: profile.cookies?.asid ?? "ServiceASIDToken",
    impersonation: profile.cookies?.impersonation ?? "ServiceImpersonationToken",
  };
}

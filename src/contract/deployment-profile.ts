import type { Static } from "typebox";
import * as Type from "typebox";
import { type OperationDefinition, type OperationMethod, splitRoute } from "./operation.ts";
import { type ResponseValueSet, responseValues } from "./response-values.ts";

const prefixes = Object.fromEntries(
  Object.keys(responseValues).map((set) => [set, Type.Optional(Type.String())] as const),
) as { [Set in ResponseValueSet]: Type.TOptional<Type.TString> };

/**
 * Names and formats that one deployment of the service uses where the specification does not define them. Clients and
 * the embedded service share the profile. Omitted entries have default names.
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
  sampleNameIn: Type.Optional(
    Type.Union([Type.Literal("body"), Type.Literal("query")], {
      default: "body",
      description: "Where loadIntakeSampleData has its sampleName.",
    }),
  ),
  deletedUsers: Type.Optional(
    Type.Union([Type.Literal("users"), Type.Literal("userIds")], {
      default: "users",
      description: "Name of the list of deleteUsers: users, or their ids alone.",
    }),
  ),
  exportDestinations: Type.Optional(
    Type.Object(
      {
        lakehouse: Type.Optional(Type.String({ minLength: 1, default: "lakehouse" })),
        warehouse: Type.Optional(Type.String({ minLength: 1, default: "warehouse" })),
        cloudAnalyticsServiceAccount: Type.Optional(
          Type.String({ minLength: 1, default: "cloudAnalyticsServiceAccount" }),
        ),
      },
      { additionalProperties: false, description: "Keys of the destinations of export credentials." },
    ),
  ),
  answerPrefixes: Type.Optional(
    Type.Object(prefixes, {
      additionalProperties: false,
      description: "What stands before the words of answers, by the set of words, such as that of statuses.",
    }),
  ),
  claimPrefix: Type.Optional(Type.String({ default: "service:" })),
  grantPrefix: Type.Optional(Type.String({ default: "urn:service:params:oauth:grant-type:" })),
});
export type DeploymentProfile = Static<typeof DeploymentProfile>;

/** HTTP method and path that a deployment uses for an operation. */
export function routeOf(
  profile: DeploymentProfile,
  name: string,
  row: OperationDefinition,
): { method: OperationMethod; path: string } {
  const override = profile.routes?.[name];
  return splitRoute((override as OperationDefinition["route"] | undefined) ?? row.route);
}

/** Names of the two cookies in which a deployment expects credentials. */
export function cookieNamesOf(profile: DeploymentProfile): { asid: string; impersonation: string } {
  return {
    asid: profile.cookies?.asid ?? "ServiceASIDToken",
    impersonation: profile.cookies?.impersonation ?? "ServiceImpersonationToken",
  };
}

import { version } from "../../../package.json";
import type {
  authenticationOperations,
  TokenRequest,
  TokenResponse,
  UserMetadata,
} from "../../contract/authentication.ts";
import { limits } from "../../contract/limits.ts";
import type { ResponseValue } from "../../contract/response-values.ts";
import { exchangeAuthorizationCode } from "../authorization/authorization-code-grant.ts";
import { readAuthorizationRequest } from "../authorization/authorization-request.ts";
import { toPublicCapabilities } from "../authorization/capabilities.ts";
import { issueImpersonationToken } from "../authorization/impersonation.ts";
import { exchangeSamlAssertion } from "../authorization/saml-grant.ts";
import { bypassesSingleSignOn } from "../authorization/scope.ts";
import { signInPagePaths } from "../authorization/sign-in-page.ts";
import { exchangeAsidToken, issuePasswordGrantTokens, refreshTokens } from "../authorization/token-grants.ts";
import { verifyUserPassword } from "../authorization/verify-client.ts";
import {
  type Caller,
  createJsonResponse,
  createRedirectResponse,
  createTextResponse,
  HttpError,
} from "../call/call.ts";
import { capabilityNames, hasCapability } from "../call/capabilities.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { TenantRecord } from "../store/tenant-store.ts";
import type { User, UserStore } from "../store/user-store.ts";

export const authenticationHandlers: OperationHandlers<typeof authenticationOperations> = {
  async requestSecureToken({ body }, parts) {
    const user = await verifyUserPassword(parts, body.username, body.password);
    if (!hasCapability(user, "legacyApiRestricted")) {
      throw new HttpError(
        403,
        "CAPABILITY_MISSING",
        `The user may not sign in with basic authentication: the profile lacks the ${capabilityNames.legacyApiRestricted} capability. Use OAuth 2.0, or have an administrator grant it.`,
      );
    }
    const grant = { kind: "asid", userId: user.userId, scope: "read" } as const;
    return createTextResponse(await parts.tokens.issue(grant, limits.asidTokenLifeMs.value));
  },

  async requestImpersonationToken({ caller, tenant, query, headers, body }, parts) {
    if (caller.impersonatedBy !== undefined) {
      throw new HttpError(
        403,
        "IMPERSONATION_NESTED",
        "An impersonation token cannot be used to request another one; use your own credential.",
      );
    }
    const targetUsername = headers.TargetUsername ?? body.TargetUsername;
    if (targetUsername === undefined || targetUsername === "") {
      throw new HttpError(
        400,
        "REQUEST_INVALID",
        "The request names no user to impersonate; send TargetUsername as a header or in the form.",
      );
    }
    const requester = requireUser(caller, parts.users);
    const canWrite = query.write ?? false;
    return createTextResponse(
      await issueImpersonationToken({ requester, targetUsername, tenant: tenant.code, canWrite }, parts),
    );
  },

  async getUserMetadata({ caller, query }, { users, tenants, profile }) {
    const loginTenant = tenants.record(caller.loginTenant);
    const accessible = [...(loginTenant ? [loginTenant] : []), ...tenants.children(caller.loginTenant)];
    const metadata: UserMetadata = {
      sub: caller.username,
      name: caller.displayName,
      email: caller.email,
      "service:user_id": caller.userId,
      "service:capabilities": { capabilityGroups: toPublicCapabilities(requireUser(caller, users)) },
      "service:subnets": everySubnet,
      "service:export_subnets": everySubnet,
      ...(query.includeTenantDetails && { "service:tenant_details": { details: accessible.map(toDetail) } }),
      "service:tenant_id": caller.loginTenant,
    };
    return createJsonResponse(withClaimPrefix(metadata, profile.claimPrefix));
  },

  async requestAuthorizationCode({ query }, parts) {
    const { scope } = await readAuthorizationRequest(query, parts);
    const path = bypassesSingleSignOn(scope, parts.profile) ? signInPagePaths.bypass : signInPagePaths.usual;
    // The check above accepts text values only.
    return createRedirectResponse(`${path}?${new URLSearchParams(query as Record<string, string>)}`);
  },

  async requestJwt({ body }, parts) {
    return createJsonResponse(await answerGrant(body, parts));
  },

  /** Answers with the embedded service's version, since it is the newest one for every connector. */
  async getDataOutConnectorVersion({ query }) {
    return createJsonResponse({ version, ...(query.connectorId !== undefined && { id: query.connectorId }) });
  },
};

/** The service answers on this machine only and restricts no networks. */
const everySubnet = { accessType: "All" satisfies ResponseValue<"accessType">, subnets: [] };

function answerGrant(body: TokenRequest, parts: ServiceDependencies): Promise<TokenResponse> {
  switch (body.grant_type) {
    case "authorization_code":
      return exchangeAuthorizationCode(body, parts);
    case "password":
      return issuePasswordGrantTokens(body, parts);
    case "urn:ietf:params:oauth:grant-type:saml2-bearer":
      return exchangeSamlAssertion(body, parts);
    case "urn:service:params:oauth:grant-type:asid-token":
      return exchangeAsidToken(body, parts);
    case "refresh_token":
      return refreshTokens(body, parts);
  }
}

/**
 * User record of a call's caller, whom the server has just authenticated. Throws a 401 if the user no longer exists.
 */
function requireUser(caller: Caller, users: UserStore): User {
  const user = users.byId(caller.userId);
  if (!user) {
    throw new HttpError(401, "CREDENTIAL_INVALID", "The user of the call no longer exists; sign in as another user.");
  }
  return user;
}

function toDetail(tenant: TenantRecord) {
  return {
    tenantCode: tenant.code,
    displayName: tenant.displayName,
    properties: { vanityUrlName: tenant.vanityName },
  };
}

/** Replaces the specification's prefix `service:` by the deployment's. */
function withClaimPrefix(metadata: UserMetadata, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name.replace(/^service:/, () => prefix), value]),
  );
}

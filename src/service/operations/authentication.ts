import type { authentication } from "../../contract/authentication.ts";
import type { TokenRequest, TokenResponse, UserMetadata } from "../../contract/authentication-schemas.ts";
import { signAccessToken } from "../access-token.ts";
import { HttpError, json, text } from "../call.ts";
import { type Handlers, notYet } from "../handlers.ts";
import type { ServiceParts } from "../service-parts.ts";
import type { TenantRecord } from "../store/tenant-store.ts";
import type { Grant } from "../store/token-store.ts";
import type { User } from "../store/user-store.ts";

/** An ASID token lives for 60 minutes (service-api, "Limits"). */
const asidLifeMs = 60 * 60 * 1000;
/** Ours: the specification shows no life of a JWT or a refresh token. */
const accessLifeSeconds = 60 * 60;
const refreshLifeMs = 30 * 24 * 60 * 60 * 1000;

/** The capability that basic authentication needs (service-api, "Basic authentication"). */
export const legacyApiCapability = "legacyApiRestricted";

export const authenticationHandlers: Handlers<typeof authentication> = {
  async requestSecureToken({ body }, parts) {
    const user = await signIn(parts, body.username, body.password);
    if (!hasLegacyApi(user)) {
      throw new HttpError(
        403,
        "CAPABILITY_MISSING",
        "The user may not sign in with basic authentication: the profile lacks the Legacy API Restricted capability.",
      );
    }
    return text(await parts.tokens.issue("asid", user.userId, "read", asidLifeMs));
  },

  requestImpersonationToken: notYet,

  async getUserMetadata({ caller, query }, { users, tenants, profile }) {
    const own = tenants.record(caller.loginTenant);
    const reachable = [...(own ? [own] : []), ...tenants.children(caller.loginTenant)];
    const metadata: UserMetadata = {
      sub: caller.username,
      name: caller.displayName,
      email: caller.email,
      "service:user_id": caller.userId,
      "service:capabilities": { capabilityGroups: [...(users.byId(caller.userId)?.capabilities ?? [])] },
      "service:subnets": { accessType: "Unrestricted", subnets: [] },
      "service:export_subnets": { accessType: "Unrestricted", subnets: [] },
      ...(query.includeTenantDetails && { "service:tenant_details": { details: reachable.map(toDetail) } }),
      "service:tenant_id": caller.loginTenant,
    };
    return json(withClaimPrefix(metadata, profile.claimPrefix));
  },

  requestAuthorizationCode: notYet,

  async requestJwt({ body }, parts) {
    return json(await answerGrant(body, parts));
  },

  getDataOutConnectorVersion: notYet,
};

async function answerGrant(body: TokenRequest, parts: ServiceParts): Promise<TokenResponse> {
  const scope = body.scope ?? "read";
  switch (body.grant_type) {
    case "password": {
      const clientTenant = await parts.clients.tenantOf(body.client_id ?? "", body.client_secret ?? "");
      const user = await signIn(parts, body.username ?? "", body.password ?? "");
      if (clientTenant !== user.loginTenant) {
        throw new HttpError(401, "CLIENT_INVALID", "The client id or the client secret is wrong.");
      }
      return issue(user, scope, parts);
    }
    case "urn:service:params:oauth:grant-type:asid-token":
      return issue(userOf(parts.tokens.find("asid", body.asid_token ?? ""), parts), scope, parts);
    case "refresh_token": {
      const grant = await parts.tokens.redeem("refresh", body.refresh_token ?? "");
      return issue(userOf(grant, parts), grant?.scope ?? scope, parts);
    }
    default:
      throw new HttpError(
        501,
        "GRANT_NOT_YET",
        `The embedded service does not take the grant type "${body.grant_type}" yet; use "password".`,
      );
  }
}

async function issue(user: User, scope: string, parts: ServiceParts): Promise<TokenResponse> {
  const { profile, signingKey } = parts;
  const now = Math.floor(parts.clock.now() / 1000);
  const common = { iss: "workforce-analytics", sub: user.userId, iat: now, exp: now + accessLifeSeconds };
  const claims = { ...common, scope, [`${profile.claimPrefix}tenant_id`]: user.loginTenant };
  const identity = { ...common, aud: "workforce-analytics", name: user.displayName, email: user.email };
  return {
    access_token: signAccessToken(claims, signingKey),
    refresh_token: await parts.tokens.issue("refresh", user.userId, scope, refreshLifeMs),
    ...(scope.split(" ").includes("openid") && { id_token: signAccessToken(identity, signingKey) }),
    token_type: "Bearer",
    expires_in: accessLifeSeconds,
  };
}

async function signIn({ users }: ServiceParts, username: string, password: string): Promise<User> {
  const user = await users.signIn(username, password);
  if (!user) {
    throw new HttpError(401, "SIGN_IN_FAILED", "The user name or the password is wrong.");
  }
  return user;
}

function userOf(grant: Grant | undefined, { users }: ServiceParts): User {
  const user = grant && users.byId(grant.userId);
  if (!user) {
    throw new HttpError(401, "TOKEN_INVALID", "The token is unknown, used up or expired; sign in again.");
  }
  return user;
}

function hasLegacyApi(user: User): boolean {
  return user.capabilities.some(
    ({ group, apiAccessLevel }) => group === legacyApiCapability && apiAccessLevel !== "NoAccess",
  );
}

function toDetail(tenant: TenantRecord) {
  return {
    tenantCode: tenant.code,
    displayName: tenant.displayName,
    properties: { vanityUrlName: tenant.vanityName },
  };
}

/** The metadata with the deployment's name for what is `service:` in the specification. */
function withClaimPrefix(metadata: UserMetadata, prefix: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name.replace(/^service:/, () => prefix), value]),
  );
}

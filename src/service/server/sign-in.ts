import type { IncomingHttpHeaders } from "node:http";
import { HttpError } from "../call/call.ts";
import type { ResolvedProfile } from "../call/profile.ts";
import type { ServiceDependencies } from "../parts/service-dependencies.ts";
import type { User } from "../store/user-store.ts";

/** The authenticated user of a call. During impersonation, also the user who requested it. */
export interface AuthenticatedUser {
  /** User whose permissions apply. During impersonation this is the impersonated user. */
  readonly user: User;
  readonly impersonation?: { readonly requester: User; readonly canWrite: boolean };
}

/**
 * Authenticates a request by the API key and the credential in its headers (service-api, "Authentication", 1 and 2).
 * Throws a 401.
 */
export async function authenticate(
  headers: IncomingHttpHeaders,
  parts: ServiceDependencies,
): Promise<AuthenticatedUser> {
  const apiKey = headers.apikey;
  if (typeof apiKey !== "string" || apiKey === "") {
    throw new HttpError(401, "API_KEY_MISSING", "The apikey header is missing; send the API key of the tenant in it.");
  }
  const keyTenant = parts.tenants.codeOfApiKey(apiKey);
  if (keyTenant === undefined) {
    throw new HttpError(401, "API_KEY_INVALID", "The API key is wrong; send the API key of the tenant you sign in to.");
  }
  const signedIn = await verifyCredential(readCredential(headers, parts.profile), parts);
  const { user, impersonation } = signedIn;
  if (![user.loginTenant, impersonation?.requester.loginTenant].includes(keyTenant)) {
    throw new HttpError(
      401,
      "API_KEY_INVALID",
      `The API key belongs to a tenant other than the user's; send the API key of ${user.loginTenant}.`,
    );
  }
  return signedIn;
}

async function verifyCredential({ kind, token }: Credential, parts: ServiceDependencies): Promise<AuthenticatedUser> {
  switch (kind) {
    case "bearer":
      return { user: await verifyBearer(token, parts) };
    case "asid": {
      const grant = parts.tokens.find("asid", token);
      return { user: requireUser(grant && parts.users.byId(grant.userId)) };
    }
    case "impersonation": {
      const grant = parts.tokens.find("impersonation", token);
      const user = requireUser(grant && parts.users.byId(grant.userId));
      const requester = requireUser(grant && parts.users.byId(grant.detail.requesterId ?? ""));
      return { user, impersonation: { requester, canWrite: grant?.scope === "write" } };
    }
  }
}

async function verifyBearer(
  token: string,
  { accessTokens, tokens, redemptions, users }: ServiceDependencies,
): Promise<User> {
  const claims = await accessTokens.read(token);
  if (claims === "expired") {
    throw new HttpError(401, "CREDENTIAL_EXPIRED", "The access token has expired; refresh it or sign in again.");
  }
  if (claims === "invalid") {
    throw new HttpError(
      401,
      "CREDENTIAL_INVALID",
      "The bearer token is not an access token of this service, or was changed; request one from the token endpoint.",
    );
  }
  if (!tokens.isAlive(claims.family)) {
    throw new HttpError(401, "CREDENTIAL_REVOKED", "The access token has been revoked; sign in again.");
  }
  redemptions.recordUse(claims.family);
  return requireUser(users.byId(claims.userId));
}

function requireUser(user: User | undefined): User {
  if (!user) {
    throw new HttpError(401, "CREDENTIAL_INVALID", "The credential is unknown, revoked or expired; sign in again.");
  }
  return user;
}

/** A credential that a call carries (service-api, "Authentication", 2). */
interface Credential {
  readonly kind: "bearer" | "asid" | "impersonation";
  readonly token: string;
}

/** Reads the one credential of a request. Throws a 401 that lists the three kinds if there is none or more than one. */
function readCredential(headers: IncomingHttpHeaders, { cookies }: ResolvedProfile): Credential {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const asid = readCookie(headers.cookie, cookies.asid);
  const impersonation = readCookie(headers.cookie, cookies.impersonation);
  const found: Credential[] = [
    ...(bearer === undefined ? [] : [{ kind: "bearer" as const, token: bearer }]),
    ...(asid === undefined ? [] : [{ kind: "asid" as const, token: asid }]),
    ...(impersonation === undefined ? [] : [{ kind: "impersonation" as const, token: impersonation }]),
  ];
  const [credential, other] = found;
  const choice = `"Authorization: Bearer" with a JWT, the cookie ${cookies.asid} or the cookie ${cookies.impersonation}`;
  if (!credential) {
    throw new HttpError(401, "CREDENTIAL_MISSING", `The call needs a credential: ${choice}.`);
  }
  if (other) {
    // Using either of them could act as the wrong user.
    throw new HttpError(401, "CREDENTIAL_AMBIGUOUS", `The call carries several credentials; send only one: ${choice}.`);
  }
  return credential;
}

function readCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(";") ?? []) {
    const [key = "", ...value] = pair.trim().split("=");
    if (key === name) {
      return value.join("=");
    }
  }
  return undefined;
}

/**
 * Throws a 403 for a request that a web page of another origin caused. Such a page could sign in the user under another
 * account, or use up password attempts. Browsers send an origin header with every POST, other programs do not.
 */
export function checkRequestOrigin({ host, origin, "sec-fetch-site": site }: IncomingHttpHeaders): void {
  const isOtherOrigin = origin !== undefined && origin !== `http://${host}`;
  const isOtherSite = site !== undefined && site !== "same-origin" && site !== "none";
  if (isOtherOrigin || isOtherSite) {
    throw new HttpError(
      403,
      "ORIGIN_REFUSED",
      "The request was sent from a page other than the service's own sign-in page; open the sign-in page itself.",
    );
  }
}

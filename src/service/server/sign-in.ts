import type { IncomingHttpHeaders } from "node:http";
import { readAccessToken } from "../access-token.ts";
import { HttpError } from "../call.ts";
import type { ServiceParts } from "../service-parts.ts";
import type { User } from "../store/user-store.ts";

/** The user that a request's API key and credential prove (service-api, "Authentication", 1 and 2); else a 401. */
export function authenticate(headers: IncomingHttpHeaders, parts: ServiceParts): User {
  const apiKey = headers.apikey;
  if (typeof apiKey !== "string" || apiKey === "") {
    throw new HttpError(401, "API_KEY_MISSING", "The apikey header is missing.");
  }
  const keyTenant = parts.tenants.codeOfApiKey(apiKey);
  if (keyTenant === undefined) {
    throw new HttpError(401, "API_KEY_INVALID", "The API key is wrong.");
  }
  const user = readCredential(headers, parts);
  if (user.loginTenant !== keyTenant) {
    throw new HttpError(401, "API_KEY_INVALID", "The API key belongs to another tenant than the user.");
  }
  return user;
}

function readCredential(headers: IncomingHttpHeaders, parts: ServiceParts): User {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  const asid = readCookie(headers.cookie, parts.profile.cookies.asid);
  if (bearer !== undefined) {
    const claims = readAccessToken(bearer, parts.signingKey, parts.clock.now());
    return known(claims && "scope" in claims ? parts.users.byId(claims.sub) : undefined);
  }
  if (asid !== undefined) {
    const grant = parts.tokens.find("asid", asid);
    return known(grant && parts.users.byId(grant.userId));
  }
  throw new HttpError(
    401,
    "CREDENTIAL_MISSING",
    `The call needs a credential: "Authorization: Bearer" with a JWT, or the cookie ${parts.profile.cookies.asid}.`,
  );
}

function known(user: User | undefined): User {
  if (!user) {
    throw new HttpError(401, "CREDENTIAL_INVALID", "The credential is unknown or expired; sign in again.");
  }
  return user;
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

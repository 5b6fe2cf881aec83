import { type Profile, standardGrantPrefix } from "../call/profile.ts";

/** A token request with the specification's name for a grant type that the deployment names with a prefix of its own. */
export function withStandardGrant(body: unknown, { grantPrefix }: Profile): unknown {
  if (typeof body !== "object" || body === null || !("grant_type" in body) || typeof body.grant_type !== "string") {
    return body;
  }
  const { grant_type: grant } = body;
  return grant.startsWith(grantPrefix)
    ? { ...body, grant_type: standardGrantPrefix + grant.slice(grantPrefix.length) }
    : body;
}

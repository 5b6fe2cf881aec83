import { HttpError } from "../call/call.ts";
import type { ResolvedProfile } from "../call/profile.ts";

/** Throws a 400 unless a scope consists of words separated by single spaces (RFC 6749, 3.3). */
export function checkScope(scope: string): string {
  if (!/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/.test(scope)) {
    throw new HttpError(400, "SCOPE_INVALID", 'The scope must be words separated by single spaces, such as "read".');
  }
  return scope;
}

export function hasScope(scope: string, word: string): boolean {
  return scope.split(" ").includes(word);
}

/**
 * Whether a scope lets users sign in with a password of the service although their tenant has single sign-on
 * (service-api, "OAuth 2.0 with OpenID Connect").
 */
export function bypassesSingleSignOn(scope: string, { claimPrefix }: ResolvedProfile): boolean {
  return hasScope(scope, "service:login:bypass_users") || hasScope(scope, `${claimPrefix}login:bypass_users`);
}

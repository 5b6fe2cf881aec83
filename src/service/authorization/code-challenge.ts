import { createHash } from "node:crypto";

/** Whether a text can be a `code_challenge` of method S256: 32 bytes as base64url (RFC 7636, 4.2). */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether a challenge was derived from `verifier` (RFC 7636, 4.6). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

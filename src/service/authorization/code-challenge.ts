import { createHash } from "node:crypto";

/** A `code_challenge` by S256: 32 bytes, base64url (RFC 7636, 4.2). */
export function isCodeChallenge(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Whether `verifier` is what a challenge was made from (RFC 7636, 4.6). */
export function fitsChallenge(verifier: string, challenge: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && createHash("sha256").update(verifier).digest("base64url") === challenge;
}

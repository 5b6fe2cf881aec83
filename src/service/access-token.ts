import { createHmac, timingSafeEqual } from "node:crypto";

/** What an access token says of its bearer. Times are epoch seconds, as in RFC 7519. */
export interface AccessClaims {
  readonly sub: string;
  readonly iss: string;
  readonly iat: number;
  readonly exp: number;
  readonly scope: string;
  /** Code of the tenant the user signed in to, under the deployment's claim prefix. */
  readonly [claim: string]: string | number;
}

const header = encode({ alg: "HS256", typ: "JWT" });

/** A compact JWS, RFC 7515, signed with HMAC SHA-256. */
export function signAccessToken(claims: Readonly<Record<string, string | number>>, key: string): string {
  const content = `${header}.${encode(claims)}`;
  return `${content}.${signature(content, key).toString("base64url")}`;
}

/** The claims of a token that this key signed and that has not expired at `nowMs`. */
export function readAccessToken(token: string, key: string, nowMs: number): AccessClaims | undefined {
  const [protectedHeader, payload, given, ...rest] = token.split(".");
  // Our own header and no other: an `alg` of the bearer's choice is never looked at.
  if (protectedHeader !== header || payload === undefined || given === undefined || rest.length > 0) {
    return undefined;
  }
  const expected = signature(`${header}.${payload}`, key);
  const actual = Buffer.from(given, "base64url");
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    return undefined;
  }
  const claims: AccessClaims = JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  return claims.exp * 1000 > nowMs ? claims : undefined;
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

function signature(content: string, key: string): Buffer {
  return createHmac("sha256", key).update(content).digest();
}

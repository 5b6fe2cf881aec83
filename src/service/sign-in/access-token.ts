import { calculateJwkThumbprint, errors, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../base/clock.ts";

const algorithm = "ES256";
const issuer = "workforce-analytics";
/** Audience of access tokens: this service. The audience of an ID token is the client application. */
const audience = "workforce-analytics-api";
/**
 * Token type that keeps an ID token, which is signed with the same key, from being used as an access token (RFC 9068).
 */
const accessType = "at+jwt";

/** Lifetime of an access token in seconds. Our choice, because the specification shows only `expires_in`. */
export const accessTokenLifetimeSeconds = 60 * 60;

/** Claims of an access token. */
interface AccessClaims {
  readonly userId: string;
  /** Token family in the `TokenStore`; the token is valid while the family is not revoked. */
  readonly family: string;
  readonly scope: string;
}

type KeyPair = { readonly kid: string } & Record<"privateKey" | "publicKey", Awaited<ReturnType<typeof importJWK>>>;

/** Signs and verifies the access tokens of the service, which are JWTs (RFC 7519, RFC 9068). */
export class AccessTokens {
  readonly #key: KeyPair;
  readonly #clock: Clock;

  private constructor(key: KeyPair, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** Creates the signer from an elliptic-curve private key. The public key is derived from it. */
  static async open(jwk: JWK, clock: Clock): Promise<AccessTokens> {
    const { d: _, ...publicJwk } = jwk;
    const key = {
      kid: await calculateJwkThumbprint(publicJwk),
      privateKey: await importJWK(jwk, algorithm),
      publicKey: await importJWK(publicJwk, algorithm),
    };
    return new AccessTokens(key, clock);
  }

  /** Signs an access token. `claims` are additional claims of the deployment. */
  signAccess({ userId, family, scope }: AccessClaims, claims: Readonly<Record<string, string>>): Promise<string> {
    return this.#sign(accessType, audience, userId, { ...claims, sid: family, scope });
  }

  signIdentity(userId: string, clientId: string, claims: Readonly<Record<string, string>>): Promise<string> {
    return this.#sign("JWT", clientId, userId, claims);
  }

  /** Verifies an access token. Returns its claims, or the reason why it is invalid. */
  async read(token: string): Promise<AccessClaims | "expired" | "invalid"> {
    try {
      const { payload } = await jwtVerify(token, ({ kid }) => this.#publicKey(kid), {
        algorithms: [algorithm],
        typ: accessType,
        issuer,
        audience,
        requiredClaims: ["sub", "sid", "scope", "iat", "nbf", "exp"],
        currentDate: new Date(this.#clock.now()),
      });
      return { userId: String(payload.sub), family: String(payload.sid), scope: String(payload.scope) };
    } catch (error) {
      if (error instanceof errors.JWTExpired) {
        return "expired";
      }
      // jose has a dozen errors for tokens that are not ours.
      if (error instanceof errors.JOSEError || error instanceof TypeError) {
        return "invalid";
      }
      throw error;
    }
  }

  #publicKey(kid: string | undefined) {
    if (kid !== this.#key.kid) {
      throw new errors.JWKSNoMatchingKey();
    }
    return this.#key.publicKey;
  }

  #sign(type: string, recipient: string, userId: string, claims: Readonly<Record<string, string>>): Promise<string> {
    const now = Math.floor(this.#clock.now() / 1000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, typ: type, kid: this.#key.kid })
      .setIssuer(issuer)
      .setAudience(recipient)
      .setSubject(userId)
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(now + accessTokenLifetimeSeconds)
      .sign(this.#key.privateKey);
  }
}

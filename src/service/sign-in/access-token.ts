import { calculateJwkThumbprint, errors, importJWK, type JWK, jwtVerify, SignJWT } from "jose";
import type { Clock } from "../../base/clock.ts";

const algorithm = "ES256";
const issuer = "workforce-analytics";
/** Who access tokens are for: this service. An ID token is for the client application that asked. */
const audience = "workforce-analytics-api";
/** An ID token is signed with the same key, and this keeps it from passing for an access token (RFC 9068). */
const accessType = "at+jwt";

/** Ours: the specification shows no life of a JWT beyond `expires_in`. */
export const accessLifeSeconds = 60 * 60;

/** What an access token says of its bearer. */
interface AccessClaims {
  readonly userId: string;
  /** Of the `TokenStore`; the token counts as long as the family is alive. */
  readonly family: string;
  readonly scope: string;
}

type KeyPair = { readonly kid: string } & Record<"signs" | "verifies", Awaited<ReturnType<typeof importJWK>>>;

/** Signs and reads the service's JWTs (RFC 7519, RFC 9068). */
export class AccessTokens {
  readonly #key: KeyPair;
  readonly #clock: Clock;

  private constructor(key: KeyPair, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** With an elliptic-curve private key, from which the public one is taken. */
  static async open(jwk: JWK, clock: Clock): Promise<AccessTokens> {
    const { d: _, ...publicJwk } = jwk;
    const key = {
      kid: await calculateJwkThumbprint(publicJwk),
      signs: await importJWK(jwk, algorithm),
      verifies: await importJWK(publicJwk, algorithm),
    };
    return new AccessTokens(key, clock);
  }

  /** `claims` are the deployment's own. */
  signAccess({ userId, family, scope }: AccessClaims, claims: Readonly<Record<string, string>>): Promise<string> {
    return this.#sign(accessType, audience, userId, { ...claims, sid: family, scope });
  }

  signIdentity(userId: string, clientId: string, claims: Readonly<Record<string, string>>): Promise<string> {
    return this.#sign("JWT", clientId, userId, claims);
  }

  /** The claims of an access token that this service signed; else why it is refused. */
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
      // Whatever else a bearer sends is no token of ours; jose says so in a dozen ways.
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
    return this.#key.verifies;
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
      .setExpirationTime(now + accessLifeSeconds)
      .sign(this.#key.signs);
  }
}

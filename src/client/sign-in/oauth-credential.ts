import { assertNever } from "../../base/assert-never.ts";
import type { Clock } from "../../base/clock.ts";
import { isRecord } from "../../base/guards.ts";
import { authenticationOperations, type TokenResponse } from "../../contract/authentication.ts";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import { createAuthorization, readCallback, singleSignOnBypassScopeOf } from "../interface/authorization-request.ts";
import type { ClientApplication, JwtGrant, JwtTokens, TokenStore } from "../interface/connection.ts";
import { MalformedError } from "../interface/errors.ts";
import { parseJson } from "../text/parse-json.ts";
import type { AsidCredential } from "./asid-credential.ts";
import type { CallToken, CallToSign, Credential, SendTokenRequest } from "./credential.ts";
import {
  createAsidForm,
  createCodeForm,
  createPasswordForm,
  createRefreshForm,
  createSamlForm,
  type GrantFormFields,
  toDeployedGrantFields,
} from "./oauth-grants.ts";
import { isCredentialRefusal, RefusalMemory, readSecret, toSignInError } from "./sign-in-refusal.ts";
import { TokenRenewal } from "./token-renewal.ts";

const longestMarginMs = 5 * 60 * 1000;

/**
 * Reads a response of the token endpoint. Keeps the last refresh token if the response has none. Throws MalformedError
 * when there is no access token.
 */
function readTokens(
  operation: string,
  answer: unknown,
  requestedAt: number,
  lastRefreshToken: string | undefined,
): JwtTokens {
  const {
    access_token: accessToken,
    refresh_token: refreshToken,
    token_type: tokenType = "Bearer",
    expires_in: expiresIn,
  } = answer as TokenResponse;
  if (accessToken === undefined || !/^[\w.~+/-]+=*$/.test(accessToken)) {
    throw new MalformedError(operation, "it has no access token");
  }
  // RFC 6749, 5.1 and 7.1: the type is without case, and a token of a type that the client does not know is not used.
  if (tokenType.toLowerCase() !== "bearer") {
    throw new MalformedError(operation, "its access token is no bearer token");
  }
  const lifeMs = expiresIn === undefined ? lifeOf(accessToken, requestedAt) : expiresIn * 1000;
  return {
    accessToken,
    refreshToken: refreshToken || lastRefreshToken,
    // The margin is limited so that a token that lives for a minute is not renewed at each call.
    renewAt: lifeMs === undefined ? undefined : requestedAt + lifeMs - Math.min(longestMarginMs, lifeMs / 5),
  };
}

function bearerToken({ accessToken }: JwtTokens): CallToken {
  return { value: accessToken, headers: { Authorization: `Bearer ${accessToken}` } };
}

/** Returns the lifetime in a JWT's unverified claims, in milliseconds. Used only to time renewals. */
function lifeOf(accessToken: string, nowMs: number): number | undefined {
  const payload = parseJson(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
  const claims = payload.ok && isRecord(payload.value) ? payload.value : {};
  const { exp, iat = nowMs / 1000 } = claims as { exp?: unknown; iat?: unknown };
  // Uses the difference of two claims, because the service's clock may differ from the local one.
  return typeof exp === "number" && typeof iat === "number" && exp > iat ? (exp - iat) * 1000 : undefined;
}

/** Grant of a connection. For an exchange it has the credential whose token is exchanged. */
type OauthGrant =
  | Exclude<JwtGrant, { kind: "asid-exchange" }>
  | { readonly kind: "asid-exchange"; readonly asid: AsidCredential };

interface OauthParts {
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly grant: OauthGrant;
  readonly tokens: TokenStore;
  readonly send: SendTokenRequest;
}

const operation = "requestJwt";
const cancelled = "the sign-in was cancelled. Sign in to the connection when you want to go on.";

/**
 * Credential for OAuth 2.0. It obtains a JWT by one of the grants and renews it with the refresh token, if there is one
 * (service-api, "OAuth 2.0 with OpenID Connect").
 */
export class OauthCredential implements Credential {
  readonly #parts: OauthParts;
  readonly #refusals: RefusalMemory;
  readonly #renewal: TokenRenewal<KeptToken>;

  constructor(parts: OauthParts) {
    this.#parts = parts;
    this.#refusals = new RefusalMemory(parts.clock);
    this.#renewal = new TokenRenewal({
      isFresh: ({ tokens }) => this.#isFresh(tokens),
      request: (calling, refused) => this.#request(calling, refused),
    });
  }

  token(call: CallToSign): Promise<CallToken> {
    return this.#renewal.token(call.operation, call.signal);
  }

  replace(refused: CallToken, call: CallToSign): Promise<CallToken> {
    return this.#renewal.replace(refused as KeptToken, call.operation, call.signal);
  }

  secrets(): readonly string[] {
    return this.#renewal.inUse.flatMap(({ tokens: { accessToken, refreshToken = "" } }) => [accessToken, refreshToken]);
  }

  dispose(): void {
    this.#renewal.forget();
  }

  #isFresh({ renewAt }: JwtTokens): boolean {
    return renewAt === undefined || this.#parts.clock.now() < renewAt;
  }

  #request(calling: string, refused: KeptToken | undefined): Promise<KeptToken> {
    return this.#parts.tokens.alone(async () => {
      const kept = await this.#kept(calling);
      // Another client may have renewed the tokens in the meantime.
      if (kept && kept.accessToken !== refused?.value && this.#isFresh(kept)) {
        return keptToken(kept);
      }
      const tokens =
        (kept && (await this.#refresh(calling, kept))) ?? (await this.#signIn(calling, kept !== undefined));
      return keptToken(tokens);
    });
  }

  /** Renews the tokens. Returns undefined if there is no refresh token or the service no longer accepts it. */
  async #refresh(calling: string, kept: JwtTokens): Promise<JwtTokens | undefined> {
    const { tokens } = this.#parts;
    if (kept.refreshToken === undefined) {
      return undefined;
    }
    try {
      return await this.#exchange(
        createRefreshForm(kept.refreshToken, await this.#application(calling)),
        kept.refreshToken,
      );
    } catch (error) {
      if (!isCredentialRefusal(error)) {
        throw error;
      }
      // Reusing a refused refresh token would look like token theft to the service.
      await tokens.write({ ...kept, refreshToken: undefined });
      return undefined;
    }
  }

  async #signIn(calling: string, isRenewal: boolean): Promise<JwtTokens> {
    const { grant } = this.#parts;
    switch (grant.kind) {
      case "authorization-code": {
        const application = await this.#readApplication(calling, grant);
        return await this.#guarded({ application }, async () => {
          const { baseUrl, profile } = this.#parts;
          const scope = grant.bypassesSingleSignOn ? `read ${singleSignOnBypassScopeOf(profile)}` : "read";
          const { clientId } = application;
          const { request, verifier } = createAuthorization({ baseUrl, profile, clientId, scope, isRenewal });
          const { redirectUri, query } = await readSecret(calling, cancelled, () => grant.askCode(request));
          return createCodeForm(application, { code: readCallback(query, request.state), redirectUri, verifier });
        });
      }
      case "password": {
        const application = await this.#readApplication(calling, grant);
        const problem = "user name and password could not be read. Sign in to the connection again.";
        const credentials = await readSecret(calling, problem, grant.credentials);
        return await this.#guarded({ application, credentials }, () => createPasswordForm(application, credentials));
      }
      case "saml-bearer": {
        const application = await this.#readApplication(calling, grant);
        const problem = "the SAML assertion could not be read. Check its file, or edit the connection.";
        const assertion = await readSecret(calling, problem, () => grant.assertion());
        return await this.#guarded({ application, assertion }, () => createSamlForm(application, assertion));
      }
      case "asid-exchange":
        return await this.#exchangeAsid(calling, grant.asid);
      default:
        return assertNever(grant);
    }
  }

  async #exchangeAsid(calling: string, asid: AsidCredential): Promise<JwtTokens> {
    const call: CallToSign = { operation: calling, auth: "standard", signal: undefined };
    const token = await asid.token(call);
    try {
      return await this.#exchange(createAsidForm(token.value));
    } catch (error) {
      if (!isCredentialRefusal(error)) {
        throw error;
      }
    }
    // The ASID token may have expired early.
    const renewed = await asid.replace(token, call);
    return await this.#guarded({}, () => createAsidForm(renewed.value));
  }

  #guarded(sent: unknown, form: () => GrantFormFields | Promise<GrantFormFields>): Promise<JwtTokens> {
    return this.#refusals.guard(sent, async () => {
      const { advice, ...rest } = await form();
      try {
        return await this.#exchange({ advice, ...rest });
      } catch (error) {
        throw isCredentialRefusal(error) ? toSignInError(error, advice) : error;
      }
    });
  }

  /** Requests tokens and stores them before they are used. */
  async #exchange(form: GrantFormFields, lastRefreshToken?: string): Promise<JwtTokens> {
    const { clock, profile, send, tokens } = this.#parts;
    const requestedAt = clock.now();
    const answer = await send({
      operation,
      row: authenticationOperations.requestJwt,
      args: { body: form.fields },
      body: toDeployedGrantFields(form, profile),
      ...(form.headers && { headers: form.headers }),
      secrets: form.secrets,
    });
    const read = readTokens(operation, answer, requestedAt, lastRefreshToken);
    await readSecret(
      operation,
      "the new tokens could not be stored. Unlock the system's key store and sign in again.",
      () => tokens.write(read),
    );
    return read;
  }

  #kept(calling: string): Promise<JwtTokens | undefined> {
    return readSecret(calling, "the tokens could not be read. Unlock the system's key store and try again.", () =>
      this.#parts.tokens.read(),
    );
  }

  async #application(calling: string): Promise<ClientApplication | undefined> {
    const { grant } = this.#parts;
    return grant.kind === "asid-exchange" ? undefined : await this.#readApplication(calling, grant);
  }

  #readApplication(calling: string, grant: { application(): Promise<ClientApplication> }): Promise<ClientApplication> {
    return readSecret(calling, "client id and client secret could not be read. Edit the connection.", () =>
      grant.application(),
    );
  }
}

interface KeptToken extends CallToken {
  readonly tokens: JwtTokens;
}

function keptToken(tokens: JwtTokens): KeptToken {
  return { ...bearerToken(tokens), tokens };
}

import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { OperationKind } from "../../contract/operation.ts";
import type { AskCode } from "./authorization-request.ts";

export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Returns user name and password. Called at each sign-in, so that a changed password takes effect and none is stored
 * here. If it rejects with an error named `SignInProblem`, the user sees its message; the same applies to the other
 * functions that return secrets.
 */
export type AskPassword = () => Promise<PasswordCredentials>;

/** Credentials of a client application that is registered with the service. Secret. */
export interface ClientApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Grant to obtain the first JWT (service-api, "OAuth 2.0 with OpenID Connect"). The functions are called at each
 * sign-in. If the service issued a refresh token, it is used first.
 */
export type JwtGrant =
  | {
      readonly kind: "authorization-code";
      application(): Promise<ClientApplication>;
      readonly askCode: AskCode;
      /** Leads users who bypass single sign-on to their own sign-in page. */
      readonly bypassesSingleSignOn?: boolean | undefined;
    }
  | { readonly kind: "password"; application(): Promise<ClientApplication>; readonly credentials: AskPassword }
  | {
      readonly kind: "saml-bearer";
      application(): Promise<ClientApplication>;
      /** Returns the assertion as XML or as base64url of it. Secret. */
      assertion(): Promise<string>;
    }
  | { readonly kind: "asid-exchange"; readonly credentials: AskPassword };

/** Sign-in by OAuth 2.0. `tokens` stores the issued tokens while the user is signed in. */
export interface JwtSignIn {
  readonly grant: JwtGrant;
  readonly tokens: TokenStore;
}

/** Another user to act as (service-api, "Impersonation"). */
export interface Impersonation {
  readonly username: string;
  /** Whether write access is requested; false for read access only. */
  readonly write: boolean;
  /** Code of that user's analytic tenant; the login tenant by default. */
  readonly tenant?: string | undefined;
}

/** Address and credentials for calls to a service. */
export interface Connection {
  /** `http` or `https` address without credentials, query or fragment; the tenant's vanity name is part of its host. */
  readonly baseUrl: string;
  /** Secret. */
  readonly apiKey: string;
  /** A function for basic authentication, or OAuth 2.0. */
  readonly credentials: AskPassword | JwtSignIn;
  /** Requested after the sign-in, whatever its kind. */
  readonly impersonation?: Impersonation | undefined;
  /** Code of the tenant to act on; the login tenant by default. */
  readonly tenant?: string | undefined;
  /** Id of the draft project to act in; the production version by default. */
  readonly project?: string | undefined;
  readonly profile?: DeploymentProfile | undefined;
  /**
   * Rejects unless the expected server is at the address. Called for each new `http` connection before anything is
   * sent.
   */
  readonly proveServer?: (() => Promise<void>) | undefined;
}

export type GateAnswer = "allowed" | "denied";

/**
 * What is known of the changes of a group of calls: `rolledBack` leaves nothing of them in any case; `confirmed` are
 * those that the user has just agreed to, with connection, tenant and tables shown.
 */
export type GroupEffect = "rolledBack" | "confirmed";

/**
 * Decides whether the connection's role allows a call. Called before anything is sent, once per call, or once per group
 * of calls with the title and the effect of the group.
 */
export type RoleGate = (
  kind: OperationKind,
  operation: string,
  group?: string,
  effect?: GroupEffect,
) => Promise<GateAnswer>;

/** Tokens from one response of the token endpoint (service-api, "TokenResponse"). Secret. */
export interface JwtTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /**
   * Time of renewal before expiry, in epoch milliseconds; undefined if neither response nor token tells the lifetime.
   */
  readonly renewAt?: number | undefined;
}

/** Store of a connection's tokens, shared by all clients of the connection. */
export interface TokenStore {
  read(): Promise<JwtTokens | undefined>;
  /** Replaces the stored tokens; `undefined` deletes them. */
  write(tokens: JwtTokens | undefined): Promise<void>;
  /** Runs `work` exclusively across all windows, because a refresh token can be used only once. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Stores the tokens of one client in memory. */
export class MemoryTokenStore implements TokenStore {
  #tokens: JwtTokens | undefined;
  #last: Promise<unknown> = Promise.resolve();

  async read(): Promise<JwtTokens | undefined> {
    return this.#tokens;
  }

  async write(tokens: JwtTokens | undefined): Promise<void> {
    this.#tokens = tokens;
  }

  forget(): void {
    this.#tokens = undefined;
  }

  alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

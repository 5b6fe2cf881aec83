import { TaskQueue } from "../../base/task-queue.ts";
import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { OperationKind } from "../../contract/operation.ts";
import type { AskAuthorizationCode } from "./authorization-request.ts";

export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Function that returns user name and password. It is called at each sign-in, so that no password is stored. An error
 * named `SignInProblem` is shown to the user.
 */
export type AskPassword = () => Promise<PasswordCredentials>;

/** Client id and secret of an application that is registered with the service. */
export interface ClientApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * OAuth grant that yields the first JWT (service-api, "OAuth 2.0 with OpenID Connect"). Its functions are called at
 * each sign-in. A refresh token, if there is one, is used first.
 */
export type JwtGrant =
  | {
      readonly kind: "authorization-code";
      application(): Promise<ClientApplication>;
      readonly askCode: AskAuthorizationCode;
      /** Whether users who bypass single sign-on are led to a separate sign-in page. */
      readonly bypassesSingleSignOn?: boolean | undefined;
    }
  | { readonly kind: "password"; application(): Promise<ClientApplication>; readonly credentials: AskPassword }
  | {
      readonly kind: "saml-bearer";
      application(): Promise<ClientApplication>;
      /** Returns the SAML assertion as XML or in base64url. It is secret. */
      assertion(): Promise<string>;
    }
  | { readonly kind: "asid-exchange"; readonly credentials: AskPassword };

/** Sign-in by OAuth 2.0. `tokens` is the store for the issued tokens. */
export interface JwtSignIn {
  readonly grant: JwtGrant;
  readonly tokens: TokenStore;
}

/** Another user to act as (service-api, "Impersonation"). */
export interface Impersonation {
  readonly username: string;
  /** Whether to request write access. False requests read access only. */
  readonly write: boolean;
  /** Code of the analytic tenant of the impersonated user. The login tenant by default. */
  readonly tenant?: string | undefined;
}

/** Address of a service, with the credentials for calling it. */
export interface Connection {
  /** Id that errors of refused credentials carry; undefined for a connection that is not stored. */
  readonly id?: string | undefined;
  /**
   * Base URL with `http` or `https`, without credentials, query or fragment. The host includes the tenant's vanity
   * name.
   */
  readonly baseUrl: string;
  /** API key of the service. Secret. */
  readonly apiKey: string;
  /** Basic authentication, as a function that returns the password, or OAuth 2.0. */
  readonly credentials: AskPassword | JwtSignIn;
  /** User to impersonate after signing in. */
  readonly impersonation?: Impersonation | undefined;
  /** Code of the tenant to act on. By default the login tenant. */
  readonly tenant?: string | undefined;
  /** Id of the draft project to act in. By default the production version. */
  readonly project?: string | undefined;
  readonly profile?: DeploymentProfile | undefined;
  /**
   * Checks that the expected server is at the address, and rejects otherwise. Called for each new `http` connection
   * before anything is sent.
   */
  readonly proveServer?: (() => Promise<void>) | undefined;
}

export type RoleGateDecision = "allowed" | "denied";

/**
 * Knowledge about the changes that a group of calls makes. `rolledBack` means that they are always rolled back.
 * `confirmed` means that the user has just agreed to them, with connection, tenant and tables shown.
 */
export type CallGroupEffect = "rolledBack" | "confirmed";

/**
 * Decides whether the connection's role allows a call. It is called before anything is sent: once for each single call,
 * or once for a group of calls, with the title and the effect of the group.
 */
export type RoleGate = (
  kind: OperationKind,
  operation: string,
  group?: string,
  effect?: CallGroupEffect,
) => Promise<RoleGateDecision>;

/** Tokens from one response of the token endpoint (service-api, "TokenResponse"). They are secret. */
export interface JwtTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  /** Time at which to renew the tokens, in epoch milliseconds. Undefined if their lifetime is unknown. */
  readonly renewAt?: number | undefined;
}

/** Stores the tokens of a connection. All clients of the connection share it. */
export interface TokenStore {
  read(): Promise<JwtTokens | undefined>;
  /** Replaces the stored tokens. `undefined` deletes them. */
  write(tokens: JwtTokens | undefined): Promise<void>;
  /** Runs `work` while no other window does, because a refresh token can be used only once. */
  alone<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Stores the tokens of one client in memory only. */
export class MemoryTokenStore implements TokenStore {
  #tokens: JwtTokens | undefined;
  readonly #queue = new TaskQueue();

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
    return this.#queue.run(work);
  }
}

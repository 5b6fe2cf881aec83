import type { DeploymentProfile } from "../../contract/deployment-profile.ts";
import type { OperationKind } from "../../contract/operation.ts";
import type { AskCode } from "./authorization-request.ts";
import type { TokenStore } from "./token-store.ts";

export interface PasswordCredentials {
  readonly username: string;
  readonly password: string;
}

/**
 * Asked at each sign-in, so that a changed password is found and none is kept here. What it rejects with is told to the
 * user when it is an error of the name `SignInProblem`; the same is true of the other functions that ask for a secret.
 */
export type AskPassword = () => Promise<PasswordCredentials>;

/** A client application as it was registered with the service. Secret. */
export interface ClientApplication {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * How the first JWT is had (service-api, "OAuth 2.0 with OpenID Connect"). What the functions give is asked at each
 * sign-in. A refresh token, where the service gives one, is used before any of them is asked again.
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
      /** XML, or its base64url form. Secret. */
      assertion(): Promise<string>;
    }
  | { readonly kind: "asid-exchange"; readonly credentials: AskPassword };

/** Signing in by OAuth 2.0; `tokens` keeps what was given for as long as the user stays signed in. */
export interface JwtSignIn {
  readonly grant: JwtGrant;
  readonly tokens: TokenStore;
}

/** Another user to act as (service-api, "Impersonation"). */
export interface Impersonation {
  readonly username: string;
  /** Read only unless true. */
  readonly write: boolean;
  /** Code of the analytic tenant of that user; the login tenant when left out. */
  readonly tenant?: string | undefined;
}

/** Where the service is and who calls it. */
export interface Connection {
  /** `http` or `https` address without credentials, query or fragment; the tenant's vanity name is part of its host. */
  readonly baseUrl: string;
  /** Secret. */
  readonly apiKey: string;
  /** Basic authentication with what the function gives, or OAuth 2.0. */
  readonly credentials: AskPassword | JwtSignIn;
  /** Taken on after the sign-in, whatever kind that is. */
  readonly impersonation?: Impersonation | undefined;
  /** Code of the tenant to act on; the login tenant when left out. */
  readonly tenant?: string | undefined;
  /** Id of the draft project to act in; the production version when left out. */
  readonly project?: string | undefined;
  readonly profile?: DeploymentProfile | undefined;
  /** Rejects unless the very server is at the address; asked of each `http` connection that is opened, before anything is sent over it. */
  readonly proveServer?: (() => Promise<void>) | undefined;
}

export type GateAnswer = "allowed" | "denied";

/**
 * Says whether the connection's role allows a call; asked before anything is sent, once for each call or for the calls of a
 * group, whose title is given then.
 */
export type RoleGate = (kind: OperationKind, operation: string, group?: string) => Promise<GateAnswer>;

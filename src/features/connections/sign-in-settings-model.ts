import { failure, type Result, success } from "../../base/result.ts";
import type { Impersonation, JwtGrant } from "../../client/interface/connection.ts";

/** How a connection signs in: basic authentication (`asid`) or a grant of OAuth 2.0. */
export type SignInKind = "asid" | JwtGrant["kind"];

/** The public part of signing in. */
export interface SignInSettings {
  readonly kind: SignInKind;
  /** Of the registered client application; empty where the kind has none. */
  readonly clientId: string;
  /** Leads to the sign-in page of users who bypass single sign-on. */
  readonly bypassesSingleSignOn: boolean;
  /** Path of the file with the SAML assertion; empty where the assertion itself is kept. */
  readonly assertionFile: string;
}

const signInKinds: readonly SignInKind[] = ["asid", "authorization-code", "password", "saml-bearer", "asid-exchange"];

/** The kinds that keep a user name and a password. */
export function hasPassword(kind: SignInKind): boolean {
  return kind === "asid" || kind === "password" || kind === "asid-exchange";
}

/** The kinds that speak as a registered client application. */
export function hasApplication(kind: SignInKind): boolean {
  return kind === "authorization-code" || kind === "password" || kind === "saml-bearer";
}

/** What a connection signs in with: user name and password where nothing else is stored. */
export function signInOf({ signIn }: { readonly signIn?: SignInSettings }): SignInSettings {
  return signIn ?? { kind: "asid", clientId: "", bypassesSingleSignOn: false, assertionFile: "" };
}

/** Checks what was pasted as a SAML assertion: XML loses its line breaks in an input of one line, and its signature with them. */
export function parseAssertion(text: string): Result<string> {
  return /^[\w+/-]+=*$/.test(text.trim())
    ? success(text.trim())
    : failure("Paste the assertion in base64. One in XML is read from a file.");
}

/** Whether a stored value is what `SignInSettings` says. */
export function isSignIn(value: unknown): value is SignInSettings {
  const { kind, clientId, bypassesSingleSignOn, assertionFile } = Object(value) as Record<string, unknown>;
  return (
    signInKinds.includes(kind as SignInKind) &&
    typeof clientId === "string" &&
    typeof bypassesSingleSignOn === "boolean" &&
    typeof assertionFile === "string"
  );
}

export function isImpersonation(value: unknown): value is Impersonation {
  const { username, write, tenant } = Object(value) as Record<string, unknown>;
  return (
    typeof username === "string" && typeof write === "boolean" && (tenant === undefined || typeof tenant === "string")
  );
}

import { failure, type Result, success } from "../../base/result.ts";
import type { Impersonation, JwtGrant } from "../../client/interface/connection.ts";

/** How a connection signs in: basic authentication (`asid`) or a grant of OAuth 2.0. */
export type SignInKind = "asid" | JwtGrant["kind"];

/** Sign-in settings without secrets. */
export interface SignInSettings {
  readonly kind: SignInKind;
  /** Id of the registered client application; empty if the kind has none. */
  readonly clientId: string;
  /** Opens the sign-in page for users who bypass single sign-on. */
  readonly bypassesSingleSignOn: boolean;
  /** Path of the file with the SAML assertion; empty if the assertion itself is stored. */
  readonly assertionFile: string;
}

const signInKinds: readonly SignInKind[] = ["asid", "authorization-code", "password", "saml-bearer", "asid-exchange"];

/** Whether the kind of sign-in uses a user name and a password. */
export function hasPassword(kind: SignInKind): boolean {
  return kind === "asid" || kind === "password" || kind === "asid-exchange";
}

/** Whether the kind of sign-in uses a registered client application. */
export function hasApplication(kind: SignInKind): boolean {
  return kind === "authorization-code" || kind === "password" || kind === "saml-bearer";
}

/** Sign-in settings of a connection; defaults to user name and password. */
export function signInSettingsOf({ signIn }: { readonly signIn?: SignInSettings }): SignInSettings {
  return signIn ?? { kind: "asid", clientId: "", bypassesSingleSignOn: false, assertionFile: "" };
}

/**
 * Parses a pasted SAML assertion. Only base64: an input of one line removes the line breaks of XML, which invalidates
 * its signature.
 */
export function parseAssertion(text: string): Result<string> {
  return /^[\w+/-]+=*$/.test(text.trim())
    ? success(text.trim())
    : failure("Paste the assertion in base64. One in XML is read from a file.");
}

export function isSignInSettings(value: unknown): value is SignInSettings {
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

import { failure, type Result, success } from "../../base/result.ts";
import type { Impersonation } from "../../client/interface/connection.ts";
import { draftChoices, type SignInKind } from "../../protocol/connection-form.ts";

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
    draftChoices.signIn.includes(kind as SignInKind) &&
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

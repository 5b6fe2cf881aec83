import { failure, type Result, success } from "../../base/result.ts";
import type { Impersonation } from "../../client/interface/connection.ts";
import { draftChoices, type SignInKind } from "../../protocol/connection-form.ts";

/** Sign-in settings of a connection without secrets. */
export interface SignInSettings {
  readonly kind: SignInKind;
  /** Id of the registered client application. Empty if the sign-in method needs none. */
  readonly clientId: string;
  /** Whether to open the sign-in page for users who bypass single sign-on. */
  readonly bypassesSingleSignOn: boolean;
  /** Path of the file with the SAML assertion. Empty if the assertion itself is stored as a secret. */
  readonly assertionFile: string;
}

/** Returns the sign-in settings of a connection. The default is user name and password. */
export function signInSettingsOf({ signIn }: { readonly signIn?: SignInSettings }): SignInSettings {
  return signIn ?? { kind: "asid", clientId: "", bypassesSingleSignOn: false, assertionFile: "" };
}

/**
 * Parses a SAML assertion that the user pasted. Only base64 is accepted: a one-line input would remove the line breaks
 * of XML and so invalidate its signature.
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

import { assertNever } from "../../base/assert-never.ts";
import type { Connection } from "../interface/connection.ts";

/** What a user can check when the service refuses what a connection's calls carry: the API key and what its kind of sign-in gave. */
export function credentialAdvice({ credentials, impersonation }: Connection): string {
  if (impersonation !== undefined) {
    return "Check the API key of the connection and the user name to act as; the right to act as that user may have been taken back.";
  }
  if (typeof credentials === "function") {
    return "Check the API key, user name and password of the connection.";
  }
  const { kind } = credentials.grant;
  switch (kind) {
    case "authorization-code":
      return "Check the API key, client id and client secret of the connection, and sign in to it again.";
    case "password":
      return "Check the API key, client id, client secret, user name and password of the connection.";
    case "saml-bearer":
      return "Check the API key, client id and client secret of the connection, and get a new SAML assertion from the identity provider.";
    case "asid-exchange":
      return "Check the API key, user name and password of the connection; if they are right, the tenant may not take what it gives in exchange for an ASID token, so choose another kind of sign-in.";
    default:
      return assertNever(kind);
  }
}

/** The same for a call that signs in by itself: nothing of the connection goes along. */
export const ownCredentialAdvice =
  "Check the credentials in the call's own fields; those of the connection are not sent with it.";
